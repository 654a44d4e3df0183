import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { capitalise } from '../cases/plain-words.ts';
import { spellOut, toTitle } from './words.ts';

/**
 * Short labels of one flow for people who read no code: the one source of words for boxes, arrows, the outline, the
 * search and live runs. The keys are the machine's names. A name without a label is spelled out.
 */
export interface FlowLabels {
  /** By path of the state, e.g. `open.code.usable`. */
  readonly states: LabelMap;
  /** By event type. */
  readonly events: LabelMap;
  /** By trigger of a reply: `read answers`, `read fails`, `clock tells`. */
  readonly results: LabelMap;
  /** By slot: what happens while the call or listener runs. */
  readonly calls: LabelMap;
  /** By guard: the condition as a statement that is true when it holds. */
  readonly guards: LabelMap;
  /** By delay. */
  readonly timers: LabelMap;
  readonly actions: LabelMap;
}

export type LabelMap = Readonly<Record<string, string>>;

export const NO_LABELS: FlowLabels = {
  states: {},
  events: {},
  results: {},
  calls: {},
  guards: {},
  timers: {},
  actions: {},
};

type Labelled = Pick<Chart, 'labels'>;

/** Returns the name of the flow: the label of its root. */
export function getFlowTitle(flow: string, { states }: Pick<FlowLabels, 'states'>): string {
  return states['(root)'] ?? toTitle(flow);
}

export function getStateLabel({ labels }: Labelled, { name, title }: Pick<ChartState, 'name' | 'title'>): string {
  return labels.states[name] ?? capitalise(spellOut(title));
}

/** Returns the labels of active states: `open.code.usable & open.resend.blocked` -> `Code can be used, Resend is blocked`. */
export function getPlaceLabel({ states }: Pick<FlowLabels, 'states'>, value: string): string {
  return value
    .split(' & ')
    .map((leaf) => states[leaf] ?? capitalise(spellOut(leaf)))
    .join(', ');
}

export function getCallLabel({ labels }: Labelled, slot: string): string {
  return labels.calls[slot] ?? capitalise(spellOut(slot));
}

export function getActionLabel({ labels }: Labelled, action: string): string {
  return labels.actions[action] ?? capitalise(spellOut(action));
}

/** Returns the label of a step by its label in the model: `The disc has loaded (2 tracks)`; `null` without one. */
export function getStepLabel(
  { results, events }: Pick<FlowLabels, 'results' | 'events'>,
  step: StepName,
): string | null {
  const [, head = '', name = ''] = /^(.*?)(?:\((.*)\))?$/s.exec(step.label) ?? [];
  const label = results[head] ?? events[step.event.type];
  if (label === undefined) return null;
  // The values of a server's machine are literals; its label says enough.
  return name === '' || name.startsWith('{') ? label : `${label} (${name})`;
}

interface StepName {
  readonly label: string;
  readonly event: { readonly type: string };
}

/** Returns what triggers the transition: `Presses Play`, `The disc is refused`, `After 3 s`. */
export function getTriggerLabel(chart: Labelled & Pick<Chart, 'delays'>, edge: ChartEdge): string {
  const { labels, delays } = chart;
  const { kind, event, on } = edge;
  if (kind === 'always') return 'At once';
  if (kind === 'after') {
    const name = getDelayName(edge);
    const duration = delays[name] ?? 'computed';
    const label = labels.timers[name] ?? `After ${spellOut(name)}`;
    return duration === 'computed' ? label : `After ${duration}`;
  }
  if (kind === 'user') return labels.events[event] ?? capitalise(spellOut(event));
  if (on === 'done') return 'All parts have ended';
  return labels.results[on] ?? capitalise(spellOut(on));
}

/** Returns the name of a timer's delay: `pollInterval` of `after 3 s (pollInterval)`. */
export function getDelayName({ on }: Pick<ChartEdge, 'on'>): string {
  return /\((\w+)\)$/.exec(on)?.[1] ?? on.replace(/^after /, '');
}

/** Returns the condition, or an empty text without one. */
export function getConditionLabel({ labels }: Labelled, { guard }: Pick<ChartEdge, 'guard'>): string {
  if (guard === null) return '';
  return guard === 'otherwise' ? 'Otherwise' : (labels.guards[guard] ?? capitalise(spellOut(guard)));
}

/** Returns the condition as a sentence: the description of the transition, else the label of its guard. */
export function getConditionText(chart: Labelled, edge: ChartEdge): string {
  return edge.description === '' ? getConditionLabel(chart, edge) : edge.description;
}

/** Returns trigger and condition as one label. The condition alone says why a transition happens at once. */
export function getEdgeLabel(chart: Labelled & Pick<Chart, 'delays'>, edge: ChartEdge): string {
  const condition = getConditionLabel(chart, edge);
  const trigger = getTriggerLabel(chart, edge);
  if (condition === '') return trigger;
  return edge.kind === 'always' ? condition : `${trigger} · ${condition}`;
}
