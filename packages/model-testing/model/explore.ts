import type { AnyMachineSnapshot } from 'xstate';
import type { AnyModel } from './define.ts';
import { createSnapshotLimit, describeUnreadable } from './snapshot-limit.ts';
import type { Project } from './snapshot-limit.ts';
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

/** The reached snapshots of a machine and the steps between them. */
export interface StepGraph {
  readonly logic: TimedLogic;
  readonly edges: readonly Edge[];
  readonly nodes: ReadonlyMap<string, Node>;
  readonly arcs: readonly Arc[];
  readonly startKey: string;
  readonly toKey: (state: Timed) => string;
  readonly arcsFrom: (key: string) => readonly Arc[];
}

export interface Graph extends StepGraph {
  readonly model: AnyModel;
}

/** A graph that is explored as its arcs are read. */
export type OpenGraph = Omit<Graph, 'arcs'>;

export interface Exploration {
  readonly logic: TimedLogic;
  /** Returns the possible next steps. */
  readonly getSteps: (state: Timed) => readonly Step[];
  readonly edges?: readonly Edge[];
  /** Distinguishes snapshots by the remaining times of their timers. Default: by the order of their deadlines. */
  readonly isExact?: boolean;
  readonly project?: Project;
  readonly limit?: number | undefined;
}

/** Explores the real machine with everything that the model allows. Timers fire in order of deadline. */
export function explore(model: AnyModel): Graph {
  return { ...exploreSteps(toExploration(model)), model };
}

/** Like `explore`, but takes the steps of a snapshot only when its arcs are read. Has no list of all arcs. */
export function exploreOnDemand(model: AnyModel): OpenGraph {
  return { ...startExploration(toExploration(model)), model };
}

function toExploration(model: AnyModel): Exploration {
  const { project, limit } = model;
  return {
    project,
    limit,
    logic: timedLogic(model.machine),
    getSteps: (state) => (isLeft(model, state) ? [] : getSteps(model, state)),
  };
}

/** Takes every possible step in every snapshot. Throws `TooManySnapshots` when it would not end. */
export function exploreSteps(exploration: Exploration): StepGraph {
  const graph = startExploration(exploration);
  const arcs: (readonly Arc[])[] = [];
  // The nodes that the arcs lead to are added while their keys are walked.
  for (const key of graph.nodes.keys()) arcs.push(graph.arcsFrom(key));
  return { ...graph, arcs: arcs.flat() };
}

function startExploration({
  logic,
  getSteps: stepsIn,
  edges = getEdges(logic.machine),
  isExact = false,
  project,
  limit,
}: Exploration): Omit<StepGraph, 'arcs'> {
  const edgeIds = new Map(edges.map(({ definition, id }) => [definition, id] as const));
  const toKey = serialiser({ project, isExact });
  const snapshots = createSnapshotLimit(logic.machine, { project, limit, toText: getJson });

  const nodes = new Map<string, Node>();
  const find = (state: Timed): string => {
    const key = toKey(state);
    const known = nodes.get(key);
    // All arcs share the node's own string, so that comparing keys is cheap.
    if (known !== undefined) return known.key;
    const value = state.snapshot === null ? '(not started)' : getActiveValue(state.snapshot);
    const node = { key, value, state };
    nodes.set(key, node);
    snapshots.add(node);
    return key;
  };

  const startKey = find(NOT_STARTED);
  const out = new Map<string, readonly Arc[]>();
  const arcsFrom = (key: string): readonly Arc[] => {
    const known = out.get(key);
    const state = nodes.get(key)?.state;
    if (known !== undefined || state === undefined) return known ?? [];
    const arcs = stepsIn(state).map((step): Arc => {
      const next = logic.transition(state, step);
      const taken = next.taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []);
      const to = isSame(state, next) ? key : find(next);
      return { from: key, to, step, taken, changes: to !== key || taken.length > 0 };
    });
    out.set(key, arcs);
    snapshots.addSteps(arcs.length);
    return arcs;
  };
  return { logic, edges, nodes, toKey, startKey, arcsFrom };
}

/** Most events are ignored. */
function isSame(before: Timed, after: Timed): boolean {
  const { snapshot, now, timers, flights } = after;
  return snapshot === before.snapshot && now === before.now && timers === before.timers && flights === before.flights;
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

function serialiser({ project, isExact }: Pick<Exploration, 'project' | 'isExact'>): (state: Timed) => string {
  return ({ snapshot, timers, flights, now }) => {
    if (snapshot === null) return '(not started)';
    const waiting = [
      timers.map(({ id, due }, index) => {
        if (isExact === true) return `${id} in ${due - now}`;
        return timers[index - 1]?.due === due ? `=${id}` : id;
      }),
      flights.map(({ id }) => id).sort(),
    ];
    return `${tellSnapshot(snapshot, project).slice(0, -1)},${getJson(waiting).slice(1)}`;
  };
}

function tellSnapshot(snapshot: AnyMachineSnapshot, project: Project): string {
  const { value, status, context } = snapshot;
  const told: unknown = project === undefined ? context : project(context as never, snapshot as never);
  try {
    return getJson([value, status, told]);
  } catch (cause) {
    throw new Error(describeUnreadable(told, cause, { project, toText: getJson }), { cause });
  }
}

function getJson(value: unknown): string {
  return JSON.stringify(value, nameReferences) ?? 'undefined';
}

/** Replaces actor references by names: they contain session ids, and the graph would never end. */
export function nameReferences(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  if ('sessionId' in value && 'id' in value) return `actor ${String(value.id)}`;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Map || value instanceof Set) return [...value];
  return value;
}
