import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { ChosenPath } from 'model-testing/model/choose';
import { toPlainGraph } from 'model-testing/model/choose';
import { nameReferences } from 'model-testing/model/explore';
import type { Graph } from 'model-testing/model/explore';
import { findShortestPaths, findSnapshots, toPath } from 'model-testing/model/paths';
import type { Step, Timed } from 'model-testing/model/timed';
import { actsFor } from 'model-testing/view/acts-for';
import { isTriggered } from 'model-testing/view/triggered';
import { findStartedActors } from './started-actors.ts';
import type { Subject } from './subject.ts';

/** Different values with which the cases show each field. More show nothing new of how it is passed on. */
const VALUES = 2;
/** A path may have so many steps more than the shortest one through the same transition. Longer ones get far-fetched. */
const MORE_STEPS = 3;

/** A field that a step passes on or changes. */
interface Shown {
  readonly field: string;
  readonly value: string;
  /** The number of values to show. */
  readonly most: number;
}

/**
 * Returns paths that show data which the chosen paths do not show (TST-Q5): a second value of each field that the
 * machine receives, sends or passes to an effect, and each field of the context that a transition changes. A constant
 * for a value, the id of another item or a missing assignment changes at least one of them.
 */
export async function selectValueCases(
  subject: Subject,
  graph: Graph,
  chosen: readonly ChosenPath[],
): Promise<ChosenPath[]> {
  const getShown = createReader(graph);
  const seen = new Map<string, Set<string>>();
  const isNew = ({ field, value, most }: Shown) => {
    const values = seen.get(field);
    return values === undefined || (values.size < most && !values.has(value));
  };
  const addStates = (states: readonly Timed[]) => {
    for (const [index, state] of states.entries()) {
      for (const { field, value } of getShown(states[index - 1]?.snapshot ?? null, state)) {
        const values = seen.get(field);
        if (values === undefined) seen.set(field, new Set([value]));
        else values.add(value);
      }
    }
  };
  for (const { steps } of chosen) addStates(findSnapshots(graph, steps) ?? []);
  const plain = toPlainGraph(graph, (arc) => isTriggered(subject.model, graph, arc));
  const inOrder = [...findShortestPaths(plain)].sort(([, one], [, other]) => one.length - other.length);
  const found: ChosenPath[] = [];
  const shortest = new Map<string, number>();
  for (const [key, way] of inOrder) {
    const before = graph.nodes.get(key)?.state;
    if (before === undefined) continue;
    for (const arc of plain.arcsFrom(key)) {
      const edges = arc.taken.join();
      if (!shortest.has(edges)) shortest.set(edges, way.length);
      if (!arc.changes || way.length > (shortest.get(edges) ?? 0) + MORE_STEPS) continue;
      if (!getShown(before.snapshot, graph.logic.transition(before, arc.step)).some(isNew)) continue;
      const path = toPath([...way, arc]);
      const states = findSnapshots(graph, path.steps);
      if (states === null || (await repeatsValue(subject, path.steps, states))) continue;
      addStates(states);
      found.push({ ...path, from: way.length });
    }
  }
  return found;
}

/** Typing what a field holds, or selecting what is selected, changes nothing, so a browser reports nothing. */
async function repeatsValue(
  { model, look }: Subject,
  steps: readonly Step[],
  states: readonly Timed[],
): Promise<boolean> {
  for (const [index, { event }] of steps.entries()) {
    const before = states[index - 1]?.snapshot ?? null;
    const [act] = before === null ? [] : (actsFor(model, event, before) ?? []);
    if (act?.do !== 'fill' && act?.do !== 'select') continue;
    const drawn = look(before);
    if (drawn === null) continue;
    // Imported here, because a document loads slowly and few paths need one.
    const { readRendering } = await import('../browser/expected.ts');
    const control = `${act.role} '${String(act.name)}' = '${act.value}'`;
    if (readRendering(drawn).controls.some((one) => one.startsWith(control))) return true;
  }
  return false;
}

/** Returns a function that reads what a step shows from the snapshots around it. */
function createReader({ edges }: Graph): (before: AnyMachineSnapshot | null, after: Timed) => Shown[] {
  // Eventless transitions belong to the transition of the event before them.
  const taking = edges.filter(({ kind }) => kind !== 'always');
  const edgeIds = new Map(taking.map(({ definition, id }) => [definition, id] as const));
  return (before, { snapshot, effects, taken }) => {
    if (snapshot === null) return [];
    const edge = taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []).join();
    return [
      ...taken.flatMap(({ event }) => getReceived(edge, event)),
      ...findStartedActors(before, snapshot).flatMap(({ id, input }) => flatten(id, input)),
      ...effects.flatMap(({ type, params }) => flatten(`${edge} ${type}`, params)),
      ...findChangedFields(before, snapshot).map((field) => ({ field: `${edge} ${field}`, value: '', most: 1 })),
    ];
  };
}

/** Returns the fields of what a user or a listener sends; of an answer the lengths of its lists. */
function getReceived(edge: string, event: EventObject): Shown[] {
  if (!event.type.startsWith('xstate.')) return flatten(edge, event);
  return 'output' in event ? flatten(edge, event.output).filter(({ field }) => field.endsWith(LENGTH)) : [];
}

const LENGTH = ' length';

/** Returns the fields of a value. All items of a list count as one. */
function flatten(field: string, value: unknown): Shown[] {
  const plain = nameReferences('', value);
  if (typeof plain === 'function') return [];
  if (typeof plain !== 'object' || plain === null) return [{ field, value: JSON.stringify(plain) ?? '', most: VALUES }];
  if (Array.isArray(plain)) {
    const length = { field: `${field}${LENGTH}`, value: String(plain.length), most: VALUES };
    return [length, ...plain.flatMap((one) => flatten(`${field}[]`, one))];
  }
  const known = Object.entries(plain).filter(([, one]) => one !== undefined);
  const names = { field: `${field} fields`, value: known.map(([name]) => name).join(), most: VALUES };
  return [names, ...known.flatMap(([name, one]) => flatten(`${field}.${name}`, one))];
}

function findChangedFields(before: AnyMachineSnapshot | null, { context }: AnyMachineSnapshot): string[] {
  if (before === null || before.context === context) return [];
  const was = before.context as Readonly<Record<string, unknown>>;
  return Object.entries(context as object).flatMap(([field, is]) =>
    was[field] === is || toJson(was[field]) === toJson(is) ? [] : [field],
  );
}

function toJson(value: unknown): string | undefined {
  return JSON.stringify(value, nameReferences);
}
