import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { explore, nameReferences, serialise } from 'model-testing/model/explore';
import type { Arc, Graph } from 'model-testing/model/explore';
import type { AnyModel } from 'model-testing/model/define';
import { logicKind } from 'model-testing/model/structure';
import { predict } from 'model-testing/model/paths';
import type { Step, Timed } from 'model-testing/model/timed';
import { isMade } from 'model-testing/view/made';
import { happeningsOf } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import type { SubjectOf } from './tell.ts';

/** A running child machine, and the path's position in it. */
interface Running {
  readonly graph: Graph;
  readonly steps: readonly Step[];
  readonly key: string;
}

/** A happening of a path with the index of its step. */
export interface PathHappening extends Happening {
  readonly at: number;
}

/**
 * Replaces the answers of child machines by the steps that lead to them, if a path through the child ends in the same
 * way; the answers follow as consequences. An answer without such a path stays unchanged.
 */
export function throughInside(graph: Graph, steps: readonly Step[], subjectOf: SubjectOf): PathHappening[] {
  const runs = new Map<string, Running>();
  const found: PathHappening[] = [];
  let told = happeningsOf(graph, steps);
  let later = 0;
  for (const index of steps.keys()) {
    const inside = wayInside(told, index, { graph, runs, subjectOf });
    const outside = inside === null ? null : attempted(() => happeningsOf(graph, inside.steps));
    if (inside !== null && outside !== null) {
      told = outside;
      const start = (found.at(-1)?.now ?? 0) - (inside.happenings[0]?.now ?? 0);
      found.push(...inside.happenings.map((each) => ({ ...each, now: each.now + start, at: index })));
      later = Math.max(later, (found.at(-1)?.now ?? 0) - (told[index]?.now ?? 0));
    }
    const one = told[index] as Happening;
    found.push({ ...one, at: index, now: one.now + later, ...(outside !== null && { isConsequence: true }) });
  }
  return found;
}

/** Returns the child actor that a happening reports or answers. */
function childOf({ before, step }: Happening): AnyActorRef | null {
  if (step.actorId === undefined || before === null) return null;
  if (step.kind !== 'done' && !step.event.type.startsWith('xstate.snapshot.')) return null;
  const child = (before.children as Record<string, AnyActorRef | undefined>)[step.actorId];
  const logic = (child as { logic?: never } | undefined)?.logic;
  return child !== undefined && logic !== undefined && logicKind(logic) === 'machine' ? child : null;
}

interface Outside {
  readonly graph: Graph;
  /** By child id, and by where the parent started it. */
  readonly runs: Map<string, Running>;
  readonly subjectOf: SubjectOf;
}

interface Inside {
  readonly happenings: readonly Happening[];
  /** Steps of the path, with the child's real results. */
  readonly steps: readonly Step[];
}

/** Returns the child's steps until it ends or becomes visible as the path says, or `null` when no path leads there. */
function wayInside(told: readonly Happening[], index: number, { graph, runs, subjectOf }: Outside): Inside | null {
  const one = told[index] as Happening;
  const child = childOf(one);
  const subject = child === null ? null : subjectOf((child as unknown as { logic: { id: string } }).logic.id);
  if (child === null || subject === null) return null;
  const since = told.findLastIndex(({ before }, at) => at <= index && before?.children[child.id] === undefined);
  const run = `${child.id} ${since}`;
  const input: unknown = (child as unknown as { options?: { input?: unknown } }).options?.input;
  const known = runs.get(run) ?? begun(graphWith(subject.model as AnyModel, input));
  if (known === null) return null;
  const before = told.slice(0, index).map(({ step }) => step);
  const way = wayFrom(known, subject.model as AnyModel, wishesOf(one, { graph, before }));
  if (way === null) return null;
  const steps = [...known.steps, ...way.map(({ step }) => step)];
  const all = attempted(() => throughInside(known.graph, steps, subjectOf));
  const last = all?.at(-1);
  if (all === null || last === undefined) return null;
  runs.set(run, { ...known, steps, key: way.at(-1)?.to ?? known.key });
  const { event } = one.step;
  const real =
    one.step.kind === 'done' ? { ...event, output: last.after.output as unknown } : { ...event, snapshot: last.after };
  return {
    happenings: all
      .filter(({ at, step, inside }) => at >= known.steps.length && (step.kind !== 'start' || inside.length > 0))
      .map((each) => ({ ...each, inside: [child.id, ...each.inside] })),
    steps: [...before, { ...one.step, event: real }, ...told.slice(index + 1).map(({ step }) => step)],
  };
}

