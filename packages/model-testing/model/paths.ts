import type { Arc, StepGraph } from './explore.ts';
import { NOT_STARTED } from './timed.ts';
import type { Step, Timed } from './timed.ts';

export interface Path {
  readonly title: string;
  readonly steps: readonly Step[];
}

export function toPath(arcs: readonly Arc[]): Path {
  return { title: arcs.map(({ step }) => step.label).join(' → '), steps: arcs.map(({ step }) => step) };
}

/** Returns the exact snapshots along a path; a node of the graph is only a representative of its class. */
export function predictSnapshots({ logic }: Pick<StepGraph, 'logic'>, steps: readonly Step[]): Timed[] {
  let state = NOT_STARTED;
  return steps.map((step) => {
    if (step.kind === 'after' && state.timers[0]?.event.type !== step.event.type) {
      throw new Error(`project merges too much: ${step.label} is not the next timer here`);
    }
    state = logic.transition(state, step);
    return state;
  });
}

/** Returns the shortest path from the start to every node. */
export function findShortestPaths({
  arcsFrom,
  startKey,
}: Pick<StepGraph, 'startKey' | 'arcsFrom'>): Map<string, readonly Arc[]> {
  const ways = new Map<string, readonly Arc[]>([[startKey, []]]);
  const queue = [startKey];
  for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
    for (const arc of arcsFrom(key)) {
      if (ways.has(arc.to)) continue;
      ways.set(arc.to, [...(ways.get(key) ?? []), arc]);
      queue.push(arc.to);
    }
  }
  return ways;
}

/** Returns the shortest path to each state of the machine (not each snapshot). */
export function statePaths(graph: StepGraph): Path[] {
  const seen = new Set<string>();
  return [...findShortestPaths(graph)].flatMap(([key, way]) => {
    const value = graph.nodes.get(key)?.value ?? '';
    if (way.length === 0 || seen.has(value)) return [];
    seen.add(value);
    return [toPath(way)];
  });
}

/** Returns for each transition the shortest path that ends by taking it. */
export function transitionPaths(graph: StepGraph, ways = findShortestPaths(graph)): Path[] {
  const getPathLength = ({ from }: Arc) => ways.get(from)?.length ?? Number.POSITIVE_INFINITY;
  const nearest = new Map<string, Arc>();
  for (const arc of graph.arcs) {
    for (const id of arc.taken) {
      const known = nearest.get(id);
      if (known === undefined || getPathLength(arc) < getPathLength(known)) nearest.set(id, arc);
    }
  }
  return graph.edges.flatMap(({ id }) => {
    const last = nearest.get(id);
    const way = ways.get(last?.from ?? '');
    return last === undefined || way === undefined ? [] : [{ ...toPath([...way, last]), title: id }];
  });
}

/** Returns those transition paths that can be walked; on others an earlier timer fires. */
export function findWalkableTransitionPaths(graph: StepGraph): Path[] {
  return transitionPaths(graph).filter((path) => isFeasible(graph, path));
}

/** Returns the steps with these labels along the graph, or `null` when there is no such path. */
export function findSteps(graph: Pick<StepGraph, 'startKey' | 'arcsFrom'>, path: readonly string[]): Step[] | null {
  const steps: Step[] = [];
  let key = graph.startKey;
  for (const label of path) {
    const arc = graph.arcsFrom(key).find(({ step }) => step.label === label);
    if (arc === undefined) return null;
    steps.push(arc.step);
    key = arc.to;
  }
  return steps;
}

/** Returns the shortest paths through every arc that changes something, without prefixes of others. */
export function arcPaths(graph: StepGraph): Path[] {
  const ways = findShortestPaths(graph);
  const paths = selectDistinctArcs(graph).map((arc) => [...(ways.get(arc.from) ?? []), arc]);
  return withoutPrefixes(paths)
    .map(toPath)
    .filter((path) => isFeasible(graph, path));
}

/** Returns paths to every snapshot with all steps that must not change anything there, one after the other. */
export function quietPaths(graph: StepGraph): Path[] {
  return [...findShortestPaths(graph)].flatMap(([key, way]) => {
    const quiet = graph.arcsFrom(key).filter(({ changes, step }) => !changes && isFromOutside(step));
    return quiet.length === 0 ? [] : [toPath([...way, ...quiet])];
  });
}

/**
 * Returns whether a user or a listener sends the step. Both can continue after an ignored event, while an actor answers
 * once.
 */
function isFromOutside({ kind }: Step): boolean {
  return kind === 'user' || kind === 'sent';
}

/**
 * Returns the arcs that change something, without indistinguishable ones: arcs with the same transitions between the
 * same snapshots count once, and each case once per set of transitions.
 */
export function selectDistinctArcs({ arcs }: StepGraph): Arc[] {
  const changing = arcs.filter(({ changes }) => changes);
  return [
    ...new Set([
      ...firstByKey(changing, whatHappens),
      ...firstByKey(changing, ({ step, taken }) => text(step.label, ...taken)),
    ]),
  ];
}

function whatHappens({ from, to, taken }: Arc): string {
  return text(from, to, ...taken);
}

function text(...parts: readonly string[]): string {
  return parts.join('\n');
}

function firstByKey(arcs: readonly Arc[], key: (arc: Arc) => string): Arc[] {
  const first = new Map<string, Arc>();
  for (const arc of arcs) if (!first.has(key(arc))) first.set(key(arc), arc);
  return [...first.values()];
}

// A number per arc keeps keys short.
const ids = new WeakMap<Arc, number>();
let lastId = 0;

export function getArcId(arc: Arc): number {
  const id = ids.get(arc) ?? ++lastId;
  ids.set(arc, id);
  return id;
}

function isFeasible(graph: StepGraph, { steps }: Path): boolean {
  return findSnapshots(graph, steps) !== null;
}

/** Returns the exact snapshots along a path, or `null` when an earlier timer fires on it. */
export function findSnapshots(graph: StepGraph, steps: readonly Step[]): Timed[] | null {
  try {
    return predictSnapshots(graph, steps);
  } catch {
    return null;
  }
}

function withoutPrefixes(paths: readonly (readonly Arc[])[]): (readonly Arc[])[] {
  const longestFirst = [...paths].sort((a, b) => b.length - a.length);
  const prefixes = new Set<string>();
  return longestFirst.filter((path) => {
    const keys = path.map((_, index) =>
      path
        .slice(0, index + 1)
        .map(getArcId)
        .join(' '),
    );
    if (prefixes.has(keys.at(-1) ?? '')) return false;
    for (const key of keys) prefixes.add(key);
    return true;
  });
}
