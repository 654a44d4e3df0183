import { expect } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Call, DoneEffect, LiveActor } from '../model/live.ts';
import type { Page } from '../view/page.ts';
import type { Mark } from './drive-row.ts';

/** The result of one row, for judges of `does`. An effect that no judge claims makes the row fail. */
export class Outcome<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly live: LiveActor<Machine>;
  readonly before: SnapshotFrom<Machine>;
  readonly started: readonly Call[];
  readonly #effects: readonly DoneEffect[];
  readonly #claimed = new Set<DoneEffect>();
  readonly #page: () => Page;

  constructor(live: LiveActor<Machine>, mark: Mark<Machine>, page: () => Page) {
    this.live = live;
    this.before = mark.snapshot;
    this.started = live.calls.slice(mark.calls);
    this.#effects = live.effects.slice(mark.effects);
    this.#page = page;
  }

  get snapshot(): SnapshotFrom<Machine> {
    return this.live.snapshot;
  }

  /** The current page. */
  get page(): Page {
    return this.#page();
  }

  /** Requires the effect with at least these parameters, and returns them. */
  effect(type: string, params?: unknown): unknown {
    const found = this.#effects.find((effect) => effect.type === type && !this.#claimed.has(effect));
    if (found === undefined) {
      throw new Error(
        `the effect ${type} is missing; there were: ${this.#effects.map((effect) => effect.type).join(', ') || 'none'}`,
      );
    }
    this.#claimed.add(found);
    if (params !== undefined) expect(found.params).toMatchObject(params as object);
    return found.params;
  }

  unclaimed(): string[] {
    return this.#effects.filter((effect) => !this.#claimed.has(effect)).map(({ type }) => type);
  }
}
