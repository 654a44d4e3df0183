import type { AnyMachineSnapshot } from 'xstate';
import type { Telling } from 'model-testing/config';
import type { AnyModel } from 'model-testing/model/define';
import type { Graph } from 'model-testing/model/explore';
import type { Row, StateRow } from 'model-testing/table/flow';
import type { Happening } from 'model-testing/model/happening';
import type { Sight } from './sight.ts';

/** How much a happening is what a row tells. */
export const UNLIKE = 0;
/** The same happens between the same states. */
export const SAME_KIND = 1;
/** And it comes with the same values. */
export const SAME_EVENT = 2;
/** And everything looks the same after it. */
export const SAME_SIGHT = 3;
/** And everything was the same before. */
export const SAME = 4;

/** A row of a table that is about a machine. */
export interface KnownRow {
  /** By `nameOfRow`. */
  readonly name: string;
  /** The table that it stands in. */
  readonly flow: string;
  readonly row: Row;
  /** All that happens in it; null where it is not run on the machine. */
  readonly happenings: readonly Happening[] | null;
  /** From where on that is the row's own act. */
  readonly from: number;
  /** Ids of the transitions that its act takes. */
  readonly taken: readonly string[];
  readonly likeness: (one: Happening) => number;
  /** The row speaks of several events, so its words do not say which of them happens. */
  readonly isOfSeveral?: boolean;
}

/** A machine with all that its tables and its model say of it, as far as it is told to people. */
export interface Subject {
  readonly flow: string;
  /** The machine's id. */
  readonly id: string;
  readonly model: Pick<AnyModel, 'acts' | 'machine' | 'beyond' | 'events' | 'inputs'>;
  /** How the project has it told. */
  readonly telling: Telling;
  /** What the table begins with, in its words; empty for nothing. */
  readonly input: string;
  readonly graph: () => Graph;
  readonly rows: () => Promise<readonly KnownRow[]>;
  /** The table's states that a snapshot is in, the most exact last. */
  readonly statesOf: (snapshot: AnyMachineSnapshot) => readonly NamedState[];
  /** All states of the table. */
  readonly states: readonly string[];
  /** Whether nothing happens in a state any more, because the machine is left for another page. */
  readonly isOutside: (state: string) => boolean;
  /** How the table calls what a slot asks: `POST /auth/login`; null for what is no call. */
  readonly callOf: (slot: string) => string | null;
  /** What is seen of a snapshot; null where nothing is, or nobody can tell. */
  readonly look: (snapshot: AnyMachineSnapshot | null) => Sight | null;
  /** The table's words for a start with this input, where it has some. */
  readonly startOf: (input: string, snapshot: AnyMachineSnapshot) => string | null;
}

export interface NamedState extends StateRow {
  readonly name: string;
}
