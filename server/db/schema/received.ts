import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { payments } from './money.ts';
import { orders } from './orders.ts';
import { staff } from './staff.ts';

/** States of money that M-Pesa reported by its receipt (PAY-C3, PAY-C4). */
export const RECEIVED_STATES = [
  'stored',
  'proving',
  'provisional',
  'paid',
  'unmatched',
  'returning',
  'held',
  'ours',
] as const;

/** Money that M-Pesa reported beside the prompt, each receipt once (PAY-C3). */
export const receivedMoney = pgTable(
  'received_money',
  {
    receipt: text('receipt').primaryKey(),
    state: text('state').$type<(typeof RECEIVED_STATES)[number]>().notNull(),
    source: text('source').$type<'confirmation' | 'pull' | 'statement' | 'status'>().notNull(),
    kind: text('kind').$type<'paybill' | 'till' | 'other'>().notNull(),
    shortcode: text('shortcode').notNull(),
    /** As the payer typed it. Empty for a till. */
    account: text('account').notNull(),
    /** Whole shillings. `null` for an amount that is none, which staff read in the message. */
    amount: integer('amount'),
    /** The payer's phone as on the wire: whole, masked or its SHA-256. */
    payer: text('payer'),
    name: text('name'),
    /** The order that it pays, or that it would fit while M-Pesa is asked. */
    orderId: uuid('order_id').references(() => orders.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    /** Why it is unmatched or held, a key of `problems` in `received.texts.ts`. */
    problem: text('problem'),
    /** Whether M-Pesa itself showed the money, not only a confirmation (PAY-C4). */
    isShown: boolean('is_shown').notNull().default(false),
    /** Number of questions to Transaction Status since it was matched. */
    asks: integer('asks').notNull().default(0),
    /** When the last question was without an answer, and staff decide. */
    listedAt: at('listed_at'),
    /** The person who noted the order that an amount above the limit belongs to, before a second person confirms it. */
    notedBy: uuid('noted_by').references(() => staff.id),
    notedOrderId: uuid('noted_order_id').references(() => orders.id),
    /** By M-Pesa's clock, or when it arrived. */
    paidAt: at('paid_at').notNull(),
    receivedAt: at('received_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    index('received_money_order').on(table.orderId),
    index('received_money_open')
      .on(table.receivedAt)
      .where(sql`${table.state} in ('stored', 'proving', 'provisional', 'unmatched', 'held')`),
    check(
      'received_money_state',
      sql`${table.state} in ('stored', 'proving', 'provisional', 'paid', 'unmatched', 'returning', 'held', 'ours')`,
    ),
    check('received_money_amount', sql`${table.amount} > 0`),
  ],
);

/** Bodies of confirmations, each once (PAY-C2). */
export const receivedMessages = pgTable(
  'received_messages',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the body. */
    bodyHash: text('body_hash').notNull().unique(),
    body: text('body').notNull(),
    /** `null` when it cannot be read. */
    receipt: text('receipt'),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    index('received_messages_receipt').on(table.receipt),
    index('received_messages_age').on(table.receivedAt),
  ],
);

/** Secrets in the addresses of confirmation and validation. Two are valid during a change (PAY-C2). */
export const inboxSecrets = pgTable('inbox_secrets', {
  id: uuid('id').primaryKey(),
  /** SHA-256 of the secret. */
  hash: text('hash').notNull().unique(),
  createdAt: at('created_at').notNull(),
  /** When Safaricom accepted its addresses. */
  registeredAt: at('registered_at'),
  /** When a message arrived there first. */
  usedAt: at('used_at'),
  /** When it stopped being valid. */
  endedAt: at('ended_at'),
});
