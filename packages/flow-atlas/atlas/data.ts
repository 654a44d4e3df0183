import type { Chart, FlowRef } from './chart.ts';
import type { Looks } from './looks.ts';
import type { Proof } from './proof.ts';
import type { SeenFlow } from '../live/flow-words.ts';
import type { FlowNote } from '../notes/notes.ts';
import type { Strip } from '../strips/strip.ts';

/** A project's data about one flow. */
export interface AtlasFlow {
  readonly chart: Chart;
  /** Heading on the map. */
  readonly group: string;
  readonly proof?: Proof;
  /** The user's actions and the visible states, for live runs. */
  readonly seen?: SeenFlow;
  /** Visible texts for the search, each with its innermost states: `open.list & open.undo`. */
  readonly texts?: readonly { readonly text: string; readonly state: string }[];
  /** An existing layout, e.g. computed in another process. */
  readonly looks?: Looks;
  /** Classic scripts of the project. They run after the atlas's own scripts and use `window.atlas`. */
  readonly scripts?: readonly string[];
  /** Paths that have a page of their own, as strips of screens. */
  readonly strips?: readonly Strip[];
  /** Scripts of that page. */
  readonly stripScripts?: readonly string[];
  /** Notes of readers. */
  readonly notes?: readonly FlowNote[];
}

/** Data of a flow's page for its script, as JSON in `#atlas-data`. */
export interface PageData {
  readonly chart: Chart;
  readonly group: string;
  readonly looks: Looks;
  readonly proof: Proof | null;
  /** Flows that start this one. */
  readonly startedBy: readonly FlowRef[];
  /** Notes of readers and the folder of their files; `null` in a project without notes. */
  readonly notes: { readonly folder: string; readonly notes: readonly FlowNote[] } | null;
}
