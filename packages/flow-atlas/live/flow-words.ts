import { allStates } from '../atlas/chart.ts';
import type { Chart, FlowRef } from '../atlas/chart.ts';
import type { Subject } from '../cases/subject.ts';
import { getStateLabel, getTriggerLabel } from '../atlas/labels.ts';
import type { LabelMap } from '../atlas/labels.ts';

/** Data of one flow for live runs: its labels, the user's actions and the visible states. */
export interface LiveFlow extends FlowRef {
  /** Labels by path of the state: `form.editing`. */
  readonly states: LabelMap;
  /** Labels by event type, also of replies and timers. */
  readonly events: LabelMap;
  /** `null` when it is unknown; then every change of a state counts as seen. */
  readonly seen: SeenFlow | null;
}

/** By id of the machine. */
export type LiveFlows = Readonly<Record<string, LiveFlow | undefined>>;

/** The user's actions and the visible states of one flow. Values are innermost states: `open.code & open.resend`. */
export interface SeenFlow {
  /** Types of the events that controls send. */
  readonly acts: readonly string[];
  /** Values in which nothing is visible. */
  readonly unseen: readonly string[];
  /** Groups of values that show the same texts. */
  readonly alike: readonly (readonly string[])[];
}

export function createLiveFlow(chart: Chart, seen: SeenFlow | null = null): LiveFlow {
  const { flow, title, labels, root, edges } = chart;
  const triggers = edges.filter(({ event }) => event !== '').map((edge) => [edge.event, getTriggerLabel(chart, edge)]);
  return {
    flow,
    title,
    states: Object.fromEntries(allStates(root).map((state) => [state.name, getStateLabel(chart, state)])),
    events: { ...labels.events, ...(Object.fromEntries(triggers) as LabelMap) },
    seen,
  };
}

/** Renders one snapshot for each value of the flow, and returns which of them show the same. */
export function computeSeen({ model, graph, look }: Pick<Subject, 'model' | 'graph' | 'look'>): SeenFlow {
  const acts = Object.entries(model.acts ?? {}).flatMap(([type, how]) =>
    how === undefined || 'sentIn' in how ? [] : [type],
  );
  const known = new Set<string>();
  const groups = new Map<string, string[]>();
  for (const { value, state } of graph().nodes.values()) {
    if (state.snapshot === null || known.has(value)) continue;
    known.add(value);
    const texts = [...(look(state.snapshot)?.texts ?? [])].join('\n');
    groups.set(texts, [...(groups.get(texts) ?? []), value]);
  }
  const unseen = groups.get('') ?? [];
  groups.delete('');
  return { acts, unseen, alike: [...groups.values()].filter(({ length }) => length > 1) };
}
