import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { mpesaCalls, mpesaResults } from '../../db/schema.ts';

export interface StatusCall {
  readonly id: string;
  readonly receipt: string;
  /** The claim that asks. `null` for money that a confirmation reported. */
  readonly claimId: string | null;
  readonly isTimeout: boolean;
}

/** Stores a question about a receipt before it is asked. */
export async function insertStatusCall(
  db: Sql,
  call: {
    readonly receipt: string;
    readonly claimId?: string;
    readonly resultHash: string;
    readonly timeoutHash: string;
    readonly sentAt: Date;
  },
): Promise<string> {
  const id = randomUUID();
  await db.insert(mpesaCalls).values({ id, kind: 'status', ...call });
  return id;
}

export async function setConversation(
  db: Sql,
  id: string,
  ids: { readonly conversationId: string; readonly originatorId: string },
): Promise<void> {
  await db.update(mpesaCalls).set(ids).where(eq(mpesaCalls.id, id));
}

/** Returns the question about a receipt whose result or time-out address has this secret, or `null`. */
export async function findStatusCall(db: Sql, hash: string): Promise<StatusCall | null> {
  const [found] = await db
    .select()
    .from(mpesaCalls)
    .where(
      and(
        eq(mpesaCalls.kind, 'status'),
        isNull(mpesaCalls.refundId),
        or(eq(mpesaCalls.resultHash, hash), eq(mpesaCalls.timeoutHash, hash)),
      ),
    );
  if (found === undefined || found.receipt === null) return null;
  return { id: found.id, receipt: found.receipt, claimId: found.claimId, isTimeout: found.timeoutHash === hash };
}

/** Stores a body once. Returns false for a repeated one. */
export async function insertStatusResult(db: Sql, callId: string, body: string, receivedAt: Date): Promise<boolean> {
  const bodyHash = createHash('sha256').update(`${callId}\n${body}`).digest('hex');
  const stored = await db
    .insert(mpesaResults)
    .values({ id: randomUUID(), callId, bodyHash, body: body.replaceAll('\u0000', '\ufffd'), receivedAt })
    .onConflictDoNothing()
    .returning({ id: mpesaResults.id });
  await db.update(mpesaCalls).set({ closedAt: receivedAt }).where(eq(mpesaCalls.id, callId));
  return stored.length === 1;
}
