import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { AnyModel, Model } from '../model/define.ts';
import type { Deadline } from '../model/check.ts';
import { getSlots } from '../model/structure.ts';
import { createStatePathFinder } from '../model/ways.ts';
import type { FindStatePath } from '../model/ways.ts';
import type { Claim, TakenEdge } from './claims.ts';
import { loadFlow, getRowName } from './flow.ts';
import type { Flow } from './flow.ts';
import { runRow, runStart } from './run-row.ts';
import { wordsIn } from './shown.ts';
import type { Table } from './table.ts';

export interface TableTest {
  /** Name of the row in its claims. */
  readonly name: string;
  readonly title: string;
  /** Throws when the machine differs. Returns the row's claims. */
  readonly run: () => Promise<readonly Claim[]>;
}

/**
 * Defines one test on a running actor for every row and every start of a table. Returns a function that returns all
 * claims.
 */
export function tableTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  table: Table<Machine>,
): () => Promise<readonly Claim[]> {
  const flow = loadFlow(model.config, model.flow);
  const rows = rowTests(model, table, flow).map(({ title, run }) => ({ title, ...rememberResult(run) }));
  describe(`${flow.name} table`, () => {
    test.each(rows.map(({ title, run }) => [title, run] as const))('%s', async (_, run) => void (await run()));
    test('gives a test or a reason for everything that it does not run', () =>
      expect(bookkeeping(model, table, flow)).toEqual([]));
  });
  return async () => (await Promise.all(rows.map(({ last }) => last().catch(() => [])))).flat();
}

/** Repeatable work, with its last result. */
function rememberResult<Value>(work: () => Promise<Value>) {
  let done: Promise<Value> | undefined;
  const run = () => (done = work());
  return { run, last: () => done ?? run() };
}

/** Returns the tests of the rows that the table drives; the others are in `elsewhere`. */
export function rowTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  table: Table<Machine>,
  flow: Flow,
  ways: FindStatePath = createStatePathFinder(model as unknown as AnyModel),
): TableTest[] {
  const bench = { model, table, flow, ways };
  const isHere = (name: string) => !(table.elsewhere ?? []).some(({ rows }) => rows.test(name));
  const starts = flow.start.filter(({ when }) => isHere(`start: ${when}`));
  return [
    ...starts.map((start) => ({
      name: `start: ${start.when}`,
      title: `starts in ${start.state}: ${start.when}`,
      run: async () =>
        claimed(await runStart(bench, start), {
          row: `start: ${start.when}`,
          ref: '',
          isFrom: anywhere,
          isTo: anywhere,
        }),
    })),
    ...flow.rows
      .filter((row) => isHere(getRowName(row)))
      .map((row) => {
        const getPlace = (state: string) => (model.states?.[state] ?? nowhere) as Claim['isFrom'];
        const claim = {
          row: getRowName(row),
          ref: row.ref,
          isFrom: getPlace(row.from),
          isTo: getPlace(row.to),
        };
        return {
          name: claim.row,
          title: `${row.ref}: ${getRowName(row)} -> ${row.to}`,
          run: async () => claimed(await runRow(bench, row), claim),
        };
      }),
  ];
}

const anywhere = () => true;
const nowhere = () => false;

function claimed(taken: readonly TakenEdge[], claim: Omit<Claim, keyof TakenEdge>): Claim[] {
  return taken.map((one) => ({ ...one, ...claim }));
}

/**
 * Returns the table's timers, for the rule that no path may outlive one. Excludes the time-out of the API client and
 * timers that run elsewhere.
 */
export function getDeadlines<Machine extends AnyStateMachine>(
  { config, flow: name, states }: Model<Machine>,
  table?: Table<Machine>,
): Deadline[] {
  const { rows, constants } = loadFlow(config, name);
  const restarted = rows.flatMap(({ restarts }) => restarts);
  return rows
    .filter(
      ({ on, from, to, when, ms }) =>
        on === 'timer' && from !== to && when === null && ms !== constants['requestTimeout'],
    )
    .filter(({ from }) => !restarted.some((state) => from === state || from.startsWith(`${state}.`)))
    .filter(({ from }) => states?.[from] !== undefined)
    .filter((row) => !(table?.elsewhere ?? []).some(({ rows: there }) => there.test(getRowName(row))))
    .map(({ from, ms, ref }) => ({ state: from, ms: ms ?? 0, ref }));
}

/** Finds entries that match nothing, missing files, and slots and invariants without an explanation. */
function bookkeeping<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  table: Table<Machine>,
  flow: Flow,
): string[] {
  const names = [
    ...flow.rows.map(getRowName),
    ...flow.start.map(({ when }) => `start: ${when}`),
    ...flow.invariants.map((says) => `invariant: ${says}`),
  ];
  const elsewhere = table.elsewhere ?? [];
  const answering = [...getSlots(model.machine)].filter(([, kind]) => kind !== 'callback').map(([slot]) => slot);
  return [
    ...elsewhere
      .filter(({ rows }) => !names.some((name) => rows.test(name)))
      .map(({ rows }) => `elsewhere matches nothing: ${rows}`),
    ...elsewhere
      .filter((one) => 'by' in one && !(/\.(test|spec)\.tsx?$/.test(one.by) && existsSync(one.by)))
      .map(({ rows }) => `elsewhere names no test file: ${rows}`),
    ...flow.invariants
      .filter(
        (says) =>
          model.invariants?.[says] === undefined && !elsewhere.some(({ rows }) => rows.test(`invariant: ${says}`)),
      )
      .map((says) => `invariant shown by nothing: ${says}`),
    ...Object.keys(table.undrawn ?? {})
      .filter((name) => !wordsIn(flow).some(({ state, words }) => name === state || name === words))
      .map((name) => `undrawn matches nothing: ${name}`),
    ...answering
      .filter((slot) => table.inside?.[slot] === undefined && !table.calls.some((entry) => entry.slot === slot))
      .map((slot) => `slot neither in calls nor in inside: ${slot}`),
  ];
}
