import type { AnyMachineSnapshot } from 'xstate';
import type { DescriptionOptions } from 'model-testing/config';
import type { AnyModel } from 'model-testing/model/define';
import type { ChosenPath } from 'model-testing/model/choose';
import type { Graph } from 'model-testing/model/explore';
import type { Row, StateRow } from 'model-testing/table/flow';
import type { Happening } from 'model-testing/model/happening';
import { NO_LABELS } from '../atlas/labels.ts';
import type { FlowLabels } from '../atlas/labels.ts';
import { NO_CASE_TEXTS } from './case-texts.ts';
import type { CaseTexts } from './case-texts.ts';
import type { RenderedView } from './rendered-view.ts';

/** How well a happening matches a row. */
export const UNLIKE = 0;
/** The same kind of event between the same states. */
export const SAME_KIND = 1;
/** Also with the same values. */
export const SAME_EVENT = 2;
/** Also with the same view after it. */
export const SAME_SIGHT = 3;
/** Also with the same snapshot before. */
export const SAME = 4;

/** A table row about a machine. */
export interface SubjectRow {
  /** Result of `getRowName`. */
  readonly name: string;
  /** The flow whose table contains it. */
  readonly flow: string;
  readonly row: Row;
  /** All happenings of the row; `null` when it is not run on the machine. */
  readonly happenings: readonly Happening[] | null;
  /** Index from which the happenings are the row's own act. */
  readonly from: number;
  /** Ids of the transitions that its act takes. */
  readonly taken: readonly string[];
  readonly likeness: (one: Happening) => number;
  /** The row describes several events, so its words do not identify one. */
  readonly hasSeveralEvents?: boolean;
}

/** Paths of the graph, and rows of the tables. */
export interface PathsAndRows {
  readonly paths: readonly ChosenPath[];
  readonly rows: readonly SubjectRow[];
}

/** The rows that match a happening best. */
export interface MatchingRows {
  readonly likeness: number;
  readonly rows: readonly SubjectRow[];
}

/** The words of one flow for people who read no code. */
export interface SubjectWords {
  readonly labels: FlowLabels;
  readonly texts: CaseTexts;
}

/** A flow without words uses those of its machine and its table. */
export const NO_WORDS: SubjectWords = { labels: NO_LABELS, texts: NO_CASE_TEXTS };

/** A machine with everything that its tables and its model say about it, prepared for descriptions. */
export interface Subject extends SubjectWords {
  readonly flow: string;
  /** Id of the machine. */
  readonly id: string;
  readonly model: Pick<AnyModel, 'acts' | 'machine' | 'beyond' | 'events' | 'inputs' | 'done'>;
  /** The project's options for descriptions. */
  readonly telling: DescriptionOptions;
  /** The initial condition in the table's words; empty for none. */
  readonly input: string;
  readonly graph: () => Graph;
  readonly rows: () => Promise<readonly SubjectRow[]>;
  /** The table's states of a snapshot, the most specific last. */
  readonly findStates: (snapshot: AnyMachineSnapshot) => readonly NamedState[];
  /** All states of the table. */
  readonly states: readonly string[];
  /** Whether the machine has been left for another page in this state, so that nothing happens any more. */
  readonly isOutside: (state: string) => boolean;
  /** The table's name for the call of a slot: `POST /auth/login`; `null` when it is no call. */
  readonly findCall: (slot: string) => string | null;
  /** The view of a snapshot; `null` when it is empty or unknown. */
  readonly look: (snapshot: AnyMachineSnapshot | null) => RenderedView | null;
  /** The table's words for a start with this input, if any. */
  readonly findStart: (input: string, snapshot: AnyMachineSnapshot) => string | null;
}

export interface NamedState extends StateRow {
  readonly name: string;
}
