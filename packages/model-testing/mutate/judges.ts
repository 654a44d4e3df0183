import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { checkView, findCoverageProblems, findFaults, createMomentChecks } from '../model/check.ts';
import type { Deadline, PromisedWords } from '../model/check.ts';
import type { AnyModel, Model } from '../model/define.ts';
import { explore } from '../model/explore.ts';
import type { Graph } from '../model/explore.ts';
import type { ModelTestOptions } from '../model/model-tests.ts';
import { arcPaths, quietPaths, selectDistinctArcs } from '../model/paths.ts';
import type { Path } from '../model/paths.ts';
import { replay } from '../model/replay.ts';
import { createStatePathFinder } from '../model/ways.ts';
import { arcTours, pairTours } from '../model/tours.ts';
import { beyondTheTables, findUnclaimed } from '../table/claims.ts';
import type { Claim } from '../table/claims.ts';
import { loadFlow } from '../table/flow.ts';
import type { Table } from '../table/table.ts';
import { rowTests } from '../table/table-tests.ts';
import type { TableTest } from '../table/table-tests.ts';
import type { View } from '../view/screen.ts';
import type { Shows } from '../view/shows.ts';
import { walkControls } from '../view/walk.ts';
import { takesWhatIsWrong } from './nearest.ts';
import { toList, nameAt, rebuildMachine, stateAt, stateNames } from './machine-parts.ts';
import type { Mutant } from './machine-parts.ts';

/** Fewer steps than in the tests: earlier judges usually kill what a pair kills, so only survivors come this far. */
const PAIR_STEPS = 1_000;

export interface MutantOptions<Machine extends AnyStateMachine> extends ModelTestOptions<Machine> {
  /** The flow's own table and those of other flows with rows here. */
  readonly tables: readonly { readonly model: Model<Machine>; readonly table: Table<Machine> }[];
}

export interface Judge {
  /**
   * Learns from the unchanged machine which rows pass through which states, and which behaviour has no row. Returns
   * rows that fail; they judge nothing.
   */
  learn(machine: AnyStateMachine): Promise<readonly string[]>;
  /** Uses the claims of an earlier run of the rows instead: rows that leave the mutant's state judge it. */
  know(claims: readonly Claim[], graph: Graph): void;
  /** Returns the first complaint, cheapest judges first, or `null`. */
  judge(machine: AnyStateMachine, mutant: Place): Promise<string | null>;
  /** Like `judge`, by rows, coverage and unclaimed behaviour only, without walks. */
  judgeByRows(machine: AnyStateMachine, mutant: Place): Promise<string | null>;
}

/** The location of a mutant's change. */
type Place = Pick<Mutant, 'name' | 'state'>;

interface LearnedRow {
  readonly index: number;
  /** States that the row is ever in, including transient ones. */
  readonly entered: ReadonlySet<string>;
  readonly claims: readonly Claim[];
  readonly complaint: string | null;
  readonly ms: number;
}

/** Creates the judges: everything that tests a machine below the browser, except the text of its chart. */
export function createJudges<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  { tables, view, shows, deadlines, told }: MutantOptions<Machine>,
): Judge {
  const benches = tables.map((bench) => ({
    ...bench,
    flow: loadFlow(bench.model.config, bench.model.flow),
    ways: createStatePathFinder(bench.model as unknown as AnyModel),
  }));
  const getRows = (machine: AnyStateMachine) =>
    benches.flatMap((bench) =>
      rowTests({ ...bench.model, machine: machine as Machine }, bench.table, bench.flow, bench.ways),
    );
  let learned: readonly LearnedRow[] = [];
  let unsaid: ReadonlySet<string> = new Set();
  const noteUnsaid = (graph: Graph) => {
    unsaid = new Set(
      findUnclaimed(
        graph,
        learned.flatMap(({ claims }) => claims),
      ).map(parsePlace),
    );
  };
  const judge = async (machine: AnyStateMachine, mutant: Place, isWalked: boolean) => {
    const mutated = { ...model, machine } as unknown as AnyModel;
    const rows = getRows(machine);
    const claims: Claim[] = [];
    const { state } = mutant;
    const isWrong = takesWhatIsWrong(model as unknown as AnyModel, mutant);
    // Rows that take the changed transition usually fail, so they run first.
    const telling = learned
      .filter(({ entered }) => state === null || entered.has(state))
      .map((row) => ({ row, isFirst: row.claims.some(({ edge }) => isWrong(edge)) }))
      .sort((a, b) => Number(b.isFirst) - Number(a.isFirst))
      .map(({ row }) => row);
    // A row is not affected by a state that it does not enter.
    for (const row of learned) if (!telling.includes(row)) claims.push(...row.claims);
    return (
      (await complaint('model', () => expect(findFaults(mutated)).toEqual([]))) ??
      (await findFirst(telling, async ({ index }) =>
        complaint(rows[index]?.title ?? '', async () => claims.push(...((await rows[index]?.run()) ?? []))),
      )) ??
      (await runGeneratedTests(mutated, { claims, unsaid, view, shows, deadlines, told, isWalked } as never))
    );
  };
  return {
    learn: async (machine) => {
      const found: LearnedRow[] = [];
      for (const index of getRows(machine).keys()) found.push(await learnRow(machine, index, getRows));
      learned = found.filter((row) => row.complaint === null).sort((a, b) => a.ms - b.ms);
      noteUnsaid(explore({ ...model, machine } as unknown as AnyModel));
      return found.flatMap((row) => row.complaint ?? []);
    },
    know: (all, graph) => {
      learned = getRows(graph.model.machine).map(({ name }, index) => {
        const claims = all.filter(({ row }) => row === name);
        const entered = new Set(claims.map(({ edge }) => edge.split(': ', 1)[0] ?? ''));
        return { index, entered, claims, complaint: null, ms: 0 };
      });
      noteUnsaid(graph);
    },
    judge: (machine, mutant) => judge(machine, mutant, true),
    judgeByRows: (machine, mutant) => judge(machine, mutant, false),
  };
}

