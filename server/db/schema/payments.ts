import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { at } from './columns.ts';
import { orders } from './orders.ts';

const LIVE_ATTEMPTS = sql`state in ('created', 'requesting', 'pending', 'unknown')`;

/** One try to collect the money of one order; written before anything is sent (providers 2.4 T2). */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Digits with country code. */
    phone: text('phone').notNull(),
    /** Whole shillings, the order's own (D6). */
    amount: integer('amount').notNull(),
    accountReference: text('account_reference').notNull(),
    state: text('state')
      .$type<
        | 'created'
        | 'requesting'
        | 'pending'
        | 'unknown'
        | 'held'
        | 'succeeded'
        | 'failed'
        | 'expired'
        | 'refund_pending'
        | 'refunded'
      >()
      .notNull(),
    /** sha256 of the secret in the callback's address (D7). */
    tokenHash: text('token_hash').notNull(),
    merchantRequestId: text('merchant_request_id'),
    checkoutRequestId: text('checkout_request_id').unique(),
    /** Text: not every code of Daraja is a number (providers 1.5). */
    resultCode: text('result_code'),
    failureReason: text('failure_reason'),
    /** The one query that checks a callback's success (D7); null when none is wanted. */
    crossCheck: text('cross_check').$type<'due' | 'agreed' | 'mismatched' | 'dropped'>(),
    /** Start of the shopper's 10 minutes: the first prompt's, also after Send again (Q19). */
    runStartedAt: at('run_started_at').notNull(),
    createdAt: at('created_at').notNull(),
    /** When the request left for Daraja. */
    pushedAt: at('pushed_at'),
    /** When Daraja may be asked next about it (D7); null when nothing is to be asked. */
    nextQueryAt: at('next_query_at'),
    /** When Daraja last answered a question about it, whatever it said. */
    answeredAt: at('answered_at'),
    /** Since when its shopper waits for an answer, having seen no prompt (U4); null when not. */
    wantedAt: at('wanted_at'),
    /** Questions since the last answer that got none. */
    failedAsks: integer('failed_asks').notNull().default(0),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_attempts_one_live').on(table.orderId).where(LIVE_ATTEMPTS),
    index('payment_attempts_order').on(table.orderId, table.createdAt),
    index('payment_attempts_user').on(table.userId, table.createdAt),
    index('payment_attempts_phone').on(table.phone, table.createdAt),
    index('payment_attempts_query')
      .on(table.nextQueryAt)
      .where(sql`${table.nextQueryAt} is not null`),
    check(
      'payment_attempts_state',
      sql`${table.state} in ('created', 'requesting', 'pending', 'unknown', 'held', 'succeeded', 'failed', 'expired', 'refund_pending', 'refunded')`,
    ),
    check('payment_attempts_amount', sql`${table.amount} > 0`),
  ],
);

/** A phone that is not the shopper's own: whether a code is to prove it, and whether one did (D25). */
export const payerPhones = pgTable(
  'payer_phones',
  {
    /** Digits with country code. */
    phone: text('phone').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** sha256 of the flow cookie of the browser that was asked for the proof (D1). */
    flowHash: text('flow_hash').notNull(),
    /** Until then a code is sent to it (D23). */
    expiresAt: at('expires_at').notNull(),
    /** From then on it is exempt, for this shopper. */
    provedAt: at('proved_at'),
  },
  (table) => [primaryKey({ columns: [table.phone, table.userId] })],
);

/** Money that came in: at most one row an attempt, one receipt pays once (D7). */
export const payments = pgTable(
  'payments',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => paymentAttempts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Null until a callback brings it (Q16). */
    receipt: text('receipt').unique(),
    amount: integer('amount').notNull(),
    paidAt: at('paid_at').notNull(),
  },
  (table) => [index('payments_order').on(table.orderId)],
);

/** The first amount that a callback told of an attempt and that was not its own; never written over (D27). */
export const toldAmounts = pgTable('told_amounts', {
  attemptId: uuid('attempt_id')
    .primaryKey()
    .references(() => paymentAttempts.id),
  amount: integer('amount').notNull(),
  at: at('at').notNull(),
});

/** Every body that came to a callback address with its right token, once (D7). */
export const paymentMessages = pgTable(
  'payment_messages',
  {
    id: uuid('id').primaryKey(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    /** sha256 of attempt and body. */
    bodyHash: text('body_hash').notNull().unique(),
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('payment_messages_attempt').on(table.attemptId, table.receivedAt)],
);

/** Money that goes back, for the payments desk (D8, D12). */
export const refunds = pgTable(
  'refunds',
  {
    attemptId: uuid('attempt_id')
      .primaryKey()
      .references(() => paymentAttempts.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    amount: integer('amount').notNull(),
    reason: text('reason').$type<'overpaid' | 'cancelled'>().notNull(),
    createdAt: at('created_at').notNull(),
    confirmedAt: at('confirmed_at'),
    /** When somebody was told by mail (D29). */
    toldAt: at('told_at'),
  },
  (table) => [
    index('refunds_untold')
      .on(table.createdAt)
      .where(sql`${table.toldAt} is null`),
    index('refunds_due')
      .on(table.createdAt)
      .where(sql`${table.confirmedAt} is null`),
    index('refunds_order').on(table.orderId),
  ],
);

/** What the desk has to look at, until it is settled; its note is in the audit (D29). */
export const paymentAlarms = pgTable(
  'payment_alarms',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    orderId: uuid('order_id'),
    attemptId: uuid('attempt_id'),
    detail: jsonb('detail'),
    /** What makes it another alarm of its kind, e.g. the code or the order; see alarms.service.ts. */
    subject: text('subject').notNull().default(''),
    /** Of the first time, hours since 1970; null for rows from before they were counted. */
    hour: integer('hour'),
    /** How often it happened in that hour. */
    count: integer('count').notNull().default(1),
    at: at('at').notNull(),
    /** The last time, where there was more than one. */
    lastAt: at('last_at'),
    settledAt: at('settled_at'),
    /** When somebody was told by mail (D29). */
    toldAt: at('told_at'),
  },
  (table) => [
    index('payment_alarms_at').on(table.at),
    uniqueIndex('payment_alarms_hour')
      .on(table.kind, table.subject, table.hour)
      .where(sql`${table.settledAt} is null and ${table.hour} is not null`),
    index('payment_alarms_open')
      .on(table.at)
      .where(sql`${table.settledAt} is null`),
    index('payment_alarms_untold')
      .on(table.at)
      .where(sql`${table.toldAt} is null`),
  ],
);

/** Access tokens that all processes share; refreshed by whoever holds the lease (providers 1.1). */
export const providerTokens = pgTable('provider_tokens', {
  provider: text('provider').primaryKey(),
  token: text('token').notNull().default(''),
  expiresAt: at('expires_at').notNull(),
  lockedUntil: at('locked_until'),
  lockId: uuid('lock_id'),
});

/** Token buckets that all processes share (D7). */
export const budgets = pgTable('budgets', {
  name: text('name').primaryKey(),
  /** Whole tokens left at `refilledAt`. */
  available: integer('available').notNull(),
  refilledAt: at('refilled_at').notNull(),
});
