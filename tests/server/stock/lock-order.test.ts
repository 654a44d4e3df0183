// @engine postgres
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queryRows } from '../../../server/backup/tables.ts';
import type { Sql } from '../../../server/db/client.ts';
import { changeReserved, lockStock, reduceStock } from '../../../server/modules/stock/stock.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const toChanges = (ids: readonly string[]) => ids.map((product) => ({ product, quantity: 1 }));
const IS_WAITING = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

test.each([
  ['reservations', (tx, ids) => changeReserved(tx, toChanges(ids))],
  ['shipments', (tx, ids) => reduceStock(tx, toChanges(ids))],
  ['counts', (tx, ids) => lockStock(tx, ids)],
] as readonly (readonly [string, (tx: Sql, ids: readonly string[]) => Promise<unknown>])[])(
  'D11: %s lock products in the order of their ids',
  async (_, lock) => {
    // The embedded database runs one transaction after the other.
    if (shop.db.kind !== 'postgres') return;
    const last = await addProduct(shop, { id: `f${randomUUID().slice(1)}` });
    const first = await addProduct(shop, { id: `0${randomUUID().slice(1)}` });
    await shop.db.tx((tx) => changeReserved(tx, toChanges([last.id, first.id])));
    let end = () => {};
    const isOver = new Promise<void>((resolve) => (end = resolve));
    let start = () => {};
    const isLocked = new Promise<void>((resolve) => (start = resolve));
    const holding = shop.db.tx(async (tx) => {
      await lockStock(tx, [first.id]);
      start();
      await isOver;
    });
    await isLocked;
    const waiting = shop.db.tx((tx) => lock(tx, [last.id, first.id]));
    try {
      await vi.waitUntil(async () => (await queryRows(shop.db.reads, IS_WAITING)).length > 0, { timeout: 5_000 });
      const free = sql`select 1 from product_stock where product_id = ${last.id} for update skip locked`;
      expect(await queryRows(shop.db.sql, free)).toHaveLength(1);
    } finally {
      end();
      await Promise.all([holding, waiting]);
    }
  },
);

test('D11: an order takes the last piece, and no more', async () => {
  const { id } = await addProduct(shop, { stock: 2 });
  await shop.db.tx((tx) => changeReserved(tx, [{ product: id, quantity: 2 }]));
  expect(await readStock(shop, id)).toMatchObject({ onHand: 2, reserved: 2 });
  const more = shop.db.tx((tx) => changeReserved(tx, [{ product: id, quantity: 1 }]));
  await expect(more).rejects.toMatchObject({ name: 'StockShortError', product: id });
});
