import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import { createElement } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { checkView, findCoverageProblems, findFaults, createMomentChecks } from './check.ts';
import type { Deadline, PromisedWords } from './check.ts';
import type { AnyModel, Model } from './define.ts';
import { explore } from './explore.ts';
import type { Graph } from './explore.ts';
import { quick } from '../quick.ts';
import { renderPage } from '../view/page.ts';
import type { View, MachineView } from '../view/screen.ts';
import { findEmptyPromises, findStatesWithoutPromise } from '../view/shows.ts';
import type { Shows } from '../view/shows.ts';
import { findUnmadeEvents, walkControls } from '../view/walk.ts';
import { arcPaths, findWalkableTransitionPaths, quietPaths, selectDistinctArcs } from './paths.ts';
import type { Path } from './paths.ts';
import { replay } from './replay.ts';
import { isIn } from './structure.ts';
import { arcTours, pairTours } from './tours.ts';

export interface ModelTestOptions<Machine extends AnyStateMachine> {
  /** The view of the flow; omitted when the machine has none. */
  readonly view?: MachineView<Machine>;
  /** Promised content by state of the machine. An entry of a parent applies to all its descendants. */
  readonly shows?: Shows<SnapshotFrom<Machine>>;
  /** States that another flow's view shows, with their test. */
  readonly shownBy?: Readonly<Record<string, string>>;
  /** Timers of the flow table that no path may outlive. */
  readonly deadlines?: readonly Deadline[];
  /** Words that the flow table promises in its states. */
  readonly told?: readonly PromisedWords[];
}

/** Up to this number, each change has its own path and test; otherwise tours cover them. */
const TITLED_PATHS = 250;

/**
 * Defines the generated tests of one machine: coverage, every path on a running actor, every snapshot drawn, every
 * control pressed. Returns a function that returns the graph and throws when it could not be built.
 */
export function modelTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: ModelTestOptions<Machine> = {},
): () => Graph {
  const attempt = attemptGraph(model as unknown as AnyModel);
  describe(model.flow, () => generated(model as unknown as AnyModel, options as never, attempt));
  return () => {
    if ('error' in attempt) throw attempt.error;
    return attempt.graph;
  };
}

interface AnyOptions {
  readonly view?: View;
  readonly shows?: Shows;
  readonly shownBy?: Readonly<Record<string, string>>;
  readonly deadlines?: readonly Deadline[];
  readonly told?: readonly PromisedWords[];
}

type Attempt = { readonly graph: Graph } | { readonly error: unknown };

function generated(
  model: AnyModel,
  { view, shows = {}, shownBy = {}, deadlines, told = [] }: AnyOptions,
  attempt: Attempt,
): void {
  test('has the promised delays and no structural faults', () => expect(findFaults(model)).toEqual([]));

  test('every state, transition, guard and failure is reached', () => {
    if ('error' in attempt) throw attempt.error;
    expect(findCoverageProblems(attempt.graph)).toEqual([]);
  });
  if ('error' in attempt) return;
  const { graph } = attempt;

  const taken = new Set<string>();
  const walk = async (path: Path) => {
    for (const id of await replay(graph, path, { check: createMomentChecks(model, deadlines) })) taken.add(id);
  };
  const walkAll = async (paths: readonly Path[]) => {
    for (const path of paths) await walk(path);
  };

  describe('paths', () => {
    if (selectDistinctArcs(graph).length <= TITLED_PATHS) {
      test.each(arcPaths(graph).map((path) => [path.title, path] as const))('%s', (_, path) => walk(path));
    } else {
      const { paths, steps, covered, total } = arcTours(graph, quick?.tourSteps);
      test(`${covered} of ${total} changes on ${paths.length} tours of ${steps} steps`, { timeout: 120_000 }, () =>
        walkAll([...(quick === null ? [] : findWalkableTransitionPaths(graph)), ...paths]),
      );
    }

    const quiet = quietPaths(graph);
    test(`ignores events that it does not offer, in ${quiet.length} snapshots`, { timeout: 120_000 }, () =>
      walkAll(quiet),
    );

    const { paths: pairs, transitions, snapshots } = pairTours(graph);
    const counts = `${transitions.covered} of ${transitions.total} pairs of transitions, ${snapshots.covered} of ${snapshots.total} between snapshots`;
    test(`${counts}, in ${transitions.steps + snapshots.steps} steps`, { timeout: 240_000 }, () => walkAll(pairs));

    test('every transition was taken by a running actor', () => {
      const missed = graph.edges
        .map(({ id }) => id)
        .filter((id) => !taken.has(id) && model.unreachable?.[id] === undefined);
      expect(missed).toEqual([]);
    });
  });

  describe('views', () => {
    test('every state has a promise about its content', () => {
      const promised = (leaf: string) =>
        Object.keys(shownBy).some((state) => isIn(leaf, state)) ||
        (view !== undefined && hasPromisedWords(graph, told, leaf));
      expect(
        findStatesWithoutPromise(view === undefined ? {} : shows, [...getSnapshots(graph).keys()], promised),
      ).toEqual([]);
    });
    if (view !== undefined) drawn(graph, view, shows, told);
  });
}

/** Returns one snapshot of each combination of states. */
function getSnapshots({ nodes }: Graph): Map<string, AnyMachineSnapshot> {
  const found = new Map<string, AnyMachineSnapshot>();
  for (const { value, state } of nodes.values()) {
    if (state.snapshot !== null && !found.has(value)) found.set(value, state.snapshot);
  }
  return found;
}

/** Returns whether the table promises words in a state that contains every snapshot in this one. */
function hasPromisedWords({ nodes, model }: Graph, told: readonly PromisedWords[], leaf: string): boolean {
  const inside = [...nodes.values()].filter(({ value }) => value.split(' & ').includes(leaf));
  return told.some(({ state }) =>
    inside.every((node) => model.states?.[state]?.(node.state.snapshot as never) === true),
  );
}

function drawn(graph: Graph, view: View, shows: Shows, told: readonly PromisedWords[]): void {
  const { nodes, model } = graph;
  const seenIn = new Map<string, readonly PromisedWords[]>();
  const snapshots = getSnapshots(graph);
  test.each([...snapshots.keys()])('%s is drawn', (value) => {
    const inValue = [...nodes.values()].filter((node) => node.value === value);
    seenIn.set(
      value,
      inValue.flatMap((node) => checkView(node, view, shows, { model, told })),
    );
  });
  test('the view shows every word that the table promises of a state', () => {
    const seen = new Set([...seenIn.values()].flat());
    expect(told.filter((one) => !seen.has(one)).map(({ state, words }) => `${state}: ${words}`)).toEqual([]);
  });
  test('every promise names an existing state and fails on an empty page', () => {
    expect(findEmptyPromises(shows, renderPage(createElement('i')), snapshots)).toEqual([]);
  });
  test('every control sends its event exactly when the machine accepts it, and no other event', () => {
    expect([...findUnmadeEvents(graph), ...walkControls(graph, view)]).toEqual([]);
  });
}

/** A graph that cannot be built fails a test instead of the whole file. */
function attemptGraph(model: AnyModel): Attempt {
  try {
    return { graph: explore(model) };
  } catch (error) {
    return { error };
  }
}
