import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { exploreOnDemand, nameReferences, serialise } from 'model-testing/model/explore';
import type { Arc, OpenGraph } from 'model-testing/model/explore';
import type { AnyModel } from 'model-testing/model/define';
import { getLogicKind } from 'model-testing/model/structure';
import { predictSnapshots } from 'model-testing/model/paths';
import { NOT_STARTED } from 'model-testing/model/timed';
import type { Step, Timed } from 'model-testing/model/timed';
import { isTriggered } from 'model-testing/view/triggered';
import { getHappenings } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import type { FindSubject } from './describe-step.ts';

/** A running child machine, and the path's position in it. */
interface RunningChild {
  readonly graph: OpenGraph;
  readonly steps: readonly Step[];
  readonly key: string;
}

/** A happening of a path with the index of its step. */
export interface PathHappening extends Happening {
  readonly at: number;
}

/** Returns paths that a child machine with this graph took, e.g. recorded ones. */
export type FindTakenPaths = (machine: string, graph: OpenGraph) => readonly (readonly Step[])[];

const NO_PATHS: FindTakenPaths = () => [];

/**
 * Replaces the answers of child machines by the steps that lead to them, if a path through the child ends in the same
 * way: one that it took, else the shortest. The answers follow as consequences. An answer without such a path stays
 * unchanged.
 */
export function expandChildren(
  graph: OpenGraph,
  steps: readonly Step[],
  findSubject: FindSubject,
  findTaken: FindTakenPaths = NO_PATHS,
): PathHappening[] {
  const runs = new Map<string, RunningChild>();
  const found: PathHappening[] = [];
  let told = getHappenings(graph, steps);
  let later = 0;
  for (const index of steps.keys()) {
    const inside = findChildPath(told, index, { graph, runs, findSubject, findTaken });
    const outside = inside === null ? null : tryOrNull(() => getHappenings(graph, inside.steps));
    if (inside !== null && outside !== null) {
      told = outside;
      const start = (found.at(-1)?.now ?? 0) - inside.since;
      found.push(...inside.happenings.map((each) => ({ ...each, now: each.now + start, at: index })));
      later = Math.max(later, (found.at(-1)?.now ?? 0) - (told[index]?.now ?? 0));
    }
    const one = told[index] as Happening;
    found.push({ ...one, at: index, now: one.now + later, ...(outside !== null && { isConsequence: true }) });
  }
  return found;
}

/** Returns the child actor that a happening reports or answers. */
function findChild({ before, step }: Happening): AnyActorRef | null {
  if (step.actorId === undefined || before === null) return null;
  if (step.kind !== 'done' && !step.event.type.startsWith('xstate.snapshot.')) return null;
  const child = (before.children as Record<string, AnyActorRef | undefined>)[step.actorId];
  const logic = (child as { logic?: never } | undefined)?.logic;
  return child !== undefined && logic !== undefined && getLogicKind(logic) === 'machine' ? child : null;
}

interface ParentPath {
  readonly graph: OpenGraph;
  /** By child id, and by where the parent started it. */
  readonly runs: Map<string, RunningChild>;
  readonly findSubject: FindSubject;
  readonly findTaken: FindTakenPaths;
}

interface ChildPath {
  readonly happenings: readonly Happening[];
  /** Time of the child's last known step. */
  readonly since: number;
  /** Steps of the path, with the child's real results. */
  readonly steps: readonly Step[];
}

/** Returns the child's steps until it ends or becomes visible as the path says, or `null` when no path leads there. */
function findChildPath(
  told: readonly Happening[],
  index: number,
  { graph, runs, findSubject, findTaken }: ParentPath,
): ChildPath | null {
  const one = told[index] as Happening;
  const child = findChild(one);
  const subject = child === null ? null : findSubject((child as unknown as { logic: { id: string } }).logic.id);
  if (child === null || subject === null) return null;
  const since = told.findLastIndex(({ before }, at) => at <= index && before?.children[child.id] === undefined);
  const run = `${child.id} ${since}`;
  const input: unknown = (child as unknown as { options?: { input?: unknown } }).options?.input;
  const known = runs.get(run) ?? startChild(getChildGraph(subject.model as AnyModel, input));
  if (known === null) return null;
  const before = told.slice(0, index).map(({ step }) => step);
  const wishes = getWishes(one, { graph, before });
  const way =
    findTakenPath(known, findTaken(subject.id, known.graph), wishes) ??
    findPath(known, subject.model as AnyModel, wishes);
  if (way === null) return null;
  const { steps } = way;
  const all = tryOrNull(() => expandChildren(known.graph, steps, findSubject, findTaken));
  const last = all?.at(-1);
  if (all === null || last === undefined) return null;
  runs.set(run, { ...known, ...way });
  const { event } = one.step;
  const real =
    one.step.kind === 'done' ? { ...event, output: last.after.output as unknown } : { ...event, snapshot: last.after };
  return {
    since: all.findLast(({ at }) => at < known.steps.length)?.now ?? 0,
    happenings: all
      .filter(({ at, step, inside }) => at >= known.steps.length && (step.kind !== 'start' || inside.length > 0))
      .map((each) => ({ ...each, inside: [child.id, ...each.inside] })),
    steps: [...before, { ...one.step, event: real }, ...told.slice(index + 1).map(({ step }) => step)],
  };
}

