// @engine pglite
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit, paymentAlarms } from '../../../server/db/schema.ts';
import { insertAlarm } from '../../../server/modules/settlement/alarms.repository.ts';
import { runCommandLine } from '../../support/command.ts';
import { commandedShop, type CommandedShop } from '../../support/commanded-shop.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';

let commanded: CommandedShop<TestApp>;
let shop: TestApp;

beforeAll(async () => {
  commanded = await commandedShop(createTestApp);
  ({ shop } = commanded);
});
afterAll(() => commanded.close());

const backOffice = (...args: readonly string[]) => runCommandLine('back-office', args, commanded.settings);

test('X17, F13, D29: npm run back-office lists, shows and settles items of the running shop', async () => {
  expect(await backOffice()).toEqual({ code: 0, output: 'M-Pesa: prompts work.\n\nNo open items.\n' });
  const at = new Date('2026-11-23T06:05:00Z');
  await insertAlarm(shop.db.sql, { kind: 'badSettings', orderId: null, attemptId: null }, at);
  const [row] = await shop.db.sql.select().from(paymentAlarms);
  const name = `alarm-${row?.id.slice(0, 8)}`;
  const line = `  ${name}  2026-11-23 09:05 EAT  M-Pesa refused the settings of this shop\n`;
  expect((await backOffice()).output).toContain(`Alarms:\n${line}`);
  // The decision is sent too, although an alarm takes none.
  const paid = await backOffice('settle', name, '--as', 'paid', '--note', 'passkey renewed');
  expect(paid).toEqual({ code: 1, output: expect.stringContaining('takes only a note') as string });
  const settled = await backOffice('settle', name, '--note', 'passkey renewed');
  expect(settled).toEqual({ code: 0, output: 'Settled: M-Pesa refused the settings of this shop\n' });
  const shown = await backOffice('show', name);
  expect(shown.output).toMatch(/Notes:\n {2}.*console .+, desk\.settled; note: passkey renewed\n/);
});

test('npm run back-office -- stock shows why the stock of a product changed', async () => {
  await addProduct(shop, { slug: 'nokia-105', name: 'Nokia 105', stock: 7 });
  const { code, output } = await backOffice('stock', 'nokia-105');
  expect([code, output.split('\n')[0]]).toEqual([0, 'Nokia 105: 7 on hand, 0 of them reserved by orders.']);
  expect(output).toContain('      +7       7  counted, 7 found, 0 expected, first stock, by test\n');
  expect(await backOffice('stock', 'nokia-106')).toEqual({
    code: 1,
    output: 'No product has the slug nokia-106\n',
  });
});

test('Bad input: does not create a shop in a missing directory', async () => {
  const none = path.join(commanded.settings.DATA_DIR, 'mistyped');
  for (const args of [[], ['show', 'alarm-00000000'], ['settle', 'alarm-00000000', '--note', 'x']]) {
    const said = await runCommandLine('back-office', args, { DATA_DIR: none });
    expect(said).toEqual({ code: 1, output: `There is no shop in ${none} yet, so nothing was done.\n` });
  }
  expect(fs.existsSync(none)).toBe(false);
});

test('D29: prints one sentence for invalid input, and changes nothing', async () => {
  const before = await shop.db.sql.$count(audit);
  for (const [args, words] of [
    [['settle', 'alarm-00000000', '--note', 'done'], 'There is no alarm-00000000.\n'],
    [['settle', 'alarm-00000000'], '--note TEXT is missing. Nothing was changed.\n'],
    [['settle', '1a2b3c4d', '--as', 'king', '--note', 'x'], '--as must be one of paid, refund, unpaid'],
    [['--nonsense'], "Unknown option '--nonsense'. Run it with --help for the options.\n"],
    [['burn'], 'usage: npm run back-office'],
  ] as const) {
    const { code, output } = await backOffice(...args);
    expect([code, output]).toEqual([1, expect.stringContaining(words)]);
    expect(output).not.toMatch(/ {4}at /);
  }
  expect(await shop.db.sql.$count(audit)).toBe(before);
});
