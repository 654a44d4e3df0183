import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import type { PromisedWords } from 'model-testing/model/check';
import type { Model } from 'model-testing/model/define';
import { entriesIn } from 'model-testing/table/entries';
import { hasTable, loadFlow, getRowName } from 'model-testing/table/flow';
import { formatTable } from 'model-testing/table/format';
import { getPromisedWords, wordsIn } from 'model-testing/table/shown';
import type { Table } from 'model-testing/table/table';
import { config } from '../../model-testing.config.ts';
import { sources } from './files.ts';

/** Tables of the server with the files that run them. */
const ON_THE_SERVER: Readonly<Record<string, string>> = {
  circuit: 'tests/server/payments/circuit-rows.ts',
  claim: 'tests/server/claims/claim-rows.ts',
  'hand-payment': 'tests/server/by-hand/hand-payment-rows.ts',
  order: 'tests/server/orders/order-table.ts',
  parcel: 'tests/server/orders/parcel-table.ts',
  'payment-attempt': 'tests/server/payments/attempt-rows.ts',
  refund: 'tests/server/refunds/refund-rows.ts',
  'review-moderation': 'tests/server/reviews/moderation.test.ts',
};

interface Run {
  /** The test file that runs the rows. */
  readonly path: string;
  /** The table whose rows it runs. Several machines can share a table. */
  readonly flow: string;
  /** The name of the map. */
  readonly name: string;
  readonly table: Table<AnyStateMachine>;
  readonly elsewhere: NonNullable<Table<never>['elsewhere']>;
  readonly undrawn: NonNullable<Table<never>['undrawn']>;
  readonly states: NonNullable<Model<AnyStateMachine>['states']>;
  readonly hasView: boolean;
}

const tables = readdirSync('tests/flows').filter((name) => hasTable(config, name));
const runs: Run[] = [];
// Sequential, because Node 20 fails when one file imports a package while another requires it.
for (const { path } of sources('tests/flows'))
  if (/\.paths\.test\.tsx?$/.test(path)) runs.push(...(await runsIn(path)));

/** Finds `table: loginTable`, or a table of another flow for the same machine: `flow: 'checkout' … orderingTable`. */
async function runsIn(path: string): Promise<Run[]> {
  const [folder, own = ''] = [dirname(path), basename(path).split('.', 1)[0]];
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(/import \{\s([^}]+?),?\s\} from '\.\/([\w-]+\.table\.tsx?)'/g)];
  if (imported.length === 0) return [];
  const model = Object.values(
    (await import(/* @vite-ignore */ new URL(`../../${folder}/${own}.model.ts`, import.meta.url).pathname)) as object,
  ).find(
    (one): one is Model<AnyStateMachine> =>
      typeof one === 'object' && one !== null && 'machine' in one && 'delays' in one,
  );
  const tables: Record<string, Table<AnyStateMachine>> = {};
  for (const [, , table] of imported)
    Object.assign(
      tables,
      await import(/* @vite-ignore */ new URL(`../../${folder}/${table}`, import.meta.url).pathname),
    );
  return imported
    .flatMap(([, names = '']) => names.split(/[\s,]+/))
    .filter((name) => name.endsWith('Table'))
    .map((name) => {
      const table = tables[name] as Table<AnyStateMachine>;
      const flows = [...source.slice(0, source.lastIndexOf(name)).matchAll(/flow: '([^']+)'/g)];
      return {
        path,
        flow: flows.at(-1)?.[1] ?? own,
        name,
        table,
        elsewhere: table.elsewhere ?? [],
        undrawn: table.undrawn ?? {},
        states: model?.states ?? {},
        hasView: /^ +view: \(?[\w{]/m.test(source),
      };
    });
}

test.each(tables)('the table %s has only known keys, and has rows and states', (name) => {
  const { rows, states } = loadFlow(config, name);
  expect(rows.length).toBeGreaterThan(0);
  expect(Object.keys(states).length).toBeGreaterThan(0);
});

test.each(tables)('the table %s has the format of npm run format', (name) => {
  const text = readFileSync(config.table(name), 'utf8');
  expect(formatTable(text)).toBe(text);
});

test('every entry of a map is used by a row', () => {
  const used = new Map<object | string, boolean>();
  const names = new Map<object | string, string>();
  for (const { name: map, flow, table } of runs)
    for (const { entry, name, isUsed } of entriesIn(table, loadFlow(config, flow))) {
      const key = typeof entry === 'string' ? `${map} ${name}` : entry;
      used.set(key, isUsed || used.get(key) === true);
      names.set(key, `${map} ${name}`);
    }
  expect([...used].filter(([, isUsed]) => !isUsed).map(([key]) => names.get(key))).toEqual([]);
});

test('every table is run', () => {
  const run = [...new Set(runs.map(({ flow }) => flow)), ...Object.keys(ON_THE_SERVER)];
  expect(run.sort()).toEqual([...tables].sort());
  for (const [flow, path] of Object.entries(ON_THE_SERVER))
    expect(readFileSync(path, 'utf8'), path).toContain(`loadFlow(config, '${flow}')`);
});

test.each([...new Set(runs.map(({ flow }) => flow))])(
  'every row of %s runs in a table test or names another test',
  (flow) => {
    const mine = runs.filter((run) => run.flow === flow);
    const { rows, start } = loadFlow(config, flow);
    const names = [...rows.map(getRowName), ...start.map(({ when }) => `start: ${when}`)];
    const nowhere = names.filter((name) => {
      const places = mine.map(({ elsewhere }) =>
        elsewhere.filter(({ rows: there }) => there.test(name)).map((one) => ('by' in one ? one.by : one.never)),
      );
      return places.every((by) => by.length > 0) && places.flat().every((by) => /\.paths\.test\.tsx?$/.test(by));
    });
    expect(nowhere).toEqual([]);
  },
);

test.each([...new Set(runs.map(({ flow }) => flow))])(
  'every promised text of a state of %s is checked, by its view or by another one',
  (flow) => {
    const table = loadFlow(config, flow);
    const mine = runs.filter((run) => run.flow === flow);
    const getKey = ({ state, words }: PromisedWords) => `${state}: ${words}`;
    const looked = new Set(
      mine
        .filter(({ hasView }) => hasView)
        .flatMap(({ states, undrawn }) => getPromisedWords({ states }, { undrawn }, table))
        .map(getKey),
    );
    // `drawn by payment-watch` refers to the view of another machine of this table, which must check the text.
    const isElsewhere = ({ state, words }: PromisedWords) =>
      mine.some(({ undrawn }) =>
        [undrawn[state], undrawn[words]].some((by) => by !== undefined && !by.startsWith('drawn by ')),
      );
    expect(
      wordsIn(table)
        .filter((one) => !looked.has(getKey(one)) && !isElsewhere(one))
        .map(getKey),
    ).toEqual([]);
  },
);
