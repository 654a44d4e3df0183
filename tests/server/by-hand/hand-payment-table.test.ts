// @engine postgres
import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getRowName } from 'model-testing/table/flow';
import { accountOf, confirm, handShop, unpaidOrder, newReceipt, stopTime, type HandShop } from './by-hand-steps.ts';
import { ACTS, ELSEWHERE, flow, rows } from './hand-payment-rows.ts';
import { createOrder, findState, prepare, REACH } from './hand-payment-scene.ts';

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop({ env: { LOG_LEVEL: 'silent', MPESA_PULL: 'on' } });
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

describe('hand-payment table', () => {
  test.each(rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))('%s', async (_, row) => {
    const order = await createOrder(shop, row);
    const scene = { shop, order, receipt: newReceipt() };
    await prepare(scene, row);
    // The act posts what is matched, as the row describes it.
    const isPosted = row.from === 'stored' && row.on.startsWith('matching');
    await REACH[isPosted ? 'none' : row.from]?.(scene, row);
    const act = ACTS.find(([pattern]) => pattern.test(row.on))?.[1];
    if (act === undefined) throw new Error(`no act for: ${row.on}`);
    await act(scene, row);
    expect(await findState(scene)).toBe(row.to);
  });

  test('PAY-C2: money that was stored before a crash is matched after the start', async () => {
    const order = await unpaidOrder(shop);
    const receipt = await confirm(shop, { account: accountOf(order) }, { runs: false });
    await shop.deps.jobs.runDue();
    expect(await findState({ shop, order, receipt })).toBe('provisional');
  });

  test('every row runs here or names the file that runs it', () => {
    const names = flow.rows.map(getRowName);
    expect(ELSEWHERE.filter(([pattern]) => !names.some((name) => pattern.test(name)))).toEqual([]);
    expect(ELSEWHERE.filter(([, file]) => !existsSync(file))).toEqual([]);
  });
});
