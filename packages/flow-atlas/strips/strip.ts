/** A path through a flow as a strip of screens (TST-O3). */
export interface Strip {
  /** The happy path, or a path to an error text. */
  readonly kind: 'happy' | 'unhappy';
  /** The error text in quotes, or the state that it ends in; empty for the happy path. */
  readonly problem: string;
  /** The precondition and the first action. */
  readonly start: readonly string[];
  readonly frames: readonly StripFrame[];
  /** Labels of the path's steps, which identify it. */
  readonly labels: readonly string[];
  /** Test data that the sentences name: `J1: Jane, logged in`. */
  readonly data: readonly string[];
}

/** A screen, and what leads from it to the next one. */
export interface StripFrame {
  /** Name of the state. */
  readonly place: string;
  /** Description of the screen when it cannot be drawn. */
  readonly shows: string;
  /** Sentences that lead to the next screen; empty for the last one. */
  readonly next: readonly string[];
  /** Index of the step after which it is seen; `null` when there is no screen, because the flow has ended. */
  readonly step: number | null;
}

/** The screens to draw for a strip: those after some steps of a path. */
export interface Walk {
  readonly labels: readonly string[];
  readonly steps: readonly number[];
}

export function toWalk({ labels, frames }: Strip): Walk {
  return { labels, steps: frames.flatMap(({ step }) => step ?? []) };
}

/** Beginning and end of a flow's happy path. States are those of the flow's table, or of its machine. */
export interface Goal {
  readonly state: string;
  /** Label of the start. Default: the first one. */
  readonly start?: string;
  /** Types of events that the happy path does not take. */
  readonly without?: readonly string[];
  /** States in which it ends badly without an error text. */
  readonly unhappy?: readonly string[];
}
