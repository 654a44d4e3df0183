import type { Arc, Graph } from './explore.ts';
import { NOT_STARTED } from './timed.ts';
import type { Step, Timed } from './timed.ts';

export interface Path {
  readonly title: string;
  readonly steps: readonly Step[];
}

export function pathOf(arcs: readonly Arc[]): Path {
  return { title: arcs.map(({ step }) => step.label).join(' → '), steps: arcs.map(({ step }) => step) };
}

/** The exact snapshots along a path; a node of the graph is only a representative of its class. */
export function predict({ logic }: Graph, steps: readonly Step[]): Timed[] {
  let state = NOT_STARTED;
  return steps.map((step) => {
    if (step.kind === 'after' && state.timers[0]?.event.type !== step.event.type) {
      throw new Error(`project merges too much: ${step.label} is not the next timer here`);
    }
    state = logic.transition(state, step);
    return state;
  });
}

/** The shortest way from the start to every node. */
export function shortestWays({ arcsFrom, startKey }: Graph): Map<string, readonly Arc[]> {
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

/** The shortest way to each state of the machine (not each snapshot). */
export function statePaths(graph: Graph): Path[] {
  const seen = new Set<string>();
  return [...shortestWays(graph)].flatMap(([key, way]) => {
    const value = graph.nodes.get(key)?.value ?? '';
    if (way.length === 0 || seen.has(value)) return [];
    seen.add(value);
    return [pathOf(way)];
  });
}

/** For each transition of the machine the shortest way that takes it. */
export function transitionPaths(graph: Graph): Path[] {
  const ways = shortestWays(graph);
  const lengthOf = ({ from }: Arc) => ways.get(from)?.length ?? Number.POSITIVE_INFINITY;
  return graph.edges.flatMap(({ id }) => {
    const takers = graph.arcs.filter(({ taken }) => taken.includes(id));
    const [nearest] = takers.sort((a, b) => lengthOf(a) - lengthOf(b));
    return nearest === undefined ? [] : [{ ...pathOf([...(ways.get(nearest.from) ?? []), nearest]), title: id }];
  });
}

/**
 * The shortest way to and then along everything that changes something. Cases that take the same transitions
 * between the same snapshots are walked once, but each case once with each set of transitions. Prefixes are dropped.
 */
export function arcPaths(graph: Graph): Path[] {
  const ways = shortestWays(graph);
  const changing = graph.arcs.filter(({ changes }) => changes);
  const arcs = new Set([
    ...firstOf(changing, whatHappens),
    ...firstOf(changing, ({ step, taken }) => text(step.label, ...taken)),
  ]);
  const paths = [...arcs].map((arc) => [...(ways.get(arc.from) ?? []), arc]);
  return withoutPrefixes(paths).map(pathOf).filter((path) => isFeasible(graph, path));
}

/** To every snapshot, and there everything that must change nothing, one after the other. */
export function quietPaths(graph: Graph): Path[] {
  return [...shortestWays(graph)].flatMap(([key, way]) => {
    const quiet = graph.arcsFrom(key).filter(({ changes, step }) => !changes && step.kind === 'user');
    return quiet.length === 0 ? [] : [pathOf([...way, ...quiet])];
  });
}

export interface Tours {
  readonly paths: readonly Path[];
  readonly steps: number;
  readonly covered: number;
  readonly total: number;
}

/**
 * Long walks that take every two changing transitions that can follow one another. They see faults that make
 * two different histories look like one state. Stops before `maxSteps`.
 */
export function pairTours(graph: Graph, maxSteps = 5_000, maxLength = 60): Tours {
  const follow = followers(graph);
  const left = new Set<string>();
  for (const [arc, nexts] of follow) for (const next of nexts) left.add(pairId(arc, next));
  const total = left.size;
  const paths: Path[] = [];
  let steps = 0;
  while (left.size > 0 && steps < maxSteps) {
    const walk = walkPairs(graph, follow, left, Math.min(maxLength, maxSteps - steps));
    if (walk.length === 0) break;
    steps += walk.length;
    paths.push(pathOf(walk));
  }
  return { paths, steps, covered: total - left.size, total };
}

type Followers = ReadonlyMap<Arc, readonly Arc[]>;

function followers({ nodes, arcsFrom }: Graph): Followers {
  const out = new Map([...nodes.keys()].map((key) => [key, firstOf(arcsFrom(key).filter(({ changes }) => changes), whatHappens)]));
  return new Map([...out.values()].flat().map((arc) => [arc, out.get(arc.to) ?? []]));
}

function whatHappens({ from, to, taken }: Arc): string {
  return text(from, to, ...taken);
}

function text(...parts: readonly string[]): string {
  return parts.join('\n');
}

function firstOf(arcs: readonly Arc[], key: (arc: Arc) => string): Arc[] {
  const first = new Map<string, Arc>();
  for (const arc of arcs) if (!first.has(key(arc))) first.set(key(arc), arc);
  return [...first.values()];
}

const ids = new WeakMap<Arc, number>();
let lastId = 0;

function idOf(arc: Arc): number {
  const id = ids.get(arc) ?? ++lastId;
  ids.set(arc, id);
  return id;
}

function pairId(first: Arc, second: Arc): string {
  return `${idOf(first)} ${idOf(second)}`;
}

/** One walk from the start: always to the nearest pair that is left, as long as the real machine follows. */
function walkPairs(graph: Graph, follow: Followers, left: Set<string>, maxLength: number): Arc[] {
  const walk: Arc[] = [];
  let state: Timed = NOT_STARTED;
  const go = (arc: Arc): boolean => {
    const next = graph.logic.transition(state, arc.step);
    const last = walk.at(-1);
    if (last !== undefined) left.delete(pairId(last, arc));
    const isPossible = arc.step.kind !== 'after' || state.timers[0]?.event.type === arc.step.event.type;
    if (!isPossible || graph.keyOf(next) !== arc.to) return false;
    state = next;
    walk.push(arc);
    return true;
  };
  while (walk.length < maxLength) {
    const route = nearestPair(graph, follow, left, walk.at(-1));
    if (route === null || walk.length + route.length > maxLength) break;
    const [last, beforeLast] = [route.at(-1), route.at(-2) ?? walk.at(-1)];
    if (route.every(go)) continue;
    // Another timer comes first in this history: drop the pair rather than try it for ever.
    if (last !== undefined && beforeLast !== undefined) left.delete(pairId(beforeLast, last));
    break;
  }
  return walk;
}

function nearestPair(graph: Graph, follow: Followers, left: ReadonlySet<string>, from: Arc | undefined): Arc[] | null {
  const firsts = from === undefined ? [...follow.keys()].filter((arc) => arc.from === graph.startKey) : (follow.get(from) ?? []);
  const queue: { arc: Arc; via: Arc[] }[] = [];
  const seen = new Set<Arc>();
  for (const arc of firsts) {
    if (from !== undefined && left.has(pairId(from, arc))) return [arc];
    seen.add(arc);
    queue.push({ arc, via: [arc] });
  }
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const next of follow.get(at.arc) ?? []) {
      if (left.has(pairId(at.arc, next))) return [...at.via, next];
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push({ arc: next, via: [...at.via, next] });
    }
  }
  return null;
}

function isFeasible(graph: Graph, { steps }: Path): boolean {
  try {
    predict(graph, steps);
    return true;
  } catch {
    return false;
  }
}

function withoutPrefixes(paths: readonly (readonly Arc[])[]): (readonly Arc[])[] {
  const longestFirst = [...paths].sort((a, b) => b.length - a.length);
  const prefixes = new Set<string>();
  return longestFirst.filter((path) => {
    const keys = path.map((_, index) => path.slice(0, index + 1).map(idOf).join(' '));
    if (prefixes.has(keys.at(-1) ?? '')) return false;
    for (const key of keys) prefixes.add(key);
    return true;
  });
}
