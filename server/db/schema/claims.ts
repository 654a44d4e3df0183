import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { orders } from './orders.ts';

export const CLAIM_STATES = ['asking', 'waiting', 'for_staff', 'accepted', 'refused'] as const;

/** Receipts that shoppers sent with "I have paid". Nothing else of their text is stored (PAY-S1). */
export const paymentClaims = pgTable(
  'payment_claims',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    receipt: text('receipt').notNull(),
    state: text('state').$type<(typeof CLAIM_STATES)[number]>().notNull(),
    /** Questions to M-Pesa so far, by the schedule. */
    asks: integer('asks').notNull(),
    /** Why staff decide. */
    problem: text('problem').$type<'unclear' | 'noAnswer'>(),
    /** When the current question was stored for its call. `null` before, and without a question. */
    calledAt: at('called_at'),
    /** When the worker asks, or gives the current question up. */
    nextAt: at('next_at'),
    sentAt: at('sent_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    index('payment_claims_order').on(table.orderId, table.sentAt),
    index('payment_claims_receipt').on(table.receipt),
    uniqueIndex('payment_claims_one_open')
      .on(table.orderId)
      .where(sql`${table.state} in ('asking', 'waiting')`),
    index('payment_claims_next')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    index('payment_claims_staff')
      .on(table.updatedAt)
      .where(sql`${table.state} = 'for_staff'`),
    check('payment_claims_state', sql`${table.state} in ('asking', 'waiting', 'for_staff', 'accepted', 'refused')`),
  ],
);
