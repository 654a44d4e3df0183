import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { at } from './columns.ts';
import { orders } from './orders.ts';
import { staff } from './staff.ts';

/** Separate from `products`, because every order updates it. Available stock is `onHand - reserved`. */
export const productStock = pgTable(
  'product_stock',
  {
    productId: uuid('product_id')
      .primaryKey()
      .references(() => products.id),
    onHand: integer('on_hand').notNull(),
    /** Sum of the held and committed reservations of unshipped orders. */
    reserved: integer('reserved').notNull().default(0),
  },
  (table) => [check('product_stock_sane', sql`${table.reserved} >= 0 and ${table.reserved} <= ${table.onHand}`)],
);

/**
 * Changes of stock, never updated or deleted. The differences of a product add up to `onHand` minus the pieces that
 * unshipped orders have committed (owner §1, OWN-P1). Reserving, releasing a reservation and shipping add no row.
 */
export const stockLedger = pgTable(
  'stock_ledger',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    difference: integer('difference').notNull(),
    /** Pieces that a row with the difference 0 is about, because a sale took them out before. Negative takes back. */
    pieces: integer('pieces'),
    reason: text('reason')
      .$type<'sale' | 'cancelled' | 'returned' | 'received' | 'counted' | 'damaged' | 'lost' | 'correction'>()
      .notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    /** `null` for shoppers, the system and people on the shop's server. */
    staffId: uuid('staff_id').references(() => staff.id),
    /** `shopper`, `system`, or the name of the person. */
    actor: text('actor').notNull(),
    /** Origin of a row without an order, e.g. a file. A source books a product once. */
    source: text('source'),
    /** Both for a count only. Their difference is booked. */
    counted: integer('counted'),
    expected: integer('expected'),
    at: at('at').notNull(),
  },
  (table) => [
    index('stock_ledger_product').on(table.productId, table.at),
    // An order sells, frees and returns its pieces of a product at most once.
    uniqueIndex('stock_ledger_order_once')
      .on(table.orderId, table.productId, table.reason)
      .where(sql`${table.reason} in ('sale', 'cancelled', 'returned')`),
    uniqueIndex('stock_ledger_source_once')
      .on(table.productId, table.source)
      .where(sql`${table.source} is not null`),
    check(
      'stock_ledger_reason',
      sql`${table.reason} in ('sale', 'cancelled', 'returned', 'received', 'counted', 'damaged', 'lost', 'correction')`,
    ),
    check('stock_ledger_pieces', sql`${table.pieces} is null or ${table.difference} = 0`),
    check('stock_ledger_counted', sql`${table.counted} - ${table.expected} = ${table.difference}`),
  ],
);