async function learnRow(
  machine: AnyStateMachine,
  index: number,
  rowsOf: (machine: AnyStateMachine) => readonly TableTest[],
): Promise<LearnedRow> {
  const entered = new Set<string>();
  const watched = rebuildMachine(machine, (config) => {
    for (const path of stateNames(config)) {
      const state = stateAt(config, path);
      state.entry = [() => void entered.add(nameAt(path)), ...toList(state.entry)];
    }
  });
  const began = performance.now();
  const claims: Claim[] = [];
  const row = rowsOf(watched)[index];
  const found = await complaint(row?.title ?? '', async () => claims.push(...((await row?.run()) ?? [])));
  await setImmediate();
  return { index, entered, claims, complaint: found, ms: performance.now() - began };
}

interface Oracles {
  readonly claims: readonly Claim[];
  readonly unsaid: ReadonlySet<string>;
  readonly view?: View;
  readonly shows?: Shows;
  readonly deadlines?: readonly Deadline[];
  readonly told?: readonly PromisedWords[];
  readonly isWalked: boolean;
}

/** Runs the generated tests of the machine: its graph, its pages, its paths on a running actor, its controls. */
async function runGeneratedTests(model: AnyModel, oracles: Oracles): Promise<string | null> {
  const { view, shows, deadlines, told } = oracles;
  let graph: Graph;
  try {
    graph = explore(model);
    expect(findCoverageProblems(graph)).toEqual([]);
  } catch (error) {
    return `coverage: ${getMessage(error)}`;
  }
  const walk = async (name: string, paths: readonly Path[]) =>
    findFirst(paths, (path) =>
      complaint(name, () => replay(graph, path, { check: createMomentChecks(model, deadlines) })),
    );
  const isSmall = selectDistinctArcs(graph).length <= 250;
  const findUnclaimed = await complaint('beyond the tables', () => expect(findBeyond(graph, oracles)).toEqual([]));
  if (findUnclaimed !== null || !oracles.isWalked) return findUnclaimed;
  return (
    (view === undefined ? null : await complaint('views', () => judgeViews(graph, view, shows, told))) ??
    (await walk('paths', isSmall ? arcPaths(graph) : arcTours(graph).paths)) ??
    (view === undefined ? null : await complaint('controls', () => expect(walkControls(graph, view)).toEqual([]))) ??
    (await walk('quiet paths', quietPaths(graph))) ??
    (await walk('pairs', pairTours(graph, { maxSteps: PAIR_STEPS }).paths))
  );
}

/**
 * Returns behaviour without a row and without an excuse. An excuse applies to a transition with any target, because
 * its target is part of the chart's text, which does not judge here.
 */
function findBeyond(graph: Graph, { claims, unsaid }: Oracles): string[] {
  const found = findUnclaimed(graph, claims).filter((one) => !unsaid.has(parsePlace(one)));
  return beyondTheTables(graph.model, found).filter((one) => !one.startsWith('beyond names nothing'));
}

/** `open: press` of `open: press [isFree] #2 -> shut`, with the place where it is taken. */
function parsePlace(unsaid: string): string {
  const [what = '', ...rest] = unsaid.split(', from ');
  return [what.split(' -> ', 1)[0]?.replace(/ \[[^\]]*\](?: #\d+)?$/, ''), ...rest].join(', from ');
}

async function judgeViews(
  { nodes, model }: Graph,
  view: View,
  shows: Shows = {},
  told: readonly PromisedWords[] = [],
): Promise<void> {
  const seen = new Set<PromisedWords>();
  for (const node of nodes.values()) {
    for (const one of checkView(node, view, shows, { model, told })) seen.add(one);
    // See firstOf.
    await setImmediate();
  }
  expect(told.filter((one) => !seen.has(one))).toEqual([]);
}

async function findFirst<Item>(
  list: readonly Item[],
  judge: (item: Item) => Promise<string | null>,
): Promise<string | null> {
  for (const item of list) {
    const found = await judge(item);
    // Drawn pages are freed in a turn of the event loop, which promises alone never yield to.
    await setImmediate();
    if (found !== null) return found;
  }
  return null;
}

async function complaint(name: string, check: () => unknown): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    return `${name}: ${getMessage(error)}`;
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
}
