// @all
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServices } from '../../../server/composition.ts';
import { commands } from '../../../server/control/commands.ts';
import { listenForCommands } from '../../../server/control/control-socket.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { openDatabase } from '../../../server/db/open.ts';
import { products } from '../../../server/db/schema.ts';
import { createDeps } from '../../../server/deps.ts';
import { readEnv } from '../../../server/env/env.ts';
import { createLog } from '../../../server/log.ts';
import { BRIEF } from '../../support/brief.ts';
import { SAMPLES } from './reading.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-command-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run <name>` on the embedded database of the folder. */
function run(name: 'import' | 'seed' | 'back-office', ...args: readonly string[]) {
  // Both streams go to one file, which keeps the order of their lines.
  const said = path.join(folder, 'said.txt');
  const file = openSync(said, 'w');
  const child = spawn(process.execPath, [...BRIEF, '--import', 'tsx', `server/cli/${name}.ts`, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: folder, LOG_LEVEL: 'error' },
    stdio: ['ignore', file, file],
  });
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => {
      closeSync(file);
      resolve({ code, output: readFileSync(said, 'utf8') });
    }),
  );
}

describe('npm run import', () => {
  test('prints one sentence when the shop is running on the embedded database', async () => {
    const release = await lockDirectory(folder);
    for (const outcome of [
      await run('import', '--stock', '10', `${SAMPLES}/shopify.csv`),
      await run('seed', '--products', '5'),
    ]) {
      expect(outcome.code).toBe(1);
      expect(outcome.output).toMatch(/^The shop in .* is running, .* Stop the shop .*\n$/);
    }
    await release();
  });

  test('imports files of several shops, reports each skipped line, and imports nothing in a second run', async () => {
    writeFileSync(path.join(folder, 'empty.csv'), '');
    const files = [`${SAMPLES}/shopify.csv`, `${SAMPLES}/woocommerce.csv`, path.join(folder, 'empty.csv')];
    const first = await run('import', '--no-pictures', '--stock', '10', ...files);
    expect(first.code).toBe(1);
    expect(first.output.split('\n')).toEqual([
      'shopify.csv, line 9, column 29 (Gift Card): gift cards are not sold here',
      expect.stringMatching(/^shopify\.csv, a product export of Shopify: 6 products added, 1 left out, in .* s\.$/),
      '2 of them have no stock in the file and got 10 pieces each (--stock).',
      expect.stringMatching(/^To undo it: npm run import -- --undo [\da-f]{8}$/),
      "woocommerce.csv, line 8, column 2 (Type): 'grouped' products are not sold here",
      "woocommerce.csv, line 9, column 20 (Parent): 'id:99' is not a variable product",
      expect.stringMatching(/^woocommerce\.csv, a product export of WooCommerce: 6 products added, 2 left out, in/),
      '2 of them have no stock in the file and got 10 pieces each (--stock).',
      expect.stringMatching(/^To undo it: npm run import -- --undo [\da-f]{8}$/),
      'empty.csv, line 1: the file is empty',
      expect.stringMatching(/^empty\.csv, an unknown format: 0 products added, 1 left out, in/),
      '',
    ]);
    const second = await run('import', '--no-pictures', '--stock', '10', `${SAMPLES}/shopify.csv`);
    expect(second.output).toContain('0 products added, 6 already in the shop, 1 left out');
  });

  test('X85: asks about currency and stock before it writes anything', async () => {
    const file = path.join(folder, 'prices.csv');
    writeFileSync(file, 'Name,Price\nCable,2.99\nSpark 40,149.99\nKettle,19.99\n');
    expect(await run('import', file)).toEqual({
      code: 1,
      output: [
        'prices.csv: Half of the prices are not above 19.99, e.g. 19.99 for line 4 (Kettle): which currency is it? Add --rate 129 if one unit is 129 shillings, or --rate 1 if they are in shillings.',
        'prices.csv: 3 of 3 products have no stock in the file, e.g. line 2 (Cable). Add --stock 0 to import them as sold out, or --stock 10 for 10 pieces of each.',
        'Nothing was imported or changed.',
        '',
      ].join('\n'),
    });
    const { code, output } = await run('import', '--rate', '129', '--stock', '0', file);
    expect([code, output]).toEqual([0, expect.stringMatching(/^prices\.csv, a table: 3 products added, in /)]);
    // Dollars read as shillings are rejected line by line.
    const { output: low } = await run(
      'import',
      '--rate',
      '1',
      '--stock',
      '0',
      '--columns',
      'name=Name, price=Price',
      file,
    );
    expect(low).toContain(
      'prices.csv, line 2, column 2 (Price): comes to Ksh 3, which is below Ksh 10: add --rate if the file is in another currency, or --lowest 3 if the price is right\n',
    );
  });

  test('X76, X85: imports, changes, removes and undoes a file of several chunks, and prints the results', async () => {
    const file = path.join(folder, 'stock-list.csv');
    const lines = (price: number) =>
      Array.from(
        { length: 1_200 },
        (_, index) => `k-${index},Käse ${'ß'.repeat(150)} ${index},${price + index},3,Ramtons`,
      );
    writeFileSync(file, ['sku,name,price,stock,Shelf', ...lines(2_000), 'bad,No price,x,3,'].join('\n'));
    const added = await run('import', '--no-pictures', file);
    expect(added.output.split('\n').slice(0, 3)).toEqual([
      "stock-list.csv, line 1202, column 3 (price): 'x' is not an amount like 1234.50",
      expect.stringMatching(/^stock-list\.csv, a table: 1200 products added, 1 left out, in .* s\.$/),
      'Ignored columns: Shelf (--columns).',
    ]);
    writeFileSync(file, ['sku,name,price,stock,Shelf', ...lines(3_000)].join('\n'));
    const shown = await run('import', file, '--update', 'price');
    const said = shown.output.trimEnd().split('\n');
    expect(shown.code).toBe(0);
    expect(said[0]).toMatch(/^line 2, Käse ß+ 0: price 2000 → 3000$/);
    expect(said.slice(20)).toEqual([
      '… and 1180 more.',
      'stock-list.csv: 1200 products will change.',
      'Nothing was changed. Run it again with --yes to do it.',
    ]);
    const changed = await run('import', file, '--update', 'price', '--yes');
    expect(changed.code).toBe(0);
    expect(changed.output).toMatch(/^stock-list\.csv: 1200 products changed\.\nTo undo it: npm run import -- --undo /);
    const [, name = ''] = /--undo ([\da-f]+)/.exec(changed.output) ?? [];
    expect(await run('import', '--undo', name)).toEqual({
      code: 0,
      output: '1200 products restored.\n',
    });
    expect((await run('import', '--undo', 'ffffffff')).output).toMatch(/^Change ffffffff not found\. /);
    const prices = path.join(folder, 'prices-only.csv');
    writeFileSync(prices, ['Code,New price', 'k-0,4000', 'k-1,4001', 'k-none,4002'].join('\n'));
    const named = ['--columns', 'sku=Code, price=New price'];
    const short = await run('import', prices, '--update', 'price', ...named, '--yes');
    expect(short.code).toBe(1);
    expect(short.output).toMatch(/^prices-only\.csv: 2 products changed, 1 are not in the shop\.\nTo undo it: /);
    expect((await run('import', prices, '--update', 'name', ...named)).output).toContain('has no column for name');
    expect((await run('import', prices, '--stock', '1', ...named)).output).toContain('no columns hold a name');
    const removed = await run('import', file, '--remove', '--yes');
    expect(removed.output).toMatch(/^stock-list\.csv: 1200 products were taken off sale\.\n/);
    const changes = (await run('import', '--changes')).output.trimEnd().split('\n');
    expect(changes.slice(0, 3)).toEqual([
      expect.stringMatching(/ remove of 1200 products by stock-list\.csv \(console .+\)$/),
      expect.stringMatching(/ update of 2 products by prices-only\.csv \(console .+\)$/),
      expect.stringMatching(/ update of 1200 products by stock-list\.csv \(console .+\), undone$/),
    ]);
  });

  test('X76: keeps fields without a column, and rejects a named field without one', async () => {
    const file = path.join(folder, 'goods.csv');
    writeFileSync(
      file,
      'sku,name,price,stock,original price,description,brand\nz-1,Zed,2000,3,4000,Boils,Zeta\nz-2,Zwei,2000,3,,,\n',
    );
    expect((await run('import', '--no-pictures', file)).code).toBe(0);
    writeFileSync(file, 'sku,price,stock\nz-1,2500,x\n');
    expect((await run('import', file, '--update', 'all')).output.split('\n').slice(0, 2)).toEqual([
      'line 2, Zed: price 2000 → 2500',
      'goods.csv: 1 products will change.',
    ]);
    expect(await run('import', file, '--update', 'price,description,brand', '--yes')).toEqual({
      code: 1,
      output: [
        'goods.csv: has no column for description, brand. Leave that out of --update, or name a column with --columns, e.g. --columns "description=Details".',
        'Nothing was imported or changed.',
        '',
      ].join('\n'),
    });
    writeFileSync(file, 'sku\nz-1\nz-1\n');
    expect(await run('import', file, '--remove', '--yes')).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^goods\.csv, line 3: repeats the product of line 2, so it was left out\ngoods\.csv: 1 products were taken off sale, 1 left out\.\n/,
      ) as string,
    });
    writeFileSync(file, 'sku,name,price,stock\nz-1,Zed,2100,3\n');
    expect((await run('import', '--no-pictures', file)).output).toContain('1 of the existing products are off sale. ');
    const back = await run('import', file, '--put-back', '--yes');
    expect([back.code, back.output]).toEqual([
      0,
      expect.stringMatching(/^goods\.csv: 1 products were put on sale again\./),
    ]);
  });

  test('X76: counts stock by a file, each content once', async () => {
    const file = path.join(folder, 'counted.csv');
    writeFileSync(file, 'sku,name,price,stock\nc-1,Counted,2000,3\n');
    expect((await run('import', '--no-pictures', file)).code).toBe(0);
    writeFileSync(file, 'sku,stock\nc-1,5\n');
    const count = async () => (await run('import', file, '--update', 'stock', '--yes')).output.split('\n')[0];
    expect(await count()).toBe('counted.csv: 1 products changed.');
    const ledger = (await run('back-office', 'stock', 'counted')).output;
    expect(ledger).toMatch(/\+2 +5  counted, 5 found, 3 expected, [\da-f]{12} counted\.csv, by console /);
    expect(await count()).toBe('counted.csv: 0 products changed, 1 are as the file says.');
    writeFileSync(file, 'sku,stock\nc-1,4\n');
    expect(await count()).toBe('counted.csv: 1 products changed.');
  });

  test('X76: changes and undoes through the socket of a running shop', async () => {
    const file = path.join(folder, 'live.csv');
    writeFileSync(file, 'sku,name,price,stock\nlive-1,Live kettle,2000,3\n');
    expect((await run('import', '--no-pictures', file)).code).toBe(0);
    const env = readEnv({ DATA_DIR: folder });
    const log = createLog('silent');
    const db = await openDatabase(env, log);
    const deps = await createDeps({ env, db, log });
    const stop = await listenForCommands({ deps, services: createServices(deps) }, commands);
    const priceNow = async () => {
      const found = await db.sql
        .select({ price: products.price })
        .from(products)
        .where(eq(products.name, 'Live kettle'));
      return found.map(({ price }) => price);
    };
    writeFileSync(file, 'sku,price\nlive-1,2500\n');
    const changed = await run('import', file, '--update', 'price', '--yes');
    const [, name = ''] = /--undo ([\da-f]+)/.exec(changed.output) ?? [];
    expect([changed.output, await priceNow()]).toEqual([
      expect.stringMatching(/^live\.csv: 1 products changed\.\n/),
      [2_500],
    ]);
    expect((await run('import', '--undo', name)).output).toBe('1 products restored.\n');
    expect(await priceNow()).toEqual([2_000]);
    await stop();
    await db.close();
  });

  test('prints an error for invalid options', async () => {
    expect(await run('import')).toMatchObject({ code: 1, output: expect.stringContaining('usage:') as string });
    for (const [args, words] of [
      [['--rate', 'x', 'a.csv'], '--rate must be a number'],
      [['--encoding', 'klingon', 'a.csv'], "--encoding: unknown encoding 'klingon'"],
      [['none.csv'], 'File not found: none.csv'],
      [['--decimal', 'x', 'a.csv'], '--decimal must be point or comma'],
      [['--lowest', '0', 'a.csv'], '--lowest must be a whole number above 0'],
      [['--columns', 'x=y', 'a.csv'], "--columns: 'x=y' is not FIELD=COLUMN. The fields are name, price, stock"],
      [['--update', 'all,stock', 'a.csv'], 'all leaves the stock out'],
      [['--update', 'x', 'a.csv'], "--update: unknown column 'x'. Use name, description, price"],
      [['--update', 'price', '--remove', 'a.csv'], '--update and --remove exclude each other'],
      [['--put-back', '--remove', 'a.csv'], '--remove and --put-back exclude each other'],
    ] as const)
      expect(await run('import', ...args)).toEqual({ code: 1, output: expect.stringContaining(words) as string });
  });
});
