import type { Chart, FlowRef } from './chart.ts';
import type { Looks } from './looks.ts';
import type { EventWords } from './phrases.ts';
import type { Proof } from './proof.ts';

/** What a project hands in about one of its flows. */
export interface AtlasFlow {
  readonly chart: Chart;
  /** The heading of the map under which it stands. */
  readonly group: string;
  readonly events?: EventWords;
  readonly proof?: Proof;
  /** Texts that are seen in it, for the search, and the innermost states in which each is: `open.list & open.undo`. */
  readonly texts?: readonly { readonly text: string; readonly state: string }[];
  /** Where it was laid out before, e.g. in another process. */
  readonly looks?: Looks;
  /** Classic scripts of the project that its page runs after the atlas's own; they use `window.atlas`. */
  readonly scripts?: readonly string[];
}

/** What the page of a flow carries for its script, as JSON in `#atlas-data`. */
export interface PageData {
  readonly chart: Chart;
  readonly group: string;
  readonly looks: Looks;
  readonly events: EventWords;
  readonly proof: Proof | null;
  /** Flows that start this one. */
  readonly startedBy: readonly FlowRef[];
}
