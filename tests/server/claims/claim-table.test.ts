// @engine postgres
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { getRowName } from 'model-testing/table/flow';
import { handShop, newReceipt, stopTime, unpaidOrder, type HandShop } from '../by-hand/by-hand-steps.ts';
import { ACTS, prepare } from './claim-acts.ts';
import { flow } from './claim-rows.ts';
import { findState, REACH } from './claim-scene.ts';

let shop: HandShop;
beforeAll(async () => {
  shop = await handShop({ env: { LOG_LEVEL: 'silent' } });
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

describe('claim table', () => {
  test.each(flow.rows.map((row) => [`${row.ref}: ${getRowName(row)} -> ${row.to}`, row] as const))(
    '%s',
    async (_, row) => {
      const scene = { shop, order: await unpaidOrder(shop), receipt: newReceipt() };
      await prepare(scene, row);
      await REACH[row.from]?.(scene, row);
      expect(await findState(scene)).toBe(row.from);
      const act = ACTS.find(([pattern]) => pattern.test(row.on))?.[1];
      if (act === undefined) throw new Error(`no act for: ${row.on}`);
      await act(scene, row);
      expect(await findState(scene)).toBe(row.to);
    },
  );
});
