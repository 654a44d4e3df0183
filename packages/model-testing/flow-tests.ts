import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { AnyModel, Model } from './model/define.ts';
import { modelTests } from './model/model-tests.ts';
import type { ModelTestOptions } from './model/model-tests.ts';
import { sampleMutants, mutantTests } from './mutants.ts';
import { beyondTheTables, findUnclaimed } from './table/claims.ts';
import { hasTable, loadFlow } from './table/flow.ts';
import { getPromisedWords } from './table/shown.ts';
import { getDeadlines, tableTests } from './table/table-tests.ts';
import type { Table } from './table/table.ts';
import { reportedTexts, searchTexts } from './texts/text-tests.ts';
import type { MachineView } from './view/screen.ts';
import type { Shows } from './view/shows.ts';

export interface FlowTestOptions<Machine extends AnyStateMachine> {
  /** Draws a snapshot; omitted when the machine has no view. */
  readonly view?: MachineView<Machine>;
  /** Promised content by state of the machine. An entry of a parent applies to all its descendants. */
  readonly shows?: Shows<SnapshotFrom<Machine>>;
  /** States that another flow's view shows, each with the test file that checks them there. */
  readonly shownBy?: Readonly<Record<string, string>>;
  /** The map to the flow's table. */
  readonly table: Table<Machine>;
  /** Maps to tables of other flows that have rows about this machine, with their names of its states. */
  readonly also?: readonly {
    readonly flow: string;
    readonly table: Table<Machine>;
    readonly states?: Model<Machine>['states'];
  }[];
}

/**
 * Defines all tests of a flow: coverage, generated paths, views and their controls, and the rows of its tables,
 * including that the machine does nothing beyond them. With MUTANTS set (`npm run test:mutants -- <flow>`) the same
 * checks judge mutants of the machine.
 */
export function flowTests<Machine extends AnyStateMachine>(
  model: Model<Machine>,
  options: FlowTestOptions<Machine>,
): void {
  const { view, shows, shownBy, also = [] } = options;
  const tables = [{ flow: model.flow, table: options.table }, ...also].map(({ table, flow, ...more }) => ({
    model: { ...model, flow, ...more } as Model<Machine>,
    table: (view === undefined ? table : { view, ...table }) as Table<Machine>,
  }));
  const told = getPromisedWords(model, options.table, loadFlow(model.config, model.flow));
  const deadlines = hasTable(model.config, model.flow) ? getDeadlines(model, options.table) : [];
  const judged: ModelTestOptions<Machine> = {
    ...(view && { view }),
    ...(shows && { shows }),
    ...(shownBy && { shownBy }),
    deadlines,
    told,
  };
  if (process.env['MUTANTS'] !== undefined) {
    mutantTests(model, { ...judged, tables });
    return;
  }
  const { TEXTS } = process.env;
  const pages = { view, tables } as unknown as Parameters<typeof searchTexts>[2];
  if (TEXTS !== undefined) {
    searchTexts(model as unknown as AnyModel, TEXTS, pages);
    return;
  }
  // Drawn pages are freed in a turn of the event loop, which Vitest does not yield to between tests.
  afterEach(() => setImmediate());
  const graph = modelTests(model, judged);
  reportedTexts(model as unknown as AnyModel, graph, pages);
  const benches = tables.map(({ model, table }) => tableTests(model, table));
  const claims = async () => (await Promise.all(benches.map((claimsOf) => claimsOf()))).flat();
  describe(`${model.flow} beyond its tables`, () => {
    test('takes no transition and accepts no event without a row', async () => {
      const found = findUnclaimed(graph(), await claims());
      expect(beyondTheTables(model, found)).toEqual([]);
    });
    test('names only existing files for other views, and files that send the events of other sources', () => {
      const missing = Object.values(shownBy ?? {}).filter((by) => !existsSync(/^[^\s:]*/.exec(by)?.[0] ?? ''));
      expect([...missing, ...findUnsentEvents(model.acts ?? {})]).toEqual([]);
    });
  });
  describe(`${model.flow} with mutants`, () => sampleMutants(model, { ...judged, tables }, graph, claims));
}

/** Returns events whose `sentIn` file does not send them. */
function findUnsentEvents(acts: object): string[] {
  return Object.entries(acts as NonNullable<AnyModel['acts']>).flatMap(([type, how]) => {
    if (how === undefined || !('sentIn' in how)) return [];
    const isSent = existsSync(how.sentIn) && readFileSync(how.sentIn, 'utf8').includes(`'${type}'`);
    return isSent ? [] : [`${how.sentIn} does not send ${type}`];
  });
}
