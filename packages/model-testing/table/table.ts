import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { LiveActor } from '../model/live.ts';
import type { Act } from '../view/act.ts';
import type { Row } from './flow.ts';
import type { Args } from './language.ts';
import type { Outcome } from './outcome.ts';
import type { ViewOf } from '../view/screen.ts';

/** The row is about what is seen: nobody does anything. */
export const LOOK: unique symbol = Symbol('look');

/** The row is about the start itself: what the machine did since then is the row's, and nobody does more. */
export const START: unique symbol = Symbol('start');

/**
 * Acts on the view and events. What a control of the view makes is made by it, what a listener sends is sent by its slot;
 * so a row need not say how.
 */
export type Doing<Machine extends AnyStateMachine> =
  | Act
  | EventFrom<Machine>
  | readonly (Act | EventFrom<Machine>)[]
  | typeof LOOK
  | typeof START;

export type Drive<Machine extends AnyStateMachine> =
  | Doing<Machine>
  | ((live: LiveActor<Machine>, row: Row) => Promise<void> | void | Doing<Machine>);

/** Judges a text of `does`; or the test that does, where no row can. */
export type Judge<Machine extends AnyStateMachine> =
  | ((outcome: Outcome<Machine>, words: RegExpExecArray, row: Row) => void)
  | { readonly judgedBy: string };

/** A call as the table writes it, and the slot that makes it. */
export interface CallEntry {
  /** `'POST /auth/login'` (what follows are its arguments), or a pattern over the whole text. */
  readonly call: string | RegExp;
  readonly slot: string;
  /** The part of the slot's input that these arguments ask for. Left out: only that the call is made. */
  readonly input?: (args: Args, row: Row) => unknown;
  /** What the words of `answers(…)` hand to the slot: its output, or an Error to reject with. First match counts. */
  readonly answers?: readonly (readonly [RegExp, unknown])[];
  /** For the words of `fails(…)` that `failuresIn` does not know. */
  readonly fails?: readonly (readonly [RegExp, Error])[];
}

/** A condition that can be seen from outside. All entries whose pattern is found in the row's `when` apply. */
export interface Condition<Machine extends AnyStateMachine> {
  /** It is so anyway, as this shows in the row's `from`. */
  readonly holds?: (live: LiveActor<Machine>, row: Row) => boolean;
  /** It is made by the row's act, or is another flow's: why there is nothing to do here. */
  readonly because?: string;
  /** The name of the model's input to start with. */
  readonly input?: string;
  /** Right after the start. */
  readonly before?: Drive<Machine>;
  /** In the row's `from`. */
  readonly after?: Drive<Machine>;
}

/**
 * Rows (by `nameOfRow`), starts (`start: <when>`) and invariants (`invariant: <text>`) that this table does not run: the
 * test file that shows them, or why nothing runs them.
 */
export type Elsewhere = { readonly rows: RegExp } & ({ readonly by: string } | { readonly never: string });

/** The small map between one flow table and the machine. */
export interface Table<Machine extends AnyStateMachine> {
  /** Where the words are looked for: the view, or texts of the snapshot where the machine has none. */
  readonly view?: ViewOf<Machine>;
  readonly texts?: (snapshot: SnapshotFrom<Machine>) => readonly (string | null)[];
  /** The input (by name) for each `when` of the table's start; `always` where the table has a single start. */
  readonly start: Readonly<Record<string, string | Condition<Machine>>>;
  /**
   * From a fresh start into a state that rows start from, where it matters how. A parent's entry serves its children's
   * rows too. Default: the shortest way.
   */
  readonly reach?: Readonly<Record<string, Drive<Machine>>>;
  readonly when?: readonly (readonly [RegExp, Condition<Machine>])[];
  /** The row's input where no condition names one. Default: the model's first. */
  readonly input?: (row: Row) => string | undefined;
  /**
   * Acts and facts. Answers, failures and timers are driven by themselves unless an entry here matches; then the words of
   * the project (`config.words`) are looked up.
   */
  readonly on: readonly (readonly [
    RegExp,
    (
      | Doing<Machine>
      | ((live: LiveActor<Machine>, words: RegExpExecArray, row: Row) => Promise<void> | void | Doing<Machine>)
    ),
  ])[];
  readonly calls: readonly CallEntry[];
  /** Slots whose machines really run in the rows, so that a row may be about what happens inside. Default: none. */
  readonly running?: readonly string[];
  /** Slots that are no calls of the table, each with the reason. */
  readonly inside?: Readonly<Record<string, string>>;
  /** Judges a text of `does` and claims the effects it stands for. */
  readonly does?: readonly (readonly [RegExp, Judge<Machine>])[];
  /** Effects that no user notices, each with the reason. */
  readonly unseen?: Readonly<Record<string, string>>;
  /** Where the table describes a text instead of quoting it. */
  readonly says?: Readonly<Record<string, string>>;
  /** States, or words of them, that this view does not show, each with who does. */
  readonly undrawn?: Readonly<Record<string, string>>;
  /** Lets time pass where the machine is told the time. Default: the virtual clock. */
  readonly wait?: (live: LiveActor<Machine>, ms: number) => Promise<void>;
  readonly elsewhere?: readonly Elsewhere[];
}
