import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';
import type { LiveActor } from '../model/live.ts';
import type { Act } from '../view/act.ts';
import type { Row } from './flow.ts';
import type { Args } from './language.ts';
import type { Outcome } from './outcome.ts';
import type { Words } from './words.ts';
import type { MachineView } from '../view/screen.ts';

/** The row is about the visible page, without an action. */
export const LOOK: unique symbol = Symbol('look');

/** The row is about the start itself: everything since the start belongs to the row. */
export const START: unique symbol = Symbol('start');

/**
 * Acts on the view and events. Events with a control are sent through it, events of a listener through its slot, so a
 * row need not say how.
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

/** Checks a text of `does`, or names the test that does, when no row can. */
export type Judge<Machine extends AnyStateMachine> =
  | ((outcome: Outcome<Machine>, words: RegExpExecArray, row: Row) => void)
  | { readonly judgedBy: string };

/** A call as the table writes it, and its slot. */
export interface CallEntry {
  /** `'POST /auth/login'`, followed by its arguments, or a pattern for the whole text. */
  readonly call: string | RegExp;
  readonly slot: string;
  /** The part of the slot's input that these arguments require. Omitted: only the call is required. */
  readonly input?: (args: Args, row: Row) => unknown;
  /** The meaning of words in `answers(…)`: the slot's output, or an Error to reject with. The first match wins. */
  readonly answers?: Words<unknown>;
  /** For words of `fails(…)` that `parseFailures` does not know. */
  readonly fails?: Words<Error>;
}

/** A condition that is visible from outside. All entries whose pattern matches the row's `when` apply. */
export interface Condition<Machine extends AnyStateMachine> {
  /** The condition already holds, as this check in the row's `from` shows. */
  readonly holds?: (live: LiveActor<Machine>, row: Row) => boolean;
  /** The row's act causes the condition, or it belongs to another flow: the reason why nothing needs to be done. */
  readonly because?: string;
  /** Name of the model's input to start with. */
  readonly input?: string;
  /** Right after the start. */
  readonly before?: Drive<Machine>;
  /** In the row's `from`. */
  readonly after?: Drive<Machine>;
}

/**
 * Rows (by `getRowName`), starts (`start: <when>`) and invariants (`invariant: <text>`) that this table does not run,
 * with the test file that covers them, or the reason why nothing runs them.
 */
export type Elsewhere = { readonly rows: RegExp } & ({ readonly by: string } | { readonly never: string });

/** The small map between one flow table and the machine. */
export interface Table<Machine extends AnyStateMachine> {
  /** The texts to search: the view, or texts of the snapshot when the machine has no view. */
  readonly view?: MachineView<Machine>;
  readonly texts?: (snapshot: SnapshotFrom<Machine>) => readonly (string | null)[];
  /** The input (by name) for each `when` of the table's start; `always` for a single start. */
  readonly start: Readonly<Record<string, string | Condition<Machine>>>;
  /**
   * Steps from a fresh start into a state where rows begin, when a specific path is needed. A parent's entry applies to
   * its children's rows too. Default: the shortest path.
   */
  readonly reach?: Readonly<Record<string, Drive<Machine>>>;
  readonly when?: Words<Condition<Machine>>;
  /** The row's input when no condition names one. Default: the model's first. */
  readonly input?: (row: Row) => string | undefined;
  /**
   * Acts and facts. Replies, failures and timers are driven automatically unless an entry here matches; then the
   * project's words (`config.words`) are used.
   */
  readonly on: Words<
    | Doing<Machine>
    | ((live: LiveActor<Machine>, words: RegExpExecArray, row: Row) => Promise<void> | void | Doing<Machine>)
  >;
  readonly calls: readonly CallEntry[];
  /** Slots whose machines really run in the rows, so that a row may describe what happens inside. Default: none. */
  readonly running?: readonly string[];
  /** Slots that are no calls of the table, each with the reason. */
  readonly inside?: Readonly<Record<string, string>>;
  /** Checks a text of `does` and claims its effects. */
  readonly does?: Words<Judge<Machine>>;
  /** Effects that no user notices, each with the reason. */
  readonly unseen?: Readonly<Record<string, string>>;
  /** Texts that the table describes instead of quoting. */
  readonly says?: Readonly<Record<string, string>>;
  /** States, or their words, that this view does not show, each with the view that does. */
  readonly undrawn?: Readonly<Record<string, string>>;
  /** Lets time pass for a machine that receives the time by events. Default: the virtual clock. */
  readonly wait?: (live: LiveActor<Machine>, ms: number) => Promise<void>;
  readonly elsewhere?: readonly Elsewhere[];
}
