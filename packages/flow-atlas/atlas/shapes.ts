import type { Kind } from 'model-testing/model/structure';
import type { ChartState } from './chart.ts';

/** A chart with some states folded, ready for layout. */
export interface View {
  readonly root: Box;
  readonly links: readonly Link[];
}

export interface Box {
  readonly state: ChartState;
  readonly title: string;
  readonly lines: readonly BoxLine[];
  readonly isFolded: boolean;
  /** Empty when the state is folded. */
  readonly children: readonly Box[];
}

/** All transitions from one box to another, drawn as one line with several labels. */
export interface Link {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The line leads from any state inside `from` to a state in it. */
  readonly isFromAnywhere: boolean;
  /** Listed in the source box instead of drawn, because many lines lead to its target. */
  readonly isJump: boolean;
  /** Only the second target of a transition with two. */
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
 * Content of a line in a box: the heading of what happens in every state, folded states, running actors, transitions
 * that stay, restarts, events ignored on purpose, jumps to a state with many incoming lines.
 */
export type LineKind = 'anywhere' | 'inside' | 'runs' | 'flow' | 'stays' | 'again' | 'ignored' | 'jump' | 'reached';

/** A line of text in a state's box. */
export interface BoxLine {
  readonly kind: LineKind;
  readonly text: string;
  /** Continues the sentence of the line above. */
  readonly isRest: boolean;
  /** The flow that the line links to. */
  readonly flow: string | null;
  /** The state that the line links to. */
  readonly to: string | null;
  /** Indexes of the chart's edges that it describes. */
  readonly edges: readonly number[];
}
