import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { paymentClaims } from './claims.ts';
import { at } from './columns.ts';
import { orders } from './orders.ts';
import { paymentAttempts } from './payments.ts';
import { staff } from './staff.ts';

/** Received payments. A prompt has at most one, and each receipt pays once (D7, PAY-C3). */
export const payments = pgTable(
  'payments',
  {
    /** That of the attempt, for a prompt. The default is for processes of the previous version. */
    id: uuid('id').primaryKey().defaultRandom(),
    /** `null` for a payment by hand. */
    attemptId: uuid('attempt_id')
      .unique()
      .references(() => paymentAttempts.id),
    source: text('source').$type<'prompt' | 'hand'>().notNull().default('prompt'),
    /** `null` for money that matched no order and goes back (PAY-C4). */
    orderId: uuid('order_id').references(() => orders.id),
    /** The payer's phone, digits with the country code. `null` until M-Pesa names it (PAY-F2). */
    phone: text('phone'),
    /** `null` until a callback brings it (Q16). */
    receipt: text('receipt').unique(),
    amount: integer('amount').notNull(),
    /** Sum of the refunds that are neither failed nor dropped (PAY-F2). */
    refunded: integer('refunded').notNull().default(0),
    paidAt: at('paid_at').notNull(),
  },
  (table) => [
    index('payments_order').on(table.orderId),
    index('payments_paid_at').on(table.paidAt),
    check('payments_refunded', sql`${table.refunded} >= 0 and ${table.refunded} <= ${table.amount}`),
    check('payments_source', sql`${table.source} in ('prompt', 'hand')`),
  ],
);

/** States of a refund (PAY-F1). */
export const REFUND_STATES = [
  'due',
  'approved',
  'sending',
  'sent',
  'unknown',
  'done',
  'failed',
  'by_hand',
  'dropped',
] as const;

/** Refunds of payments (PAY-F1). The refund of a whole payment that the order requires has the payment's id. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** `null` only for rows of a process of the previous version, until the worker adds it within the hour. */
    paymentId: uuid('payment_id').references(() => payments.id),
    /** The attempt of a refund that the order requires, once. `null` for a refund that staff proposed. */
    attemptId: uuid('attempt_id')
      .unique()
      .references(() => paymentAttempts.id),
    /** `null` as in its payment. */
    orderId: uuid('order_id').references(() => orders.id),
    amount: integer('amount').notNull(),
    reason: text('reason').$type<'overpaid' | 'cancelled' | 'lost' | 'returned' | 'staff' | 'unmatched'>().notNull(),
    /** Why staff proposed or dropped it. */
    note: text('note'),
    state: text('state').$type<(typeof REFUND_STATES)[number]>().notNull().default('due'),
    /** How it is or was sent. `hand`: before refunds had states. */
    way: text('way').$type<'reversal' | 'b2c' | 'receipt' | 'cash' | 'hand'>(),
    /** The proposer. `null` when no person proposed it. */
    proposerId: uuid('proposer_id').references(() => staff.id),
    approverId: uuid('approver_id').references(() => staff.id),
    /** Not sent before this time, when its only owner approved it (PAY-F2). */
    notBefore: at('not_before'),
    /** Number of tries. Each has one intent, and by B2C one `OriginatorConversationID`. */
    tries: integer('tries').notNull().default(0),
    /** Calls of the current try. Only B2C repeats one. */
    calls: integer('calls').notNull().default(0),
    /** Why an approved refund waits. */
    waitsFor: text('waits_for').$type<'balance' | 'setting' | 'pause'>(),
    /** Hash of the settings that M-Pesa refused, while it waits for others. */
    settingsHash: text('settings_hash'),
    /** When the worker sends it, repeats its call or asks about it. */
    nextAt: at('next_at'),
    /** Time of the last call of the last try. */
    triedAt: at('tried_at'),
    /** When the shopper was informed that it was sent (PAY-F5). */
    sentAt: at('sent_at'),
    unknownAt: at('unknown_at'),
    /** Whether it is certain that no earlier try moves money (PAY-F3). */
    isConfirmed: boolean('is_confirmed').notNull().default(true),
    failureCode: text('failure_code'),
    failure: text('failure'),
    /** M-Pesa's receipt of the money that went back. */
    receipt: text('receipt'),
    /** Receipt that staff typed and that M-Pesa has not confirmed yet. */
    checkedReceipt: text('checked_receipt').unique(),
    checkedAt: at('checked_at'),
    /** The person who noted a payment in cash, before a second one confirms it. */
    cashBy: uuid('cash_by').references(() => staff.id),
    cashAt: at('cash_at'),
    /** The person who noted that an unknown refund was not sent, before a second one confirms it. */
    deniedBy: uuid('denied_by').references(() => staff.id),
    deniedAt: at('denied_at'),
    /** Restored from a backup, and not decided since (PAY-F6). */
    isRestored: boolean('is_restored').notNull().default(false),
    createdAt: at('created_at').notNull(),
    /** When it was done. */
    confirmedAt: at('confirmed_at'),
    /** When the refund was reported by mail (D29). */
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
    index('refunds_payment').on(table.paymentId),
    index('refunds_next')
      .on(table.nextAt)
      .where(sql`${table.nextAt} is not null`),
    uniqueIndex('refunds_one_open')
      .on(table.paymentId)
      .where(sql`${table.state} in ('approved', 'sending', 'sent', 'unknown', 'by_hand') and not ${table.isRestored}`),
    check('refunds_amount', sql`${table.amount} >= 0`),
    check(
      'refunds_state',
      sql`${table.state} in ('due', 'approved', 'sending', 'sent', 'unknown', 'done', 'failed', 'by_hand', 'dropped')`,
    ),
  ],
);

