import type { AnyMachineSnapshot } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import type { AnyModel } from './define.ts';
import { getSteps } from './steps.ts';
import { getEdges, getActiveValue } from './structure.ts';
import type { Edge } from './structure.ts';
import { NOT_STARTED, timedLogic } from './timed.ts';
import type { Step, Timed, TimedLogic } from './timed.ts';

export interface Node {
  readonly key: string;
  /** `open.code.usable & open.resend.blocked`, `(not started)`. */
  readonly value: string;
  /** One representative of its class. Replaying a path gives the path's exact snapshot. */
  readonly state: Timed;
}

export interface Arc {
  readonly from: string;
  readonly to: string;
  readonly step: Step;
  /** Ids of the edges that it takes. */
  readonly taken: readonly string[];
  /** `false` when nothing happens: no transition and no new snapshot. */
  readonly changes: boolean;
}

export interface Graph {
  readonly model: AnyModel;
  readonly logic: TimedLogic;
  readonly edges: readonly Edge[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly arcs: readonly Arc[];
  readonly startKey: string;
  readonly toKey: (state: Timed) => string;
  readonly arcsFrom: (key: string) => readonly Arc[];
}

/** Explores the real machine with everything that the model allows. Timers fire in order of deadline. */
export function explore(model: AnyModel): Graph {
  const logic = timedLogic(model.machine);
  const edges = getEdges(model.machine);
  const edgeIds = new Map(edges.map(({ definition, id }) => [definition, id] as const));
  const toKey = memoiseKeys(serialiser(model));
  const takenIn = ({ taken }: Timed) => taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []);
  const map = adjacency(model, logic, toKey);

  const nodes = new Map<string, Node>();
  const out = new Map<string, Arc[]>();
  for (const [key, { state, transitions }] of Object.entries(map)) {
    const value = state.snapshot === null ? '(not started)' : getActiveValue(state.snapshot);
    nodes.set(key, { key, value, state });
    const arcs = Object.values(transitions).map(({ event: { step }, state: next }): Arc => {
      const to = toKey(next);
      const taken = takenIn(next);
      return { from: key, to, step, taken, changes: to !== key || taken.length > 0 };
    });
    out.set(key, arcs);
  }
  return {
    model,
    logic,
    edges,
    nodes,
    toKey,
    arcs: [...out.values()].flat(),
    startKey: toKey(NOT_STARTED),
    arcsFrom: (key) => out.get(key) ?? [],
  };
}

/** Serialises each snapshot once and shares equal keys, so that comparing them is cheap. */
function memoiseKeys(serialised: (state: Timed) => string): (state: Timed) => string {
  const keys = new Map<string, string>();
  const known = new WeakMap<Timed, string>();
  return (state) => {
    const before = known.get(state);
    if (before !== undefined) return before;
    const text = serialised(state);
    const key = keys.get(text) ?? text;
    keys.set(key, key);
    known.set(state, key);
    return key;
  };
}

type Adjacency = Record<string, { state: Timed; transitions: Record<string, { event: { step: Step }; state: Timed }> }>;

function adjacency(model: AnyModel, { transition }: TimedLogic, keyOf: (state: Timed) => string): Adjacency {
  // Tens of thousands of arcs lead to some hundred states, so each state is stored once.
  const known = new Map<string, Timed>();
  const asKnown = (next: Timed): Timed => {
    const key = keyOf(next);
    const first = known.get(key);
    if (first === undefined) known.set(key, next);
    return first === undefined ? next : { ...first, taken: next.taken, effects: next.effects };
  };
  const logic = {
    getInitialSnapshot: () => NOT_STARTED,
    transition: (state: Timed, { step }: { step: Step }) => asKnown(transition(state, step)),
    getPersistedSnapshot: (state: Timed) => state,
  };
  const options = {
    serializeState: keyOf,
    serializeEvent: ({ step }: { step: Step }) => step.label,
    events: (state: Timed) =>
      isLeft(model, state) ? [] : getSteps(model, state).map((step) => ({ type: 'step', step })),
    limit: model.limit ?? 20_000,
  };
  return getAdjacencyMap(logic as never, options as never) as unknown as Adjacency;
}

function isLeft({ leave }: AnyModel, { snapshot }: Timed): boolean {
  return snapshot !== null && leave?.(snapshot as never) === true;
}

/**
 * Returns a key of the node. Snapshots with the same value, projected context, order of deadlines and actors in flight
 * share one node.
 */
export function serialise(model: AnyModel, state: Timed): string {
  return serialiser(model)(state);
}

function serialiser({ project = (context: unknown) => context }: AnyModel): (state: Timed) => string {
  // Most events are ignored and leave the same snapshot.
  const known = new WeakMap<AnyMachineSnapshot, string>();
  const told = (snapshot: AnyMachineSnapshot): string => {
    const { value, status, context } = snapshot;
    const text = known.get(snapshot) ?? getJson([value, status, project(context as never, snapshot as never)]);
    known.set(snapshot, text);
    return text;
  };
  return ({ snapshot, timers, flights }) => {
    if (snapshot === null) return '(not started)';
    const waiting = [
      timers.map(({ id, due }, index) => (timers[index - 1]?.due === due ? `=${id}` : id)),
      flights.map(({ id }) => id).sort(),
    ];
    return `${told(snapshot).slice(0, -1)},${getJson(waiting).slice(1)}`;
  };
}

function getJson(parts: readonly unknown[]): string {
  return JSON.stringify(parts, nameReferences);
}

/** Replaces actor references by names: they contain session ids, and the graph would never end. */
export function nameReferences(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('sessionId' in value && 'id' in value) return `actor ${String(value.id)}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Map || value instanceof Set) return [...value];
  return value;
}
