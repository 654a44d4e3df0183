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
  readonly screens?: readonly AtlasScreen[];
  /** Where it was laid out before, e.g. in another process. */
  readonly looks?: Looks;
}

/** A picture of a screen: a document of its own, shown in a frame of this size. */
export interface AtlasScreen {
  readonly id: string;
  readonly title: string;
  /** Ids of all states in which the machine is then. */
  readonly states: readonly string[];
  readonly html: string;
  readonly viewport: { readonly width: number; readonly height: number };
}

/** What the page of a flow carries for its script, as JSON in `#atlas-data`. */
export interface PageData {
  readonly chart: Chart;
  readonly group: string;
  readonly looks: Looks;
  readonly events: EventWords;
  readonly proof: Proof | null;
  readonly screens: readonly AtlasScreen[];
  /** Flows that start this one. */
  readonly startedBy: readonly FlowRef[];
}
