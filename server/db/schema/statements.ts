import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';
import { refunds } from './money.ts';
import { staff } from './staff.ts';

/** A difference between the shop and M-Pesa. Amounts in whole shillings. */
export interface Difference {
  readonly receipt: string;
  /** By M-Pesa. `null` when M-Pesa does not show it, or for an amount that is none. */
  readonly there: number | null;
  /** By the shop. `null` when the shop does not know it. */
  readonly here: number | null;
  /** ISO time by M-Pesa's clock, or by the shop's when M-Pesa does not show it. */
  readonly at: string;
  /** Its kind or its fate, in words for the staff. */
  readonly what: string;
}

/** Differences of one kind: at most a bounded number of them, and how many there are. */
export interface Differences {
  readonly count: number;
  readonly some: readonly Difference[];
}

/** A comparison with M-Pesa (PAY-T1). */
export interface StatementReport {
  readonly lines: number;
  /** Lines that moved no money: failed, cancelled, pending. */
  readonly notCompleted: number;
  readonly repeated: number;
  /** Payments that the shop knows with the same amount. */
  readonly same: number;
  readonly missingHere: Differences;
  readonly missingThere: Differences;
  readonly differing: Differences;
  /** Money that left without a refund of this shop that is known to be it. */
  readonly sentWithoutUs: Differences;
  /** Refunds that this statement decided. */
  readonly decided: Differences;
  /** Sums in cents of lines that are not listed. */
  readonly counter: { readonly count: number; readonly cents: number };
  readonly charges: { readonly count: number; readonly cents: number };
  readonly others: { readonly count: number; readonly inCents: number; readonly outCents: number };
}

/** Comparisons with M-Pesa: files of its portal, and pulls that found a difference (PAY-T1). */
export const statements = pgTable(
  'statements',
  {
    id: uuid('id').primaryKey(),
    source: text('source').$type<'pull' | 'file'>().notNull(),
    shortcode: text('shortcode').notNull(),
    /** Name of the file. */
    name: text('name'),
    /** SHA-256 of the file's lines. */
    fileHash: text('file_hash').unique(),
    /** The person who imported it. */
    staffId: uuid('staff_id').references(() => staff.id),
    /** Times of the first and last line. */
    fromAt: at('from_at'),
    toAt: at('to_at'),
    /** Whether no line is missing between them, by the balances. */
    isWhole: boolean('is_whole').notNull(),
    report: jsonb('report').$type<StatementReport>().notNull(),
    at: at('at').notNull(),
    /** When every line had been handled. `null` after a crash. */
    doneAt: at('done_at'),
  },
  (table) => [
    index('statements_span').on(table.toAt),
    index('statements_age').on(table.at),
    check('statements_source', sql`${table.source} in ('pull', 'file')`),
  ],
);

/** Money that left the shop's accounts by the statement, each receipt once (PAY-T1). */
export const sentMoney = pgTable(
  'sent_money',
  {
    receipt: text('receipt').primaryKey(),
    /** `open`: its refund is not known yet. `settled`: staff said that it is none. */
    state: text('state').$type<'refund' | 'open' | 'settled'>().notNull(),
    kind: text('kind').$type<'reversal' | 'payout'>().notNull(),
    /** Whole shillings. `null` for an amount that is none. */
    amount: integer('amount'),
    /** The receiver's phone, whole or masked. */
    party: text('party'),
    /** Receipt of the payment that it sends back. */
    reverses: text('reverses'),
    refundId: uuid('refund_id').references(() => refunds.id),
    note: text('note'),
    settledBy: uuid('settled_by').references(() => staff.id),
    /** By M-Pesa's clock. */
    paidAt: at('paid_at').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('sent_money_open')
      .on(table.paidAt)
      .where(sql`${table.state} = 'open'`),
    index('sent_money_refund').on(table.refundId),
    check('sent_money_state', sql`${table.state} in ('refund', 'open', 'settled')`),
    check('sent_money_kind', sql`${table.kind} in ('reversal', 'payout')`),
  ],
);

/** Restores of a backup (PAY-F6). */
export const restores = pgTable('restores', {
  id: uuid('id').primaryKey(),
  /** Time of the backup. Later events are lost. */
  backupAt: at('backup_at').notNull(),
  restoredAt: at('restored_at').notNull(),
});

/** When M-Pesa's transactions are pulled next, shared by all processes (PAY-T1). */
export const pulls = pgTable('pulls', {
  provider: text('provider').primaryKey(),
  nextAt: at('next_at'),
  /** The last pull that was complete. */
  goodAt: at('good_at'),
  failingSince: at('failing_since'),
});

/** The circuit of the cross-check, shared by all processes (PAY-T2). */
export const crossChecks = pgTable('cross_checks', {
  provider: text('provider').primaryKey(),
  /** `null` while the cross-check is trusted. */
  openedAt: at('opened_at'),
  /** Contradictions in a row while it is trusted, and agreements in a row while it is not. */
  contradictions: integer('contradictions').notNull().default(0),
  agreements: integer('agreements').notNull().default(0),
  /** Ids of the orders that these contradictions held. */
  held: jsonb('held').$type<readonly string[]>().notNull(),
  alarmId: uuid('alarm_id'),
});
