import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { checkView, coverageProblems, faults, moments } from './model/check.ts';
import type { Deadline, Told } from './model/check.ts';
import type { View } from './view/screen.ts';
import type { Shows } from './view/shows.ts';
import type { AnyModel, Model } from './model/define.ts';
import { explore } from './model/explore.ts';
import type { Graph } from './model/explore.ts';
import type { ModelTestOptions } from './model/model-tests.ts';
import { mutantsOf, unchanged } from './model/mutate.ts';
import { arcPaths, quietPaths, tellingArcs } from './model/paths.ts';
import { arcTours, pairTours } from './model/tours.ts';
import { replay } from './model/replay.ts';
import { loadFlow } from './table/flow.ts';
import type { Table } from './table/table.ts';
import { rowTests } from './table/table-tests.ts';

/** Mutants that must be noticed, without the listed equivalents. */
const GATE = 0.95;
/** A mutant that merges or multiplies states may explode; that is noticed too. */
const LIMIT = 30_000;

export interface MutantOptions<Machine extends AnyStateMachine> extends ModelTestOptions<Machine> {
  /** The flow's own table and those of other flows that have rows here. */
  readonly tables: readonly { readonly model: Model<Machine>; readonly table: Table<Machine> }[];
}

/** Judges wrong variants of the machine by everything that tests it, and demands that nearly all are noticed. */
export function mutantTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: MutantOptions<Machine>,
): void {
  test(`${model.flow}: wrong machines are noticed`, { timeout: 3_600_000 }, async () => {
    const judge = judgeOf(model, options);
    expect(await judge(unchanged(model.machine)), 'the unchanged machine').toBeNull();
    const all = mutantsOf(model.machine).filter(({ name }) => model.equivalents?.[name] === undefined);
    const survivors: string[] = [];
    for (const { name, build } of all) {
      if ((await judgeBuilt(judge, build)) === null) survivors.push(name);
    }
    expect(await judge(unchanged(model.machine)), 'the unchanged machine at the end').toBeNull();
    const killed = all.length - survivors.length;
    console.log(`${model.flow}: ${killed} of ${all.length} wrong machines noticed (${percent(killed, all.length)})`);
    for (const name of survivors) console.log(`  survived: ${name}`);
    expect(killed).toBeGreaterThanOrEqual(GATE * all.length);
    const known = new Set(mutantsOf(model.machine).map(({ name }) => name));
    expect(
      Object.keys(model.equivalents ?? {}).filter((name) => !known.has(name)),
      'stale equivalents',
    ).toEqual([]);
  });
}

type Judge = (machine: AnyStateMachine) => Promise<string | null>;

async function judgeBuilt(judge: Judge, build: () => AnyStateMachine): Promise<string | null> {
  try {
    return await judge(build());
  } catch (error) {
    return String(error);
  }
}

/** The first thing that is found wrong with a machine, cheapest checks first; null where all is well. */
function judgeOf<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  { tables, view, shows, deadlines, told }: MutantOptions<Machine>,
): Judge {
  const benches = tables.map((bench) => ({ ...bench, flow: loadFlow(bench.model.flow) }));
  return async (machine) => {
    const mutated = { ...model, machine: machine as Machine, limit: model.limit ?? LIMIT };
    return (
      (await complaint(async () => {
        for (const bench of benches) {
          const wrong = { ...bench.model, machine: machine as Machine };
          for (const { run } of rowTests(wrong, bench.table, bench.flow)) await run();
        }
      })) ??
      (await complaint(() => judgeGenerated(mutated as unknown as AnyModel, { view, shows, deadlines, told } as never)))
    );
  };
}

interface Oracles {
  readonly view?: View;
  readonly shows?: Shows;
  readonly deadlines?: readonly Deadline[];
  readonly told?: readonly Told[];
}

async function judgeGenerated(model: AnyModel, { view, shows, deadlines, told }: Oracles): Promise<void> {
  expect(faults(model)).toEqual([]);
  const graph = explore(model);
  expect(coverageProblems(graph)).toEqual([]);
  if (view !== undefined) judgeViews(graph, view, shows, told);
  const arcs = tellingArcs(graph).length <= 250 ? arcPaths(graph) : arcTours(graph).paths;
  for (const paths of [arcs, quietPaths(graph), pairTours(graph).paths]) {
    for (const path of paths) await replay(graph, path, { check: moments(model, deadlines) });
  }
}

function judgeViews({ nodes, model }: Graph, view: View, shows: Shows = {}, told: readonly Told[] = []): void {
  const seen = new Set([...nodes.values()].flatMap((node) => checkView(node, view, shows, { model, told })));
  expect(told.filter((one) => !seen.has(one))).toEqual([]);
}

async function complaint(check: () => Promise<void>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}
