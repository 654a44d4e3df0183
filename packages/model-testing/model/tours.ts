import type { Arc, StepGraph } from './explore.ts';
import { getArcId, toPath, findShortestPaths, selectDistinctArcs } from './paths.ts';
import type { Path } from './paths.ts';
import { NOT_STARTED } from './timed.ts';
import type { Timed } from './timed.ts';

export interface Tours {
  readonly paths: readonly Path[];
  readonly steps: number;
  readonly covered: number;
  readonly total: number;
}

/** Goals of a tour, each to be reached at least once. */
interface TourGoal {
  /** Numbers the goal of a step, from 1; `null` for none. */
  readonly of: (before: Arc | null, arc: Arc) => number | null;
  /** Returns the position after an arc, `null` at the start. Arcs with the same position lead to the same goals. */
  readonly place: (arc: Arc | null) => unknown;
}

interface Limits {
  readonly maxSteps: number;
  readonly maxLength: number;
}

const PAIR_STEPS = 5_000;
/** Steps of one walk. */
export const LENGTH = 60;
/** More than the number of arcs of all graphs in one run. */
const MOST_ARCS = 2 ** 26;

/**
 * Returns few long walks along everything that changes something, or as much of it as fits into the steps. They also
 * find what a restart would hide.
 */
export function arcTours(graph: StepGraph, maxSteps = Number.POSITIVE_INFINITY): Tours {
  return tours(graph, { of: (_, arc) => getArcId(arc), place: nodeAfter }, { maxSteps, maxLength: LENGTH });
}

/**
 * Returns walks that take every possible pair of consecutive transitions, and then as many pairs between snapshots as
 * fit into the steps. They find faults that make two histories look like one state.
 */
export function pairTours(
  graph: StepGraph,
  { maxSteps = PAIR_STEPS, maxLength = LENGTH }: Partial<Limits> = {},
): { readonly paths: readonly Path[]; readonly transitions: Tours; readonly snapshots: Tours } {
  const first = numbered(({ from, taken }) => [graph.nodes.get(from)?.value ?? '', ...taken].join('\n'));
  const second = numbered(({ taken }) => taken.join('\n'));
  const pairs = (one: (arc: Arc) => number, other: (arc: Arc) => number): TourGoal => ({
    of: (before, arc) => (before === null ? null : one(before) * MOST_ARCS + other(arc)),
    place: (arc) => arc,
  });
  const transitions = tours(graph, pairs(first, second), { maxSteps, maxLength });
  const snapshots = tours(graph, pairs(getArcId, getArcId), { maxSteps: maxSteps - transitions.steps, maxLength });
  return { paths: [...transitions.paths, ...snapshots.paths], transitions, snapshots };
}

/**
 * Returns few walks that take each transition and give each result at least once, using only possible steps, e.g. in a
 * browser.
 */
export function edgeTours(graph: StepGraph, isPossible: (arc: Arc) => boolean, maxLength = LENGTH): Tours {
  const arcsFrom = (key: string) => graph.arcsFrom(key).filter(isPossible);
  const reached = findShortestPaths({ ...graph, arcsFrom });
  const possible: StepGraph = { ...graph, arcsFrom, arcs: [...reached.keys()].flatMap(arcsFrom) };
  const isNamed = ({ step: { kind } }: Arc) => kind === 'start' || kind === 'done' || kind === 'error';
  const number = numbered((arc) => [...arc.taken, isNamed(arc) ? arc.step.label : ''].join('\n'));
  const of = (_: Arc | null, arc: Arc) => (arc.taken.length === 0 && !isNamed(arc) ? null : number(arc));
  return tours(possible, { of, place: nodeAfter }, { maxSteps: Number.POSITIVE_INFINITY, maxLength });
}

function nodeAfter(arc: Arc | null): unknown {
  return arc?.to ?? null;
}

function tours(graph: StepGraph, want: TourGoal, { maxSteps, maxLength }: Limits): Tours {
  const wishes = createWishes(graph, want);
  const total = wishes.left();
  const paths: Path[] = [];
  let steps = 0;
  while (wishes.left() > 0 && steps < maxSteps) {
    const { walk, isStuck } = oneWalk(graph, wishes, Math.min(maxLength, maxSteps - steps));
    if (walk.length > 0) paths.push(toPath(walk));
    steps += walk.length;
    if (isStuck) break;
  }
  return { paths, steps, covered: total - wishes.left(), total };
}

