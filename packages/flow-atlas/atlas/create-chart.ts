import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { parseDelayName, getEdges, getStateName } from 'model-testing/model/structure';
import type { Edge } from 'model-testing/model/structure';
import type { Chart, ChartEdge, ChartState, FlowRef } from './chart.ts';
import { getFlowTitle, NO_LABELS } from './labels.ts';
import type { FlowLabels } from './labels.ts';
import { formatDelay } from './words.ts';

/** Returns the flow that runs in a slot of a machine, or `null`. */
export type FindFlow = (machine: AnyStateMachine, slot: string) => FlowRef | null;

export interface ChartOptions {
  readonly title?: string;
  readonly flowIn?: FindFlow;
  readonly labels?: FlowLabels;
}

export function createChart(
  flow: string,
  machine: AnyStateMachine,
  { flowIn = () => null, labels = NO_LABELS, title = getFlowTitle(flow, labels) }: ChartOptions = {},
): Chart {
  const delays = Object.fromEntries(
    Object.entries(machine.implementations.delays as Record<string, unknown>).map(([name, value]) => [
      name,
      formatDelay(value) ?? 'computed',
    ]),
  );
  return {
    flow,
    title,
    machine: machine.id,
    delays,
    root: toChartState(machine.root as AnyStateNode, flow, (slot) => flowIn(machine, slot)),
    edges: edgesIn(machine, delays),
    labels,
  };
}

function toChartState(node: AnyStateNode, title: string, flowIn: (slot: string) => FlowRef | null): ChartState {
  return {
    id: node.id,
    name: getStateName(node),
    title,
    type: node.type,
    isRegion: node.parent?.type === 'parallel',
    description: node.description ?? '',
    tags: node.tags,
    calls: node.invoke.map(({ src }) => ({ src: String(src), flow: flowIn(String(src)) })),
    entry: actionNames(node.entry),
    exit: actionNames(node.exit),
    children: Object.entries(node.states).map(([key, child]) => toChartState(child as AnyStateNode, key, flowIn)),
    startsIn: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
  };
}

function edgesIn(machine: AnyStateMachine, delays: Readonly<Record<string, string>>): ChartEdge[] {
  const counted = new Map<string, number>();
  return getEdges(machine).map((edge) => {
    const { definition, source, kind } = edge;
    const place = `${source.id} ${definition.eventType}`;
    const index = counted.get(place) ?? 0;
    counted.set(place, index + 1);
    const to = definition.target?.map(({ id }) => id) ?? [];
    const actions = actionNames(definition.actions);
    return {
      id: edge.id,
      kind,
      from: source.id,
      to,
      event: definition.eventType,
      index,
      on: formatTrigger(edge, delays),
      guard: edge.guard ?? (edge.id.includes('[otherwise]') ? 'otherwise' : null),
      description: (definition as { readonly description?: string }).description ?? '',
      actions,
      isForbidden: to.length === 0 && actions.length === 0,
      isReentry: definition.reenter && to.some((id) => id === source.id || id.startsWith(`${source.id}.`)),
    };
  });
}

function formatTrigger({ on, kind, definition, source }: Edge, delays: Readonly<Record<string, string>>): string {
  if (kind !== 'after') return on;
  const name = parseDelayName(definition.eventType, source);
  const words = delays[name];
  return words === undefined || words === 'computed' ? `after ${name}` : `after ${words} (${name})`;
}

// XState adds its own actions to raise events and cancel timers.
function actionNames(actions: readonly unknown[]): string[] {
  return actions.map(actionName).filter((name) => !name.startsWith('xstate.'));
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const type = (action as { type?: unknown }).type;
  return typeof type === 'string' ? type : 'inline';
}
