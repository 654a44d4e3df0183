// @engine postgres
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../support/server.ts';
import { addProduct, inMs, readStock } from '../catalogue/products.ts';
import { callback, mpesaOrder, orderRow, pass, payingShop, push, stopTime } from '../payments/mpesa-steps.ts';
import { getDraft, order } from './ordering.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Time for which an unpaid order holds its stock (D12). */
const HOLD = 30 * MINUTE;

/** How far the database's clock is ahead of the host's. */
const OFFSETS = [
  ['an hour behind', HOUR],
  ['a day behind', DAY],
  ['an hour ahead of', -HOUR],
  ['a day ahead of', -DAY],
] as const;

describe.each(OFFSETS)('R15: the host’s clock is %s the database’s', (_words, offset) => {
  let shop: TestApp;
  afterEach(async () => {
    vi.restoreAllMocks();
    await shop.close();
  });

  async function open(): Promise<void> {
    shop = await payingShop();
    shop.clock.advance(offset);
    stopTime(shop);
  }

  test('an unpaid order holds its stock for exactly half an hour', async () => {
    await open();
    const shopper = await shop.signIn();
    const product = await addProduct(shop, { stock: 5 });
    const { id } = await mpesaOrder(shop, shopper, product);
    await pass(shop, HOLD - 1_000, HOLD / 10);
    expect([(await orderRow(shop, id)).status, (await readStock(shop, product.id)).reserved]).toEqual(['pending', 1]);
    await pass(shop, 2_000);
    expect([(await orderRow(shop, id)).status, (await readStock(shop, product.id)).reserved]).toEqual(['cancelled', 0]);
  });

  test('paidAt is the database’s time', async () => {
    await open();
    const shopper = await shop.signIn();
    const { id, total } = await mpesaOrder(shop, shopper, await addProduct(shop));
    await push(shop, shopper, { id, total });
    await pass(shop, 10_000);
    expect(await callback(shop)).toBe(200);
    expect((await orderRow(shop, id)).paidAt).toEqual(shop.clock.now());
  });

  test('the flash price ends at the database’s time', async () => {
    await open();
    const shopper = await shop.signIn();
    const a = await addProduct(shop, { price: 1500, flashPrice: 900, flashEndsAt: inMs(shop, MINUTE) });
    const flash = getDraft([{ ...a, price: 900 }]);
    shop.clock.advance(MINUTE - 1_000);
    expect((await order(shop, shopper, flash)).status).toBe(200);
    shop.clock.advance(1_000);
    expect((await order(shop, shopper, flash)).status).toBe(409);
  });
});

test('R15: a clock set back by an hour or a day causes no early expiry and no payment before the order', async () => {
  const shop = await payingShop();
  stopTime(shop);
  const shopper = await shop.signIn();
  const product = await addProduct(shop, { stock: 5 });
  const { id, total } = await mpesaOrder(shop, shopper, product);
  for (const back of [HOUR, DAY]) {
    shop.clock.advance(-back);
    await shop.deps.jobs.runDue();
    expect((await orderRow(shop, id)).status).toBe('pending');
    shop.clock.advance(back);
  }
  await push(shop, shopper, { id, total });
  await callback(shop);
  const { createdAt, paidAt } = await orderRow(shop, id);
  expect(paidAt?.getTime()).toBeGreaterThanOrEqual(createdAt.getTime());
  vi.restoreAllMocks();
  await shop.close();
});

test('R15: an order placed before midnight on New Year’s Eve in Nairobi expires half an hour later', async () => {
  const shop = await payingShop();
  // 23:45 on New Year's Eve in Nairobi, which is always three hours ahead of UTC.
  shop.clock.advance(Date.parse('2026-12-31T20:45:00Z') - shop.clock.now().getTime());
  stopTime(shop);
  const { id } = await mpesaOrder(shop, await shop.signIn(), await addProduct(shop));
  const { createdAt, expiresAt } = await orderRow(shop, id);
  expect((expiresAt?.getTime() ?? 0) - createdAt.getTime()).toBe(HOLD);
  await pass(shop, HOLD - 1_000, HOLD / 10);
  expect((await orderRow(shop, id)).status).toBe('pending');
  await pass(shop, 2_000);
  expect((await orderRow(shop, id)).status).toBe('cancelled');
  vi.restoreAllMocks();
  await shop.close();
});