interface TourGoals {
  readonly left: () => number;
  readonly grant: (before: Arc | null, arc: Arc) => void;
  /** Returns the shortest path whose last step reaches a goal, or `null`. */
  readonly nearest: (from: Arc | null) => Arc[] | null;
}

interface Reached {
  readonly arc: Arc | null;
  readonly via: Reached | null;
}

function createWishes(graph: StepGraph, { of, place }: TourGoal): TourGoals {
  const out = new Map<string, Arc[]>();
  for (const arc of selectDistinctArcs(graph)) out.set(arc.from, [...(out.get(arc.from) ?? []), arc]);
  const follow = (arc: Arc | null) => out.get(arc === null ? graph.startKey : arc.to) ?? [];
  // One arc per target is enough to go there.
  const ways = new Map(
    [...out].map(([key, arcs]) => [key, [...new Map(arcs.map((arc) => [place(arc), arc])).values()]]),
  );
  const waysFrom = (arc: Arc | null) => ways.get(arc === null ? graph.startKey : arc.to) ?? [];

  const left = new Set<number>();
  for (const before of [null, ...selectDistinctArcs(graph)]) {
    for (const arc of follow(before)) {
      const wish = of(before, arc);
      if (wish !== null) left.add(wish);
    }
  }

  // Reached goals stay reached, so each position is searched only once.
  const looked = new Map<unknown, number>();
  const wishedAfter = (before: Arc | null): Arc | null => {
    const arcs = follow(before);
    const isWished = (arc: Arc | undefined) => arc === undefined || left.has(of(before, arc) ?? 0);
    let index = looked.get(place(before)) ?? 0;
    while (!isWished(arcs[index])) index++;
    looked.set(place(before), index);
    return arcs[index] ?? null;
  };

  const nearest = (from: Arc | null): Arc[] | null => {
    const queue: Reached[] = [{ arc: from, via: null }];
    const seen = new Set([place(from)]);
    for (const reached of queue) {
      const wished = wishedAfter(reached.arc);
      if (wished !== null) return wayTo({ arc: wished, via: reached });
      for (const arc of waysFrom(reached.arc)) {
        if (seen.has(place(arc))) continue;
        seen.add(place(arc));
        queue.push({ arc, via: reached });
      }
    }
    return null;
  };

  return { left: () => left.size, grant: (before, arc) => void left.delete(of(before, arc) ?? 0), nearest };
}

/** Without the start position. */
function wayTo(reached: Reached): Arc[] {
  const way: Arc[] = [];
  for (let at = reached; at.via !== null; at = at.via) if (at.arc !== null) way.unshift(at.arc);
  return way;
}

/** Walks to the nearest remaining goal as long as the real machine follows. Stuck when no goal is in reach. */
function oneWalk(
  { logic, toKey }: StepGraph,
  { nearest, grant }: TourGoals,
  maxLength: number,
): { walk: Arc[]; isStuck: boolean } {
  const walk: Arc[] = [];
  let state: Timed = NOT_STARTED;
  const go = (arc: Arc): boolean => {
    const isPossible = arc.step.kind !== 'after' || state.timers[0]?.event.type === arc.step.event.type;
    const next = logic.transition(state, arc.step);
    if (!isPossible || toKey(next) !== arc.to) return false;
    grant(walk.at(-1) ?? null, arc);
    state = next;
    walk.push(arc);
    return true;
  };
  while (walk.length < maxLength) {
    const route = nearest(walk.at(-1) ?? null);
    if (route === null || walk.length + route.length > maxLength) return { walk, isStuck: walk.length === 0 };
    const [last, beforeLast = walk.at(-1) ?? null] = [route.at(-1), route.at(-2)];
    if (route.every(go)) continue;
    // In this history another timer fires first, so the goal is dropped instead of tried forever.
    if (last !== undefined) grant(beforeLast, last);
    break;
  }
  return { walk, isStuck: false };
}

/** Assigns one number, from 1, to all arcs with the same text. */
function numbered(text: (arc: Arc) => string): (arc: Arc) => number {
  const byText = new Map<string, number>();
  const byArc = new Map<Arc, number>();
  return (arc) => {
    const known = byArc.get(arc);
    if (known !== undefined) return known;
    const number = byText.get(text(arc)) ?? byText.size + 1;
    byText.set(text(arc), number);
    byArc.set(arc, number);
    return number;
  };
}
