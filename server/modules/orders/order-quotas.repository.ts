import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orderLines, orders, users } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { OpenOrder } from './order-quotas.rules.ts';

/** Not the id of any order. */
const NONE = '00000000-0000-4000-8000-000000000000';

const statements = perHandle((db) => {
  // Unpaid orders that can still be paid, and cash orders that are not delivered.
  const isOpen = and(
    eq(orders.userId, placeholder('userId')),
    ne(orders.id, placeholder('except')),
    eq(orders.money, 'unpaid'),
    or(
      eq(orders.status, 'pending'),
      and(eq(orders.paymentMethod, 'cod'), inArray(orders.status, ['processing', 'shipped'])),
    ),
  );
  return {
    lockShopper: db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, placeholder('userId')))
      .for('no key update')
      .prepare('order_lock_shopper'),
    open: db
      .select({ paymentMethod: orders.paymentMethod, totalPrice: orders.totalPrice })
      .from(orders)
      .where(isOpen)
      .prepare('orders_open'),
    pieces: db
      .select({ product: orderLines.productId, quantity: sql<number>`sum(${orderLines.quantity})`.mapWith(Number) })
      .from(orders)
      .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
      .where(isOpen)
      .groupBy(orderLines.productId)
      .prepare('orders_open_pieces'),
    delivered: db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, placeholder('userId')), eq(orders.status, 'delivered')))
      .limit(1)
      .prepare('orders_any_delivered'),
  };
});

/** Serialises the orders of one shopper, so that the limits hold for parallel requests too. */
export async function lockShopper(db: Sql, userId: string): Promise<void> {
  await statements(db).lockShopper.execute({ userId });
}

/** Returns the shopper's unpaid orders that hold stock, without `except` (D19). */
export function findOpenOrders(db: Sql, userId: string, except: OrderId | null): Promise<OpenOrder[]> {
  return statements(db).open.execute({ userId, except: except ?? NONE });
}

/** Returns the number of items in these orders, by product. */
export async function findOpenPieces(db: Sql, userId: string, except: OrderId | null): Promise<Map<string, number>> {
  const rows = await statements(db).pieces.execute({ userId, except: except ?? NONE });
  return new Map(rows.map(({ product, quantity }) => [product, quantity]));
}

/** Returns whether any order of the shopper was delivered. */
export async function hasAnyDelivered(db: Sql, userId: string): Promise<boolean> {
  return (await statements(db).delivered.execute({ userId })).length > 0;
}
