import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { at } from './columns.ts';
import { orders } from './orders.ts';

const LIVE_ATTEMPTS = sql`state in ('created', 'requesting', 'pending', 'unknown')`;

/** An attempt to collect the payment of an order. Stored before the prompt is sent (providers 2.4 T2). */
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
    /** Digits with the country code. */
    phone: text('phone').notNull(),
    /** The order's total in whole shillings (D6). */
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
    /** SHA-256 of the secret in the callback URL (D7). */
    tokenHash: text('token_hash').notNull(),
    merchantRequestId: text('merchant_request_id'),
    checkoutRequestId: text('checkout_request_id').unique(),
    /** Text, because not every code of Daraja is a number (providers 1.5). */
    resultCode: text('result_code'),
    failureReason: text('failure_reason'),
    /** State of the query that verifies a callback (D7). `null` when none is needed. */
    crossCheck: text('cross_check').$type<'due' | 'agreed' | 'mismatched' | 'dropped'>(),
    /** Start of the shopper's 10 minutes: the first prompt, also after "Send again" (Q19). */
    runStartedAt: at('run_started_at').notNull(),
    createdAt: at('created_at').notNull(),
    /** When the request was sent to Daraja. */
    pushedAt: at('pushed_at'),
    /** Time of the next query to Daraja (D7). `null` for none. */
    nextQueryAt: at('next_query_at'),
    /** When Daraja last answered a query about the attempt, with any result. */
    answeredAt: at('answered_at'),
    /** Since when a shopper who saw no prompt waits for an answer (U4). `null` when none waits. */
    wantedAt: at('wanted_at'),
    /** Number of queries without a reply since the last one with a reply. */
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

/** A phone other than the shopper's own, and its verification (D25). */
export const payerPhones = pgTable(
  'payer_phones',
  {
    /** Digits with the country code. */
    phone: text('phone').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the flow cookie of the browser that must verify the phone (D1). */
    flowHash: text('flow_hash').notNull(),
    /** End of the time in which codes are sent (D23). */
    expiresAt: at('expires_at').notNull(),
    /** When the phone was verified. It is exempt from the limits for this shopper afterwards. */
    provedAt: at('proved_at'),
  },
  (table) => [primaryKey({ columns: [table.phone, table.userId] })],
);

/** First amount in a callback that differed from the attempt's amount. Never overwritten (D27). */
export const toldAmounts = pgTable('told_amounts', {
  attemptId: uuid('attempt_id')
    .primaryKey()
    .references(() => paymentAttempts.id),
  amount: integer('amount').notNull(),
  at: at('at').notNull(),
});

/** Bodies received at a callback URL with the right token, each once (D7). */
export const paymentMessages = pgTable(
  'payment_messages',
  {
    id: uuid('id').primaryKey(),
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempts.id),
    /** SHA-256 of attempt and body. */
    bodyHash: text('body_hash').notNull().unique(),
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('payment_messages_attempt').on(table.attemptId, table.receivedAt)],
);

/** Alarms for the back office. The audit log has the notes of settled ones (D29). */
export const paymentAlarms = pgTable(
  'payment_alarms',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').notNull(),
    orderId: uuid('order_id'),
    attemptId: uuid('attempt_id'),
    detail: jsonb('detail'),
    /** Separates alarms of the same kind, e.g. the code or the order. See `alarms.service.ts`. */
    subject: text('subject').notNull().default(''),
    /** Hour of the first occurrence, counted from 1970. `null` for older rows without counts. */
    hour: integer('hour'),
    /** Number of occurrences in that hour. */
    count: integer('count').notNull().default(1),
    at: at('at').notNull(),
    /** Time of the last occurrence, when there was more than one. */
    lastAt: at('last_at'),
    settledAt: at('settled_at'),
    /** When the alarm was reported by mail (D29). */
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

/** Access tokens shared by all processes. The process with the lease refreshes them (providers 1.1). */
export const providerTokens = pgTable('provider_tokens', {
  provider: text('provider').primaryKey(),
  token: text('token').notNull().default(''),
  expiresAt: at('expires_at').notNull(),
  lockedUntil: at('locked_until'),
  lockId: uuid('lock_id'),
});

/** Token buckets shared by all processes (D7). */
export const budgets = pgTable('budgets', {
  name: text('name').primaryKey(),
  /** Whole tokens at `refilledAt`. */
  available: integer('available').notNull(),
  refilledAt: at('refilled_at').notNull(),
});
