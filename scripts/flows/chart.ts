import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { delayIn, edgesOf, nameOf } from '../../model-testing/model/structure.ts';
import type { Edge, Kind } from '../../model-testing/model/structure.ts';

export interface ChartState {
  /** XState's id, unique in the machine. */
  readonly id: string;
  readonly name: string;
  /** The last part of the name. */
  readonly title: string;
  readonly type: AnyStateNode['type'];
  readonly isRegion: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  /** Slots that it starts, and what it does on entering and leaving. */
  readonly calls: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly children: readonly ChartState[];
  readonly startsIn: string | null;
}

export interface ChartEdge {
  readonly kind: Kind;
  readonly from: ChartState['id'];
  /** Null where the machine stays in the state. */
  readonly to: ChartState['id'] | null;
  /** `email.change`, `after 3 s (pollInterval)`, `login answers`, `login fails`, `at once`. */
  readonly on: string;
  readonly guard: string | null;
  readonly actions: readonly string[];
}

/** One machine as a product owner reads it. */
export interface Chart {
  readonly flow: string;
  readonly root: ChartState;
  readonly edges: readonly ChartEdge[];
  /** Timers in words, by name. */
  readonly delays: Readonly<Record<string, string>>;
}

export function chartOf(flow: string, machine: AnyStateMachine): Chart {
  const delays = Object.fromEntries(
    Object.entries(machine.implementations.delays as Record<string, unknown>).map(([name, value]) => [
      name,
      durationOf(value),
    ]),
  );
  return {
    flow,
    delays,
    root: stateOf(machine.root as AnyStateNode, flow),
    edges: edgesOf(machine).map((edge) => ({
      kind: edge.kind,
      from: edge.source.id,
      to: edge.definition.target?.[0]?.id ?? null,
      on: triggerOf(edge, delays),
      guard: edge.guard ?? (isOtherwise(edge) ? 'otherwise' : null),
      actions: actionNames(edge.definition.actions),
    })),
  };
}

/** Milliseconds in words: `3 s`, `10 min`, `300 ms`. */
export function durationOf(delay: unknown): string {
  if (typeof delay !== 'number') return 'computed';
  if (delay >= 60_000 && delay % 60_000 === 0) return `${delay / 60_000} min`;
  return delay >= 1000 ? `${delay / 1000} s` : `${delay} ms`;
}

function stateOf(node: AnyStateNode, title: string): ChartState {
  return {
    id: node.id,
    name: nameOf(node),
    title,
    type: node.type,
    isRegion: node.parent?.type === 'parallel',
    description: node.description ?? '',
    tags: node.tags,
    calls: node.invoke.map(({ src }) => String(src)),
    entry: actionNames(node.entry),
    exit: actionNames(node.exit),
    children: Object.entries(node.states).map(([key, child]) => stateOf(child as AnyStateNode, key)),
    startsIn: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
  };
}

function triggerOf({ on, kind, definition, source }: Edge, delays: Readonly<Record<string, string>>): string {
  if (kind !== 'after') return on;
  const name = delayIn(definition.eventType, source);
  const words = delays[name];
  return words === undefined || words === 'computed' ? `after ${name}` : `after ${words} (${name})`;
}

function isOtherwise({ id }: Edge): boolean {
  return id.includes('[otherwise]');
}

// XState adds its own: raising and cancelling timers.
function actionNames(actions: readonly unknown[]): string[] {
  return actions.map(actionName).filter((name) => !name.startsWith('xstate.'));
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  const type = (action as { type?: unknown }).type;
  return typeof type === 'string' ? type : 'inline';
}
