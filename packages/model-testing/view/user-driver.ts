import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import type { Act } from './act.ts';
import { actsFor } from './acts-for.ts';
import { getRefusal, Screen } from './screen.ts';
import type { View } from './screen.ts';

/** Drives the view of one running machine like a user. */
export class UserDriver {
  readonly #model: Pick<AnyModel, 'acts'>;
  readonly #view: View;
  #screen: Screen | null = null;
  /** When `false`, events bypass the view: the path to a row's start does not belong to the row. */
  isActive = false;
  /** Acts that could not be performed, for the message of a failed row. */
  readonly refusals: string[] = [];

  constructor(model: Pick<AnyModel, 'acts'>, view: View) {
    this.#model = model;
    this.#view = view;
  }

  /**
   * Returns what the view sends when a user triggers this event, or `null` when no control does and the event comes
   * from elsewhere.
   */
  make(event: EventObject, snapshot: AnyMachineSnapshot): readonly EventObject[] | null {
    const acts = this.isActive ? actsFor(this.#model, event, snapshot) : null;
    return acts === null ? null : this.act(acts, snapshot);
  }

  /** Returns what the view sends for the first of these acts that can be performed. */
  act(acts: readonly Act[], snapshot: AnyMachineSnapshot): readonly EventObject[] {
    const screen = (this.#screen ??= new Screen(this.#view));
    screen.show(snapshot);
    const act = acts.find((one) => screen.perform(one) > 0);
    if (act === undefined) this.refusals.push(...acts.map((one) => getRefusal(one, screen.controls(one))));
    return screen.takeSentEvents();
  }

  /** The path to which pressed links have led; empty if none was pressed. */
  get path(): string {
    return this.#screen?.path ?? '';
  }

  close(): void {
    this.#screen?.close();
    this.#screen = null;
  }
}
