import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import type { Act } from './act.ts';
import { actsFor } from './acts-for.ts';
import { refusal, Screen } from './screen.ts';
import type { View } from './screen.ts';

/** A user's hands on the view of one running machine. */
export class Hands {
  readonly #model: Pick<AnyModel, 'acts'>;
  readonly #view: View;
  #screen: Screen | null = null;
  /** At rest they let events pass: the way to where a row begins is no part of it. */
  isAtWork = false;
  /** What could not be done, for the message of a row that fails. */
  readonly refusals: string[] = [];

  constructor(model: Pick<AnyModel, 'acts'>, view: View) {
    this.#model = model;
    this.#view = view;
  }

  /** What the view sends when a user makes this event; null where no control does, so that it comes from elsewhere. */
  make(event: EventObject, snapshot: AnyMachineSnapshot): readonly EventObject[] | null {
    const acts = this.isAtWork ? actsFor(this.#model, event, snapshot) : null;
    return acts === null ? null : this.act(acts, snapshot);
  }

  /** What the view sends for the first of these acts that can be performed. */
  act(acts: readonly Act[], snapshot: AnyMachineSnapshot): readonly EventObject[] {
    const screen = (this.#screen ??= new Screen(this.#view));
    screen.show(snapshot);
    const act = acts.find((one) => screen.perform(one) > 0);
    if (act === undefined) this.refusals.push(...acts.map((one) => refusal(one, screen.controls(one))));
    return screen.heard();
  }

  /** Where the links have led that were pressed; empty where none has. */
  get path(): string {
    return this.#screen?.path ?? '';
  }

  close(): void {
    this.#screen?.close();
    this.#screen = null;
  }
}
