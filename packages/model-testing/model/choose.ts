import type { Arc, StepGraph } from './explore.ts';
import { toPath, findShortestPaths, statePaths, transitionPaths } from './paths.ts';
import type { Path } from './paths.ts';
import { createRandom, shuffle } from './random.ts';
import { edgeTours, LENGTH, pairTours } from './tours.ts';

/** Targets that paths of a graph must visit at least once. */
export const COVERS = ['states', 'transitions', 'pairs', 'tours', 'requirements'] as const;
export type Cover = (typeof COVERS)[number];

/** A path, and the index of its first relevant step. */
export interface ChosenPath extends Path {
  readonly from: number;
}

export interface PathSelection {
  readonly cover: Exclude<Cover, 'requirements'>;
  /** Longest path. Longer paths are dropped, walks are cut. */
  readonly maxSteps?: number;
  /** `false` for a step that is used only when no other does the same, e.g. because no control sends it. */
  readonly isPlain?: (arc: Arc) => boolean;
  /** A different seed gives other paths of the same quality. */
  readonly seed?: number;
}

/** Returns enough paths to visit all targets of a kind. */
export function choosePaths(
  graph: StepGraph,
  { cover, maxSteps = Number.POSITIVE_INFINITY, isPlain, seed }: PathSelection,
): ChosenPath[] {
  const mine = seed === undefined ? graph : reorderArcs(graph, seed);
  const isWalk = cover === 'pairs' || cover === 'tours';
  const paths = isWalk || isPlain === undefined ? PATHS[cover](mine, maxSteps) : preferPlainPaths(mine, isPlain, cover);
  return paths
    .filter(({ steps }) => steps.length <= maxSteps)
    .map((path) => ({ ...path, from: isWalk ? 1 : path.steps.length - 1 }));
}

const PATHS: Readonly<Record<PathSelection['cover'], (graph: StepGraph, maxSteps: number) => readonly Path[]>> = {
  states: statePaths,
  transitions: (graph) => transitionPaths(graph),
  pairs: (graph, maxSteps) => pairTours(graph, { maxLength: Math.min(LENGTH, maxSteps) }).paths,
  tours: (graph, maxSteps) => edgeTours(graph, () => true, Math.min(LENGTH, maxSteps)).paths,
};

/**
 * Returns the shortest paths to each state or through each transition by plain steps; if no plain step takes a
 * transition, the shortest path whose last step alone is not plain; otherwise any.
 */
function preferPlainPaths(graph: StepGraph, isPlain: (arc: Arc) => boolean, cover: 'states' | 'transitions'): Path[] {
  const plain = toPlainGraph(graph, isPlain);
  const [byPlain, byAny] = [findShortestPaths(plain), findShortestPaths(graph)];
  const toStates = (ways: typeof byAny) =>
    [...ways].map(([key, way]) => [graph.nodes.get(key)?.value ?? '', toPath(way)] as const);
  const through = (each: StepGraph, ways: typeof byAny) =>
    transitionPaths(each, ways).map((path) => [path.title, path] as const);
  const inOrder =
    cover === 'states'
      ? [...toStates(byPlain), ...toStates(byAny)]
      : [...through(plain, byPlain), ...through(graph, byPlain), ...through(graph, byAny)];
  const found = new Map<string, Path>();
  for (const [name, path] of inOrder) if (path.steps.length > 0 && !found.has(name)) found.set(name, path);
  return [...found.values()];
}

/** Returns the part of the graph that plain steps reach. */
export function toPlainGraph(graph: StepGraph, isPlain: (arc: Arc) => boolean): StepGraph {
  const arcsFrom = (key: string) => graph.arcsFrom(key).filter(isPlain);
  const reached = findShortestPaths({ ...graph, arcsFrom });
  const nodes = new Map([...graph.nodes].filter(([key]) => reached.has(key)));
  return { ...graph, nodes, arcsFrom, arcs: [...reached.keys()].flatMap(arcsFrom) };
}

/** Returns the shortest path that takes such a step and ends in such a state, or `null`. */
export function findShortestPath(
  graph: StepGraph,
  isThrough: ((arc: Arc) => boolean) | null,
  isTo: ((key: string) => boolean) | null,
): ChosenPath | null {
  const first: Reached = { key: graph.startKey, isDone: isThrough === null, way: null };
  const queue = [first];
  const seen = new Set([`${first.isDone} ${first.key}`]);
  for (const reached of queue) {
    if (reached.isDone && reached.way !== null && (isTo === null || isTo(reached.key))) return toChosenPath(reached);
    for (const arc of graph.arcsFrom(reached.key)) {
      const isDone = reached.isDone || isThrough?.(arc) === true;
      const place = `${isDone} ${arc.to}`;
      if (seen.has(place)) continue;
      seen.add(place);
      queue.push({ key: arc.to, isDone, way: { arc, before: reached } });
    }
  }
  return null;
}

interface Reached {
  readonly key: string;
  /** Whether the step was taken. */
  readonly isDone: boolean;
  readonly way: { readonly arc: Arc; readonly before: Reached } | null;
}

function toChosenPath(end: Reached): ChosenPath {
  const arcs: Arc[] = [];
  for (let at = end; at.way !== null; at = at.way.before) arcs.unshift(at.way.arc);
  return { ...toPath(arcs), from: arcs.length - 1 };
}

/** Returns one shortest path for each different effect of such steps. */
export function findPathsThroughEach(graph: StepGraph, isThrough: (arc: Arc) => boolean): ChosenPath[] {
  const ways = findShortestPaths(graph);
  const kinds = new Map<string, readonly Arc[]>();
  for (const arc of graph.arcs.filter(isThrough)) {
    const way = [...(ways.get(arc.from) ?? []), arc];
    const kind = arc.taken.length > 0 ? arc.taken.join('\n') : arc.step.label;
    const known = kinds.get(kind);
    if (known === undefined || way.length < known.length) kinds.set(kind, way);
  }
  return [...kinds.values()].map((way) => ({ ...toPath(way), from: way.length - 1 }));
}

/** Returns the fewest items that cover everything that all of them cover, preferring cheap ones. */
export function selectFewest<Item>(
  items: readonly Item[],
  of: (item: Item) => readonly string[],
  cost: (item: Item) => number,
): Item[] {
  const left = new Set(items.flatMap(of));
  const found: Item[] = [];
  const rest = new Set(items);
  while (left.size > 0) {
    let best: { readonly item: Item; readonly gain: number } | null = null;
    for (const item of rest) {
      const gain = new Set(of(item).filter((one) => left.has(one))).size;
      if (gain === 0) rest.delete(item);
      else if (best === null || gain > best.gain || (gain === best.gain && cost(item) < cost(best.item)))
        best = { item, gain };
    }
    if (best === null) break;
    found.push(best.item);
    for (const one of of(best.item)) left.delete(one);
  }
  return found;
}

/** Returns the same graph with its arcs in another order. */
function reorderArcs(graph: StepGraph, seed: number): StepGraph {
  const random = createRandom(seed);
  const out = new Map([...graph.nodes.keys()].map((key) => [key, shuffle(graph.arcsFrom(key), random)] as const));
  return { ...graph, arcs: [...out.values()].flat(), arcsFrom: (key) => out.get(key) ?? [] };
}