const graphs = new WeakMap<AnyModel, Map<string, Graph | null>>();

/** Returns the graph of a child with this input, or `null` when its model rejects the input. */
function graphWith(model: AnyModel, input: unknown): Graph | null {
  const known = graphs.get(model) ?? new Map<string, Graph | null>();
  graphs.set(model, known);
  const key = JSON.stringify(input, nameReferences) ?? '';
  const found = known.get(key);
  if (found !== undefined) return found;
  // Parts that a model leaves to other tests are included here.
  const { leave: _, ...whole } = model;
  const graph = attempted(() => explore({ ...whole, inputs: { '': input } }));
  known.set(key, graph);
  return graph;
}

function begun(graph: Graph | null): Running | null {
  const start = graph?.arcsFrom(graph.startKey)[0];
  return graph === null || start === undefined ? null : { graph, steps: [start.step], key: start.to };
}

type Wish = (snapshot: AnyMachineSnapshot) => boolean;

/** Returns conditions that identify the child's snapshot: its output, its target, its outside effects. */
function wishesOf(
  one: Happening,
  { graph, before }: { readonly graph: Graph; readonly before: readonly Step[] },
): Wish[] {
  const text = (value: unknown) => JSON.stringify(value, nameReferences);
  const { step } = one;
  const leads = (event: object) =>
    attempted(() => predict(graph, [...before, { ...step, event: event as Step['event'] }]).at(-1) ?? null);
  const here = leads(step.event);
  const places = (state: Timed | null) => (state === null ? null : serialise(graph.model, state));
  const edges = (state: Timed | null) =>
    text(state?.taken.map(({ definition }) => graph.edges.findIndex((edge) => edge.definition === definition)));
  if (step.kind !== 'done')
    return [(snapshot) => snapshot.status === 'active' && places(leads({ ...step.event, snapshot })) === places(here)];
  const ended = ({ output }: AnyMachineSnapshot) => leads({ ...step.event, output: output as unknown });
  const wishes: Wish[] = [
    (snapshot) => text(snapshot.output) === text(step.event['output']),
    (snapshot) => places(ended(snapshot)) === places(here),
    (snapshot) => edges(ended(snapshot)) === edges(here),
  ];
  return wishes.map((isWanted) => (snapshot) => snapshot.status === 'done' && isWanted(snapshot));
}

/** Returns the shortest path to a wanted snapshot, through controls if possible. The first reachable condition wins. */
function wayFrom({ graph, key }: Running, model: AnyModel, wishes: readonly Wish[]): readonly Arc[] | null {
  const made = waysFrom(graph, key, (arc) => isMade(model, graph, arc));
  const all = waysFrom(graph, key, () => true);
  for (const isWanted of wishes) {
    for (const ways of [made, all]) {
      for (const [at, way] of ways) {
        const snapshot = graph.nodes.get(at)?.state.snapshot;
        if (snapshot != null && isWanted(snapshot)) return way;
      }
    }
  }
  return null;
}

function waysFrom(graph: Graph, key: string, isTaken: (arc: Arc) => boolean): Map<string, readonly Arc[]> {
  const ways = new Map<string, readonly Arc[]>([[key, []]]);
  for (const [at, way] of ways) {
    for (const arc of graph.arcsFrom(at)) if (!ways.has(arc.to) && isTaken(arc)) ways.set(arc.to, [...way, arc]);
  }
  return ways;
}

function attempted<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