/** M-Pesa's receipts, each with its one use (PAY-C3). */
export const receipts = pgTable(
  'receipts',
  {
    receipt: text('receipt').primaryKey(),
    use: text('use').$type<'payment' | 'return' | 'unmatched' | 'refund'>().notNull(),
    paymentId: uuid('payment_id').references(() => payments.id),
    refundId: uuid('refund_id').references(() => refunds.id),
    at: at('at').notNull(),
  },
  (table) => [
    index('receipts_payment').on(table.paymentId),
    index('receipts_refund').on(table.refundId),
    check('receipts_use', sql`${table.use} in ('payment', 'return', 'unmatched', 'refund')`),
  ],
);

/** Calls to M-Pesa whose result arrives later at a secret address (PAY-F3). Stored before the call. */
export const mpesaCalls = pgTable(
  'mpesa_calls',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<'reversal' | 'b2c' | 'status' | 'balance' | 'payoutBalance'>().notNull(),
    refundId: uuid('refund_id').references(() => refunds.id),
    /** The try of the refund that it sends or asks about. */
    try: integer('try').notNull().default(0),
    /** SHA-256 of the secrets in `ResultURL` and `QueueTimeOutURL`. */
    resultHash: text('result_hash').notNull().unique(),
    timeoutHash: text('timeout_hash').notNull().unique(),
    /** The receipt that is asked about. */
    receipt: text('receipt'),
    /** The claim that asks about its receipt (PAY-S1). */
    claimId: uuid('claim_id').references(() => paymentClaims.id),
    /** Ours for B2C, otherwise Daraja's. */
    originatorId: text('originator_id'),
    conversationId: text('conversation_id'),
    sentAt: at('sent_at').notNull(),
    /** When its result arrived. */
    closedAt: at('closed_at'),
  },
  (table) => [index('mpesa_calls_refund').on(table.refundId, table.sentAt)],
);

/** Bodies received at a secret address, each once. */
export const mpesaResults = pgTable(
  'mpesa_results',
  {
    id: uuid('id').primaryKey(),
    callId: uuid('call_id')
      .notNull()
      .references(() => mpesaCalls.id),
    /** SHA-256 of call and body. */
    bodyHash: text('body_hash').notNull().unique(),
    body: text('body').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [
    index('mpesa_results_call').on(table.callId, table.receivedAt),
    index('mpesa_results_age').on(table.receivedAt),
  ],
);
