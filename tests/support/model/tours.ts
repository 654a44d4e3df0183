import type { Arc, Graph } from './explore.ts';
import { idOf, pathOf, shortestWays, tellingArcs } from './paths.ts';
import type { Path } from './paths.ts';
import { NOT_STARTED } from './timed.ts';
import type { Timed } from './timed.ts';

export interface Tours {
  readonly paths: readonly Path[];
  readonly steps: number;
  readonly covered: number;
  readonly total: number;
}

/** Names what a step does that a tour should do at least once; null for nothing. */
type Want = (before: Arc | null, arc: Arc) => string | null;

interface Limits {
  readonly maxSteps: number;
  readonly maxLength: number;
}

const PAIR_STEPS = 5_000;
const LENGTH = 60;

/** Few long walks along everything that changes something. They also find what a restart would hide. */
export function arcTours(graph: Graph): Tours {
  return tours(graph, (_, arc) => String(idOf(arc)), { maxSteps: Number.POSITIVE_INFINITY, maxLength: LENGTH });
}

/**
 * Walks that take every two transitions of the machine that can follow one another, and after that as many pairs
 * between snapshots as fit into the steps. They see faults that make two histories look like one state.
 */
export function pairTours(graph: Graph, maxSteps = PAIR_STEPS): { readonly paths: readonly Path[]; readonly transitions: Tours; readonly snapshots: Tours } {
  const value = ({ from }: Arc) => graph.nodes.get(from)?.value ?? '';
  const transitions = tours(
    graph,
    (before, arc) => (before === null ? null : [value(before), ...before.taken, '+', ...arc.taken].join('\n')),
    { maxSteps, maxLength: LENGTH },
  );
  const snapshots = tours(
    graph,
    (before, arc) => (before === null ? null : `${idOf(before)} ${idOf(arc)}`),
    { maxSteps: maxSteps - transitions.steps, maxLength: LENGTH },
  );
  return { paths: [...transitions.paths, ...snapshots.paths], transitions, snapshots };
}

/** Few walks that take each transition and give each answer at least once, by what is possible, e.g. in a browser. */
export function edgeTours(graph: Graph, isPossible: (arc: Arc) => boolean): Tours {
  const arcsFrom = (key: string) => graph.arcsFrom(key).filter(isPossible);
  const reached = shortestWays({ ...graph, arcsFrom });
  const possible: Graph = { ...graph, arcsFrom, arcs: [...reached.keys()].flatMap(arcsFrom) };
  const isNamed = ({ step: { kind } }: Arc) => kind === 'start' || kind === 'done' || kind === 'error';
  const want = (_: Arc | null, arc: Arc) => [...arc.taken, isNamed(arc) ? arc.step.label : ''].join('\n') || null;
  return tours(possible, want, { maxSteps: Number.POSITIVE_INFINITY, maxLength: LENGTH });
}

function tours(graph: Graph, want: Want, { maxSteps, maxLength }: Limits): Tours {
  const follow = followers(graph);
  const left = new Set<string>();
  const wish = (before: Arc | null, arc: Arc) => {
    const key = want(before, arc);
    if (key !== null) left.add(key);
  };
  for (const arc of follow(null)) wish(null, arc);
  for (const arc of tellingArcs(graph)) for (const next of follow(arc)) wish(arc, next);
  const total = left.size;
  const paths: Path[] = [];
  let steps = 0;
  while (left.size > 0 && steps < maxSteps) {
    const { walk, isStuck } = oneWalk(graph, follow, { want, left }, Math.min(maxLength, maxSteps - steps));
    if (walk.length > 0) paths.push(pathOf(walk));
    steps += walk.length;
    if (isStuck) break;
  }
  return { paths, steps, covered: total - left.size, total };
}

type Follow = (arc: Arc | null) => readonly Arc[];

interface Wishes {
  readonly want: Want;
  readonly left: Set<string>;
}

function followers(graph: Graph): Follow {
  const out = new Map<string, Arc[]>();
  for (const arc of tellingArcs(graph)) out.set(arc.from, [...(out.get(arc.from) ?? []), arc]);
  return (arc) => out.get(arc === null ? graph.startKey : arc.to) ?? [];
}

/** Always on to the nearest wish that is left, as long as the real machine follows. Stuck: nothing is in reach. */
function oneWalk({ logic, keyOf }: Graph, follow: Follow, wishes: Wishes, maxLength: number): { walk: Arc[]; isStuck: boolean } {
  const walk: Arc[] = [];
  let state: Timed = NOT_STARTED;
  const grant = (before: Arc | null, arc: Arc) => void wishes.left.delete(wishes.want(before, arc) ?? '');
  const go = (arc: Arc): boolean => {
    const isPossible = arc.step.kind !== 'after' || state.timers[0]?.event.type === arc.step.event.type;
    const next = logic.transition(state, arc.step);
    if (!isPossible || keyOf(next) !== arc.to) return false;
    grant(walk.at(-1) ?? null, arc);
    state = next;
    walk.push(arc);
    return true;
  };
  while (walk.length < maxLength) {
    const route = nearest(follow, wishes, walk.at(-1) ?? null);
    if (route === null || walk.length + route.length > maxLength) return { walk, isStuck: walk.length === 0 };
    const [last, beforeLast = walk.at(-1) ?? null] = [route.at(-1), route.at(-2)];
    if (route.every(go)) continue;
    // Another timer comes first in this history: give the wish up rather than try it for ever.
    if (last !== undefined) grant(beforeLast, last);
    break;
  }
  return { walk, isStuck: false };
}

interface Reached {
  readonly arc: Arc;
  readonly via: Reached | null;
}

/** The shortest way from here whose last step grants a wish. */
function nearest(follow: Follow, { want, left }: Wishes, from: Arc | null): Arc[] | null {
  const isWished = (before: Arc | null, arc: Arc) => left.has(want(before, arc) ?? '');
  const queue: Reached[] = [];
  const seen = new Set<Arc>();
  const visit = (before: Reached | null): Arc[] | null => {
    for (const arc of follow(before === null ? from : before.arc)) {
      const reached = { arc, via: before };
      if (isWished(before === null ? from : before.arc, arc)) return wayTo(reached);
      if (seen.has(arc)) continue;
      seen.add(arc);
      queue.push(reached);
    }
    return null;
  };
  let found = visit(null);
  for (let index = 0; found === null && index < queue.length; index++) found = visit(queue[index] ?? null);
  return found;
}

function wayTo(reached: Reached): Arc[] {
  const way: Arc[] = [];
  for (let at: Reached | null = reached; at !== null; at = at.via) way.unshift(at.arc);
  return way;
}
