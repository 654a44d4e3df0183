import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { readStatement } from '../../../server/cli/statement/read-statement.ts';
import { findGap } from '../../../server/modules/statement/comparison.rules.ts';
import { getAccount, grantToken, listen, mpesa, urls } from './account-client.ts';
import { startSimulators, type RunningSimulators } from './running.ts';

/** The CSV of the simulated Daraja, read as the shop reads that of M-Pesa's portal. */

const phone = toMsisdn('254712345678');
let simulators: RunningSimulators;
let folder = '';
beforeAll(async () => {
  simulators = await startSimulators();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'simulated-'));
});
beforeEach(() => simulators.reset());
afterAll(async () => {
  await simulators.close();
  fs.rmSync(folder, { recursive: true });
});

async function read(query = '') {
  const text = await (await fetch(`${simulators.url}/control/mpesa/statement?${query}`)).text();
  const file = path.join(folder, 'statement.csv');
  fs.writeFileSync(file, text);
  return { text, ...(await readStatement(file)) };
}

test('providers 1.11: payments, reversals and payouts of the ledger are lines, without a gap', async () => {
  const token = await grantToken(simulators);
  await using listener = await listen();
  const paid = await simulators.payByHand({ phone, amount: 3000, account: '1A2B3C4D' });
  await simulators.payByHand({ phone, amount: 700, account: 'x, "y"' });
  const reversal = { receipt: paid.receipt ?? '', amount: toShillings(3000), remarks: 'Refund' };
  await getAccount(simulators, token).reverse({ ...reversal, ...urls(listener) });
  await expect.poll(() => listener.heard.length, { timeout: 10_000 }).toBe(1);
  const { lines, faults, shortcode, text } = await read();
  expect([faults, shortcode, findGap(lines)]).toEqual([[], mpesa.shortcode, null]);
  expect(text).toContain('"3,000.00"');
  expect(lines.map(({ kind, amount, account, reverses }) => [kind, amount, account, reverses])).toEqual([
    ['reversal', 3000, '', paid.receipt],
    ['payment', 700, 'x, "y"', null],
    ['payment', 3000, '1A2B3C4D', null],
  ]);
  expect(lines[2]).toMatchObject({ receipt: paid.receipt, phone: { kind: 'whole', phone } });
});

test('providers 1.11: each short code has its own statement, of the asked time', async () => {
  const receipt = await simulators.sendByPortal({ phone, amount: 50 });
  expect((await read()).lines).toEqual([]);
  const { lines, shortcode } = await read('shortcode=600998');
  expect(shortcode).toBe('600998');
  expect(lines).toMatchObject([{ receipt, kind: 'payout', amount: 50, isIn: false }]);
  expect((await read('shortcode=600998&to=2020-01-01T00:00:00Z')).lines).toEqual([]);
});
