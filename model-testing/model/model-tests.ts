import { describe, expect, test } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { ReactElement } from 'react';
import { checkView, coverageProblems, faults, isIn, moments } from './check.ts';
import type { Deadline, Shows, Told, View } from './check.ts';
import type { AnyModel, Model } from './define.ts';
import { explore } from './explore.ts';
import type { Graph } from './explore.ts';
import type { Page } from './page.ts';
import { arcPaths, quietPaths, tellingArcs } from './paths.ts';
import type { Path } from './paths.ts';
import { replay } from './replay.ts';
import { arcTours, pairTours } from './tours.ts';

export interface ModelTestOptions<Machine extends AnyStateMachine> {
  /** The view of the flow; left out where the machine has none. */
  readonly view?: (snapshot: SnapshotFrom<Machine>) => ReactElement;
  /** What a shopper must see, by state of the machine (a parent's entry holds for all inside). */
  readonly shows?: Readonly<Record<string, (page: Page, snapshot: SnapshotFrom<Machine>) => void>>;
  /** Timers of the flow table that no path may outlive. */
  readonly deadlines?: readonly Deadline[];
  /** Words that the flow table promises of its states. */
  readonly told?: readonly Told[];
}

/** Up to this many changes have a path and a test each; more of them are walked on tours. */
const TITLED_PATHS = 250;

/** Everything that is generated for one machine: coverage, every path on a running actor, every snapshot drawn. */
export function modelTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: ModelTestOptions<Machine> = {},
): void {
  describe(model.flow, () => generated(model as unknown as AnyModel, options as never));
}

interface AnyOptions {
  readonly view?: View;
  readonly shows?: Shows;
  readonly deadlines?: readonly Deadline[];
  readonly told?: readonly Told[];
}

function generated(model: AnyModel, { view, shows, deadlines, told }: AnyOptions): void {
  test('is written as the product promises', () => expect(faults(model)).toEqual([]));

  const attempt = attemptGraph(model);
  test('every state, transition, guard and failure is reached', () => {
    if ('error' in attempt) throw attempt.error;
    expect(coverageProblems(attempt.graph)).toEqual([]);
  });
  if ('error' in attempt) return;
  const { graph } = attempt;

  const taken = new Set<string>();
  const walk = async (path: Path) => {
    for (const id of await replay(graph, path, { check: moments(model, deadlines) })) taken.add(id);
  };
  const walkAll = async (paths: readonly Path[]) => {
    for (const path of paths) await walk(path);
  };

  describe('paths', () => {
    if (tellingArcs(graph).length <= TITLED_PATHS) {
      test.each(arcPaths(graph).map((path) => [path.title, path] as const))('%s', (_, path) => walk(path));
    } else {
      const { paths, steps, covered, total } = arcTours(graph);
      test(`${covered} of ${total} changes on ${paths.length} tours of ${steps} steps`, { timeout: 120_000 }, () =>
        walkAll(paths),
      );
    }

    const quiet = quietPaths(graph);
    test(`what is not offered changes nothing, in ${quiet.length} snapshots`, { timeout: 120_000 }, () =>
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

  if (view !== undefined) describe('views', () => drawn(graph, view, shows, told));
}

function drawn({ nodes, model }: Graph, view: View, shows: Shows = {}, told: readonly Told[] = []): void {
  const seen = new Set<Told>();
  const values = new Set([...nodes.values()].filter(({ state }) => state.snapshot !== null).map(({ value }) => value));
  test.each([...values])('%s is drawn', (value) => {
    for (const node of nodes.values()) {
      if (node.value === value) for (const one of checkView(node, view, shows, { model, told })) seen.add(one);
    }
  });
  test('every word that the table promises of a state is seen in it', () => {
    expect(told.filter((one) => !seen.has(one)).map(({ state, words }) => `${state}: ${words}`)).toEqual([]);
  });
  test('every promise about a view is about a state that exists', () => {
    expect(Object.keys(shows).filter((name) => ![...values].some((value) => isIn(value, name)))).toEqual([]);
  });
}

/** A graph that cannot be built fails a test instead of the whole file. */
function attemptGraph(model: AnyModel): { readonly graph: Graph } | { readonly error: unknown } {
  try {
    return { graph: explore(model) };
  } catch (error) {
    return { error };
  }
}