const graphs = new WeakMap<AnyModel, Map<string, OpenGraph | null>>();

/** Returns the graph of a child with this input, or `null` when its model rejects the input. */
function getChildGraph(model: AnyModel, input: unknown): OpenGraph | null {
  const known = graphs.get(model) ?? new Map<string, OpenGraph | null>();
  graphs.set(model, known);
  const key = JSON.stringify(input, nameReferences) ?? '';
  const found = known.get(key);
  if (found !== undefined) return found;
  // Parts that a model leaves to other tests are included here.
  const { leave: _, ...whole } = model;
  const graph = tryOrNull(() => exploreOnDemand({ ...whole, inputs: { '': input } }));
  known.set(key, graph);
  return graph;
}

function startChild(graph: OpenGraph | null): RunningChild | null {
  const start = graph?.arcsFrom(graph.startKey)[0];
  return graph === null || start === undefined ? null : { graph, steps: [start.step], key: start.to };
}

type Wish = (snapshot: AnyMachineSnapshot) => boolean;

/** Returns conditions that identify the child's snapshot: its output, its target, its outside effects. */
function getWishes(
  one: Happening,
  { graph, before }: { readonly graph: OpenGraph; readonly before: readonly Step[] },
): Wish[] {
  const text = (value: unknown) => JSON.stringify(value, nameReferences);
  const { step } = one;
  const parent = predictSnapshots(graph, before).at(-1) ?? NOT_STARTED;
  const leads = (event: object) =>
    tryOrNull(() => graph.logic.transition(parent, { ...step, event: event as Step['event'] }));
  const getPlace = (state: Timed | null) => (state === null ? null : serialise(graph.model, state));
  const getTaken = (state: Timed | null) =>
    text(state?.taken.map(({ definition }) => graph.edges.findIndex((edge) => edge.definition === definition)));
  const here = leads(step.event);
  const place = getPlace(here);
  if (step.kind !== 'done')
    return [(snapshot) => snapshot.status === 'active' && getPlace(leads({ ...step.event, snapshot })) === place];
  const ended = ({ output }: AnyMachineSnapshot) => leads({ ...step.event, output: output as unknown });
  const wishes: Wish[] = [
    (snapshot) => text(snapshot.output) === text(step.event['output']),
    (snapshot) => getPlace(ended(snapshot)) === place,
    (snapshot) => getTaken(ended(snapshot)) === getTaken(here),
  ];
  return wishes.map((isWanted) => (snapshot) => snapshot.status === 'done' && isWanted(snapshot));
}

/** The steps of a child from its start, and the node where they end. */
type Way = Pick<RunningChild, 'steps' | 'key'>;

/** Returns a path that the child took, if it continues the known steps and ends at a wanted snapshot. */
function findTakenPath(
  { graph, steps }: RunningChild,
  taken: readonly (readonly Step[])[],
  wishes: readonly Wish[],
): Way | null {
  const continuing = taken.filter((path) => steps.every(({ label }, index) => path[index]?.label === label));
  for (const isWanted of wishes) {
    for (const path of continuing) {
      const end = tryOrNull(() => predictSnapshots(graph, path).at(-1) ?? null);
      if (end !== null && end.snapshot !== null && isWanted(end.snapshot))
        return { steps: path, key: graph.toKey(end) };
    }
  }
  return null;
}

/** Returns the shortest path to a wanted snapshot, through controls if possible. The first reachable condition wins. */
function findPath({ graph, steps, key }: RunningChild, model: AnyModel, wishes: readonly Wish[]): Way | null {
  const byControls = (arc: Arc) => isTriggered(model, graph, arc);
  for (const isWanted of wishes) {
    for (const isTaken of [byControls, () => true]) {
      for (const { at, way } of walkPaths(graph, key, isTaken)) {
        const snapshot = graph.nodes.get(at)?.state.snapshot;
        if (snapshot != null && isWanted(snapshot))
          return { steps: [...steps, ...way.map(({ step }) => step)], key: at };
      }
    }
  }
  return null;
}

interface PathTo {
  readonly at: string;
  readonly way: readonly Arc[];
}

/** Yields the shortest paths to all snapshots, the shortest first. */
function* walkPaths(graph: OpenGraph, key: string, isTaken: (arc: Arc) => boolean): Generator<PathTo> {
  const queue: PathTo[] = [{ at: key, way: [] }];
  const seen = new Set([key]);
  for (const path of queue) {
    yield path;
    for (const arc of graph.arcsFrom(path.at)) {
      if (seen.has(arc.to) || !isTaken(arc)) continue;
      seen.add(arc.to);
      queue.push({ at: arc.to, way: [...path.way, arc] });
    }
  }
}

function tryOrNull<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
