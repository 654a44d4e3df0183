import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { mpesaCalls, mpesaResults, refunds } from '../../db/schema.ts';

export type CallRow = typeof mpesaCalls.$inferSelect;
export type CallKind = CallRow['kind'];

/** Stores a call before it is made (PAY-F3). */
export async function insertCall(db: Sql, call: typeof mpesaCalls.$inferInsert): Promise<void> {
  await db.insert(mpesaCalls).values(call);
}

/** Stores the ids of the immediate answer. Keeps known ones. */
export async function setCallIds(
  db: Sql,
  id: string,
  { conversationId, originatorId }: { readonly conversationId: string | null; readonly originatorId: string | null },
): Promise<void> {
  await db
    .update(mpesaCalls)
    .set({
      conversationId: sql`coalesce(${mpesaCalls.conversationId}, ${conversationId}::text)`,
      originatorId: sql`coalesce(${mpesaCalls.originatorId}, ${originatorId}::text)`,
    })
    .where(eq(mpesaCalls.id, id));
}

/** Returns the call with the hash of its secret, or `null`. */
export async function findCallByHash(db: Sql, at: 'result' | 'timeout', hash: string): Promise<CallRow | null> {
  const column = at === 'result' ? mpesaCalls.resultHash : mpesaCalls.timeoutHash;
  const [found] = await db.select().from(mpesaCalls).where(eq(column, hash));
  return found ?? null;
}

/** Returns the calls that sent or may have sent a refund, newest first. */
export async function findSendingCalls(db: Sql, refundId: string): Promise<CallRow[]> {
  return db
    .select()
    .from(mpesaCalls)
    .where(and(eq(mpesaCalls.refundId, refundId), inArray(mpesaCalls.kind, ['reversal', 'b2c'])))
    .orderBy(desc(mpesaCalls.try), desc(mpesaCalls.sentAt));
}

/** Stores a body once. Returns false for a repeated one. */
export async function insertResult(db: Sql, callId: string, body: string, receivedAt: Date): Promise<boolean> {
  const bodyHash = createHash('sha256').update(`${callId}\n${body}`).digest('hex');
  const stored = await db
    .insert(mpesaResults)
    .values({ id: randomUUID(), callId, bodyHash, body: body.replaceAll('\u0000', '\ufffd'), receivedAt })
    .onConflictDoNothing()
    .returning({ id: mpesaResults.id });
  return stored.length === 1;
}

export async function closeCall(db: Sql, id: string, closedAt: Date): Promise<void> {
  await db
    .update(mpesaCalls)
    .set({ closedAt })
    .where(and(eq(mpesaCalls.id, id), isNull(mpesaCalls.closedAt)));
}

/** Returns whether M-Pesa was asked about the receipt after `since`. */
export async function isAskedSince(db: Sql, receipt: string, since: Date): Promise<boolean> {
  const asked = await db
    .select({ id: mpesaCalls.id })
    .from(mpesaCalls)
    .where(and(eq(mpesaCalls.receipt, receipt), gt(mpesaCalls.sentAt, since)))
    .limit(1);
  return asked.length > 0;
}

/** The newest question for a balance, with its answer if there is one. */
export async function findNewestBalance(db: Sql, kind: 'balance' | 'payoutBalance') {
  const [found] = await db
    .select({ sentAt: mpesaCalls.sentAt, closedAt: mpesaCalls.closedAt, body: mpesaResults.body })
    .from(mpesaCalls)
    .leftJoin(mpesaResults, eq(mpesaResults.callId, mpesaCalls.id))
    .where(eq(mpesaCalls.kind, kind))
    .orderBy(desc(mpesaCalls.sentAt), desc(mpesaResults.receivedAt))
    .limit(1);
  return found ?? null;
}

/** Returns the sum of the refunds that were sent this way since then. Whole shillings. */
export async function sumSentSince(db: Sql, way: 'reversal' | 'b2c', since: Date): Promise<number> {
  const [row] = await db
    .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        eq(refunds.way, way),
        gt(refunds.triedAt, since),
        inArray(refunds.state, ['sending', 'sent', 'unknown', 'done']),
      ),
    );
  return row?.sum ?? 0;
}

/** Returns whether M-Pesa refused these settings for another refund, which waits for others. */
export async function isSettingRefused(db: Sql, settingsHash: string): Promise<{ code: string | null } | null> {
  const [found] = await db
    .select({ code: refunds.failureCode })
    .from(refunds)
    .where(and(eq(refunds.state, 'approved'), eq(refunds.waitsFor, 'setting'), eq(refunds.settingsHash, settingsHash)))
    .limit(1);
  return found ?? null;
}

/** Returns refunds that wait for the balance, or for settings other than these. */
export async function findWaiting(db: Sql, settingsHash: string): Promise<string[]> {
  const isOther = or(isNull(refunds.settingsHash), sql`${refunds.settingsHash} <> ${settingsHash}`);
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'approved'),
        or(eq(refunds.waitsFor, 'balance'), and(eq(refunds.waitsFor, 'setting'), isOther)),
      ),
    );
  return found.map(({ id }) => id);
}

/** Lets a person's retry test the refused settings again, and ask for the balance now (PAY-F2). */
export async function forgetRefusals(db: Sql): Promise<void> {
  await db
    .update(mpesaCalls)
    .set({ sentAt: sql`${mpesaCalls.sentAt} - interval '1 hour'` })
    .where(inArray(mpesaCalls.kind, ['balance', 'payoutBalance']));
  await db.update(refunds).set({ settingsHash: null }).where(isNotNull(refunds.settingsHash));
}

/** Returns approved refunds that wait for the answer about the balance. */
export async function findReadyToSend(db: Sql): Promise<string[]> {
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'approved'),
        isNull(refunds.waitsFor),
        isNotNull(refunds.nextAt),
        eq(refunds.isConfirmed, true),
      ),
    );
  return found.map(({ id }) => id);
}

/** Returns refunds that are due since before `before`. */
export async function findUnapproved(db: Sql, before: Date) {
  return db
    .select({ id: refunds.id, orderId: refunds.orderId })
    .from(refunds)
    .where(and(eq(refunds.state, 'due'), lt(refunds.createdAt, before)));
}
