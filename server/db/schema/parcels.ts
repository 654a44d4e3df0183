import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { orderLines, orders } from './orders.ts';
import { staff } from './staff.ts';

/** Collection codes of pickups (OWN-P2). A row ends 30 s after the parcel was handed over, lost, sent again or back. */
export const collectionCodes = pgTable('collection_codes', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** SHA-256 of the order's id and the code. */
  codeHash: text('code_hash').notNull(),
  /** Wrong codes of one day in Nairobi, `YYYY-MM-DD`. */
  wrongOn: text('wrong_on').notNull().default(''),
  wrong: integer('wrong').notNull().default(0),
});

/** Serial and IMEI numbers of the pieces of a line (OWN-P5). A number has one sold piece at a time. */
export const orderLineSerials = pgTable(
  'order_line_serials',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    /** In capitals, without spaces and invisible characters. An IMEI has 15 digits. */
    number: text('number').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    at: at('at').notNull(),
    /** When the piece was back on the shelf, so that its number can be sold again. */
    freedAt: at('freed_at'),
  },
  (table) => [
    uniqueIndex('order_line_serials_sold')
      .on(table.number)
      .where(sql`${table.freedAt} is null`),
    index('order_line_serials_number').on(table.number),
    index('order_line_serials_order').on(table.orderId),
    index('order_line_serials_line').on(table.lineId),
  ],
);

/** Pieces that came back of each line of a returned order. Never updated (OWN-P1). */
export const lineInspections = pgTable(
  'line_inspections',
  {
    lineId: uuid('line_id')
      .primaryKey()
      .references(() => orderLines.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    sellable: integer('sellable').notNull(),
    damaged: integer('damaged').notNull(),
    missing: integer('missing').notNull(),
    staffId: uuid('staff_id').references(() => staff.id),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    index('line_inspections_order').on(table.orderId),
    check('line_inspections_pieces', sql`least(${table.sellable}, ${table.damaged}, ${table.missing}) >= 0`),
  ],
);

/**
 * The cash of orders that were paid on delivery (OWN-P3). Never updated: a correction adds the opposite. What is missing
 * is the sum of `owed` minus the sum of the others.
 */
export const cashEntries = pgTable(
  'cash_entries',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    type: text('type').$type<'owed' | 'counted' | 'writtenOff'>().notNull(),
    /** Whole shillings. Negative for an `owed` that was undone, and for more cash than was owed in `writtenOff`. */
    amount: integer('amount').notNull(),
    /** The debtor or bringer: a rider, a station or a member of the staff. */
    party: text('party').notNull(),
    reason: text('reason'),
    staffId: uuid('staff_id').references(() => staff.id),
    actor: text('actor').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    index('cash_entries_order').on(table.orderId, table.at),
    index('cash_entries_counted')
      .on(table.at)
      .where(sql`${table.type} = 'counted'`),
    check('cash_entries_type', sql`${table.type} in ('owed', 'counted', 'writtenOff')`),
  ],
);
