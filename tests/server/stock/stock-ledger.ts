import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { stockLedger } from '../../../server/db/schema.ts';
import type { OrderEvent } from '../../../server/modules/settlement/order-events.rules.ts';
import { findOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, FIRST_STOCK } from '../catalogue/products.ts';
import { getDraft, order, type Shopper } from '../orders/ordering.ts';

/** An order of A x 2 and B x 1, of which the shop had 5 pieces each. */
export interface TwoLines {
  readonly id: OrderId;
  readonly shopper: Shopper;
  readonly a: string;
  readonly b: string;
}

export async function orderTwo(shop: TestApp, paymentMethod: 'mpesa' | 'cod'): Promise<TwoLines> {
  const shopper = await shop.signIn();
  const [a, b] = [await addProduct(shop, { price: 1400 }), await addProduct(shop, { price: 200 })];
  const lines = [{ ...a, quantity: 2 }, b];
  const { body } = await order(shop, shopper, getDraft(lines, { paymentMethod }), randomUUID());
  return { id: toOrderId(body.data.order._id), shopper, a: a.id, b: b.id };
}

/** Applies an event to an order, as its callers do. */
export function changeOrder(shop: TestApp, id: OrderId, event: OrderEvent) {
  const now = shop.clock.now();
  return shop.db.tx((tx) => {
    const read = async () => {
      const stored = await findOrder(tx, id);
      if (stored === null) throw new Error(`no order ${id}`);
      return stored;
    };
    return shop.services.orderChange.changeOrder(tx, read, event, now);
  });
}

/** Returns a product's rows after the opening one, oldest first. */
export async function readLedger(shop: TestApp, productId: string) {
  const rows = await shop.db.sql
    .select()
    .from(stockLedger)
    .where(eq(stockLedger.productId, productId))
    .orderBy(asc(stockLedger.at));
  return rows.filter(({ source }) => source !== FIRST_STOCK.source);
}

/** Returns rows as text, e.g. `sale -2 by shopper`. */
export async function ledgerTexts(shop: TestApp, productId: string): Promise<string[]> {
  return (await readLedger(shop, productId)).map(({ reason, difference, pieces, actor }) =>
    [reason, difference, ...(pieces === null ? [] : [`(${pieces})`]), 'by', actor].join(' '),
  );
}
