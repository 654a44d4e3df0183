import type { Kind } from 'model-testing/model/structure';
import type { ChartState } from './chart.ts';

/** A chart as it is drawn while some of its states are folded up. */
export interface View {
  readonly root: Box;
  readonly links: readonly Link[];
}

export interface Box {
  readonly state: ChartState;
  readonly title: string;
  readonly lines: readonly BoxLine[];
  readonly isFolded: boolean;
  /** Empty where it is folded up. */
  readonly children: readonly Box[];
}

/** All that leads from one box to another, drawn as one line with several labels. */
export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** It leads from wherever the machine is inside of `from` to a state in it. */
  readonly isFromAnywhere: boolean;
  /** It is told in the box that it begins in, since many lead to its end. */
  readonly isJump: boolean;
  /** It is only the second target of something that has two. */
  readonly isSecond: boolean;
  /** Indexes of the chart's edges. */
  readonly edges: readonly number[];
  readonly items: readonly LinkItem[];
  readonly kind: Kind;
}

/** One label of a line. */
export interface LinkItem {
  readonly kind: Kind;
  readonly lines: readonly string[];
  readonly edges: readonly number[];
}

/**
 * What a line in a box says: how much is folded up, what runs there, what happens without leaving it, what begins it
 * anew, what is refused on purpose, where it leads that many others lead to.
 */
export type LineKind = 'inside' | 'runs' | 'flow' | 'stays' | 'again' | 'ignored' | 'jump' | 'reached' | 'more';

/** A line of text in a state's box. */
export interface BoxLine {
  readonly kind: LineKind;
  readonly text: string;
  /** It goes on with the sentence of the line above. */
  readonly isRest: boolean;
  /** The flow that the line leads to. */
  readonly flow: string | null;
  /** The state that the line leads to. */
  readonly to: string | null;
  /** Indexes of the chart's edges that it tells of. */
  readonly edges: readonly number[];
}
