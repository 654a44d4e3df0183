import { and, asc, desc, eq, gte, inArray, lte, notExists, or, sql } from 'drizzle-orm';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import { payments, receipts, receivedMoney, refunds, restores, sentMoney, statements } from '../../db/schema.ts';
import { isPaymentOfRefund, type StoredRefund } from './refunds.repository.ts';
import { toStoredRefund } from './stored-rows.rules.ts';
import { isCovered, type Span } from './coverage.rules.ts';
import { isFromPhone } from './payer.rules.ts';

export type SentRow = typeof sentMoney.$inferSelect;

/** Returns the row of a receipt, or `null`. */
export async function findSent(db: Sql, receipt: string): Promise<SentRow | null> {
  const [row] = await db.select().from(sentMoney).where(eq(sentMoney.receipt, receipt));
  return row ?? null;
}

/** Adds or changes money that left. Settled money stays. */
export async function saveSent(db: Sql, row: typeof sentMoney.$inferInsert): Promise<void> {
  const { receipt: _, createdAt: __, ...change } = row;
  await db
    .insert(sentMoney)
    .values(row)
    .onConflictDoUpdate({ target: sentMoney.receipt, set: change, setWhere: eq(sentMoney.state, 'open') });
}

export async function setSent(db: Sql, receipt: string, change: Partial<SentRow>): Promise<void> {
  await db.update(sentMoney).set(change).where(eq(sentMoney.receipt, receipt));
}

/** Condition: its refund is not known. A refund may have learnt the receipt from M-Pesa since. */
const isOpen = (db: Sql) =>
  and(
    eq(sentMoney.state, 'open'),
    notExists(
      db
        .select({ receipt: receipts.receipt })
        .from(receipts)
        .where(and(eq(receipts.receipt, sentMoney.receipt), eq(receipts.use, 'refund'))),
    ),
  );

/** Returns money that left without a refund that is known to be it, oldest first. */
export async function findOpenSent(db: Sql, limit: number): Promise<SentRow[]> {
  return db.select().from(sentMoney).where(isOpen(db)).orderBy(asc(sentMoney.paidAt)).limit(limit);
}

/**
 * Returns the receipt of open money that may be this refund: of its payment, or of its amount to its payer since it became
 * due. `null` when there is none (PAY-F6).
 */
export async function findOpenLike(db: Sql, { refund, payment }: StoredRefund): Promise<string | null> {
  const open = await db
    .select()
    .from(sentMoney)
    .where(
      and(
        isOpen(db),
        or(eq(sentMoney.reverses, payment.receipt ?? ''), eq(sentMoney.amount, refund.amount)),
        gte(sentMoney.paidAt, payment.paidAt),
      ),
    );
  const like = open.find(
    ({ reverses, party }) =>
      (reverses !== null && reverses === payment.receipt) ||
      (payment.phone !== null && party !== null && isFromPhone(party, parseStoredMsisdn(payment.phone))),
  );
  return like?.receipt ?? null;
}

/** Returns the refunds of the payment with this receipt. */
export async function findRefundsOfReceipt(db: Sql, receipt: string): Promise<StoredRefund[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, isPaymentOfRefund)
    .where(eq(payments.receipt, receipt))
    .orderBy(asc(refunds.createdAt));
  return rows.map(toStoredRefund);
}

/** Returns the refunds of this amount that became due before `before`, oldest first. */
export async function findRefundsOfAmount(db: Sql, amount: number, before: Date): Promise<StoredRefund[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, isPaymentOfRefund)
    .where(and(eq(refunds.amount, amount), lte(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt));
  return rows.map(toStoredRefund);
}

/** Returns the refund that knows this receipt, or `null`. */
export async function findRefundByReceipt(db: Sql, receipt: string): Promise<StoredRefund | null> {
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, isPaymentOfRefund)
    .where(eq(refunds.receipt, receipt));
  return row === undefined ? null : toStoredRefund(row);
}

/** Returns refunds whose outcome is unknown, oldest first. */
export async function findUnknownRefunds(db: Sql): Promise<StoredRefund[]> {
  const rows = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, isPaymentOfRefund)
    .where(eq(refunds.state, 'unknown'))
    .orderBy(asc(refunds.createdAt));
  return rows.map(toStoredRefund);
}

/** Records a restore (PAY-F6). Creates the table when the backup is older than its migration. */
export async function insertRestore(db: Sql, row: typeof restores.$inferInsert): Promise<void> {
  await db.execute(
    sql`create table if not exists restores (
      id uuid primary key, backup_at timestamptz not null, restored_at timestamptz not null
    )`,
  );
  await db.insert(restores).values(row);
}

export interface Restore {
  readonly backupAt: Date;
  readonly restoredAt: Date;
}

/** Returns the restores, newest first. */
export async function findRestores(db: Sql): Promise<Restore[]> {
  return db
    .select({ backupAt: restores.backupAt, restoredAt: restores.restoredAt })
    .from(restores)
    .orderBy(desc(restores.restoredAt));
}

/**
 * Returns the spans of imported files without a gap of one of these short codes, which reach into the time. Only files
 * count: a pull has no payouts.
 */
export async function findCoverage(db: Sql, shortcodes: readonly string[], { from, to }: Span): Promise<Span[]> {
  const rows = await db
    .select({ from: statements.fromAt, to: statements.toAt })
    .from(statements)
    .where(
      and(
        eq(statements.source, 'file'),
        eq(statements.isWhole, true),
        inArray(statements.shortcode, [...shortcodes]),
        lte(statements.fromAt, to),
        gte(statements.toAt, from),
      ),
    );
  return rows.flatMap((it) => (it.from === null || it.to === null ? [] : [{ from: it.from, to: it.to }]));
}

/**
 * Returns whether the money came after the backup that was restored last, while the imported statements of the accounts do
 * not show what went back until then (PAY-F6). `accounts` are the short codes of each account.
 */
export async function isFromLostTime(
  db: Sql,
  { receipt }: Pick<StoredRefund['payment'], 'receipt'>,
  accounts: readonly (readonly string[])[],
): Promise<boolean> {
  if (receipt === null) return false;
  const [restore] = await db
    .select({ from: restores.backupAt, to: restores.restoredAt })
    .from(receivedMoney)
    .innerJoin(
      restores,
      and(gte(receivedMoney.paidAt, restores.backupAt), lte(receivedMoney.paidAt, restores.restoredAt)),
    )
    .where(and(eq(receivedMoney.receipt, receipt), inArray(receivedMoney.source, ['pull', 'statement'])))
    .orderBy(desc(restores.restoredAt))
    .limit(1);
  if (restore === undefined) return false;
  for (const codes of accounts) if (!isCovered(await findCoverage(db, codes, restore), restore)) return true;
  return false;
}
