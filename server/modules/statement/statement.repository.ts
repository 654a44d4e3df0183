import { and, desc, eq, gte, inArray, isNotNull, lte, ne } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, payments, receipts, receivedMoney, statements } from '../../db/schema.ts';
import type { Span } from '../settlement/coverage.rules.ts';

/** Parameters of one statement. */
const PORTION = 1_000;

export type StatementRow = typeof statements.$inferSelect;

/** The shop's knowledge of a receipt. */
export interface KnownMoney {
  readonly receipt: string;
  /** Whole shillings. `null` for an amount that is none. */
  readonly amount: number | null;
  readonly paidAt: Date;
  /** State of money by hand. `null` for a prompt's payment without a confirmation. */
  readonly state: (typeof receivedMoney.$inferSelect)['state'] | null;
  /** M-Pesa has shown it, and nothing about it is open. */
  readonly isSettled: boolean;
  readonly shortId: string | null;
}

/** States that a further message of the same amount does not change. */
const SETTLED: readonly (string | null)[] = ['paid', 'unmatched', 'returning', 'ours'];

const byHand = {
  receipt: receivedMoney.receipt,
  amount: receivedMoney.amount,
  paidAt: receivedMoney.paidAt,
  state: receivedMoney.state,
  isShown: receivedMoney.isShown,
  shortId: orders.shortId,
};
const byPrompt = {
  receipt: payments.receipt,
  amount: payments.amount,
  paidAt: payments.paidAt,
  shortId: orders.shortId,
};

/** Returns what the shop knows of these receipts. */
export async function findKnown(db: Sql, wanted: readonly string[]): Promise<Map<string, KnownMoney>> {
  const known = new Map<string, KnownMoney>();
  for (let at = 0; at < wanted.length; at += PORTION) {
    const some = wanted.slice(at, at + PORTION);
    const paid = await db
      .select(byPrompt)
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .where(inArray(payments.receipt, some));
    for (const it of paid) addPrompt(known, it);
    const money = await db
      .select(byHand)
      .from(receivedMoney)
      .leftJoin(orders, eq(orders.id, receivedMoney.orderId))
      .where(inArray(receivedMoney.receipt, some));
    // A payment's own amount counts: that of a held prompt is what the shop believes.
    for (const it of money)
      known.set(it.receipt, { ...toKnown(it), amount: known.get(it.receipt)?.amount ?? it.amount });
  }
  return known;
}

/** Returns the money with a receipt that the shop dates into this time. */
export async function findMoneyWithin(db: Sql, { from, to }: Span): Promise<KnownMoney[]> {
  const paid = await db
    .select(byPrompt)
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(gte(payments.paidAt, from), lte(payments.paidAt, to), isNotNull(payments.receipt)));
  const money = await db
    .select(byHand)
    .from(receivedMoney)
    .leftJoin(orders, eq(orders.id, receivedMoney.orderId))
    .where(and(gte(receivedMoney.paidAt, from), lte(receivedMoney.paidAt, to), ne(receivedMoney.state, 'ours')));
  const known = new Map<string, KnownMoney>();
  for (const it of paid) addPrompt(known, it);
  for (const it of money) known.set(it.receipt, toKnown(it));
  return [...known.values()];
}

function addPrompt(
  known: Map<string, KnownMoney>,
  it: Omit<KnownMoney, 'receipt' | 'state' | 'isSettled'> & { readonly receipt: string | null },
): void {
  if (it.receipt !== null) known.set(it.receipt, { ...it, receipt: it.receipt, state: null, isSettled: true });
}

function toKnown({ isShown, ...it }: Omit<KnownMoney, 'isSettled'> & { readonly isShown: boolean }): KnownMoney {
  return { ...it, isSettled: isShown && SETTLED.includes(it.state) };
}

/** Returns which of these receipts are our own refunds. */
export async function findOwnRefunds(db: Sql, wanted: readonly string[]): Promise<Set<string>> {
  const own = new Set<string>();
  for (let at = 0; at < wanted.length; at += PORTION) {
    const found = await db
      .select({ receipt: receipts.receipt })
      .from(receipts)
      .where(and(inArray(receipts.receipt, wanted.slice(at, at + PORTION)), eq(receipts.use, 'refund')));
    for (const { receipt } of found) own.add(receipt);
  }
  return own;
}

/** Returns false when a file with these lines is stored already. */
export async function insertStatement(db: Sql, row: typeof statements.$inferInsert): Promise<boolean> {
  const added = await db
    .insert(statements)
    .values(row)
    .onConflictDoNothing({ target: statements.fileHash })
    .returning({ id: statements.id });
  return added.length === 1;
}

export async function setStatement(db: Sql, id: string, change: Partial<StatementRow>): Promise<void> {
  await db.update(statements).set(change).where(eq(statements.id, id));
}

/** Returns the import of a file with these lines, or `null`. */
export async function findByHash(db: Sql, fileHash: string): Promise<StatementRow | null> {
  const [row] = await db.select().from(statements).where(eq(statements.fileHash, fileHash));
  return row ?? null;
}

/** Returns the newest comparisons, newest first. */
export async function findStatements(db: Sql, limit: number): Promise<StatementRow[]> {
  return db.select().from(statements).orderBy(desc(statements.at)).limit(limit);
}

/** Returns the newest pull with a difference, or `null`. */
export async function findLastPull(db: Sql): Promise<StatementRow | null> {
  const [row] = await db
    .select()
    .from(statements)
    .where(eq(statements.source, 'pull'))
    .orderBy(desc(statements.at))
    .limit(1);
  return row ?? null;
}
