import { and, desc, eq, gt, gte, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { googleSignIns, otpChallenges, payerPhones, pendingRegistrations, phoneChanges } from '../../db/schema.ts';
import { lockKey } from '../../limits/database-counts.ts';

export type Challenge = typeof otpChallenges.$inferSelect;

/** Replaces the provider's id when no flow waited for the code, so none was sent (D23). */
export const NOT_SENT = 'not sent';

/** Replaces the provider's id for a login code, which the provider did not create (D26). */
export const OF_LOGIN = 'login';

/** Flows that a code may be sent for. Each row has the phone, the browser's flow and the expiry time (D23, D25). */
export const PURPOSES = {
  signUp: pendingRegistrations,
  google: googleSignIns,
  newPhone: phoneChanges,
  payer: payerPhones,
} as const;
export type Purpose = keyof typeof PURPOSES;
const DOOR_NAMES = Object.keys(PURPOSES) as Purpose[];

/**
 * Returns whether one of the flows that wait for a code on this phone belongs to the asking browser. A payer's phone
 * counts only for the browser that must verify it. `null` when no flow waits. Always queries all flows, so that the
 * duration reveals nothing.
 */
export async function findPurpose(
  db: Sql,
  phone: string,
  flowHash: string | null,
  now: Date,
): Promise<{ readonly isOwn: boolean } | null> {
  const found = { isAny: false, isOwn: false };
  for (const door of DOOR_NAMES) {
    const rows = PURPOSES[door];
    const [{ isOwn } = { isOwn: null }] = await db
      .select({ isOwn: sql<boolean | null>`bool_or(${rows.flowHash} = ${flowHash ?? ''}::text)` })
      .from(rows)
      .where(and(eq(rows.phone, phone), gt(rows.expiresAt, now)));
    if (isOwn === null || (!isOwn && door === 'payer')) continue;
    found.isAny = true;
    found.isOwn ||= isOwn;
  }
  return found.isAny ? { isOwn: found.isOwn } : null;
}

/** Serialises transactions about one phone until `expiresAt`. The row does not count towards a limit. */
export async function lockPhone(db: Sql, phone: string, expiresAt: Date): Promise<void> {
  await lockKey(db, `otp-phone ${phone}`, expiresAt);
}

export type RequestedCode = Pick<Challenge, 'sentAt' | 'expiresAt' | 'providerPinId' | 'flowHash'>;

/** Returns the codes since a time, newest first, including requested codes that were not sent. */
export async function findCodesSince(db: Sql, phone: string, since: Date): Promise<RequestedCode[]> {
  return db
    .select({
      sentAt: otpChallenges.sentAt,
      expiresAt: otpChallenges.expiresAt,
      providerPinId: otpChallenges.providerPinId,
      flowHash: otpChallenges.flowHash,
    })
    .from(otpChallenges)
    .where(and(eq(otpChallenges.phone, phone), gt(otpChallenges.sentAt, since)))
    .orderBy(desc(otpChallenges.sentAt));
}

/** Stores the challenge before the provider is called, so that two parallel requests cannot send two codes. */
export async function insertChallenge(
  db: Sql,
  challenge: Pick<Challenge, 'idHash' | 'phone' | 'flowHash' | 'sentAt' | 'expiresAt' | 'providerPinId'>,
): Promise<void> {
  await db.insert(otpChallenges).values(challenge);
}

export async function markSent(db: Sql, idHash: string, providerPinId: string): Promise<void> {
  await db.update(otpChallenges).set({ providerPinId }).where(eq(otpChallenges.idHash, idHash));
}

/** Moves challenges to the browser's new flow. */
export async function moveChallenges(db: Sql, from: string, to: string): Promise<void> {
  await db.update(otpChallenges).set({ flowHash: to }).where(eq(otpChallenges.flowHash, from));
}

/** Deletes a challenge whose code was certainly not sent, so that it does not count. */
export async function deleteChallenge(db: Sql, idHash: string): Promise<void> {
  await db.delete(otpChallenges).where(eq(otpChallenges.idHash, idHash));
}

/**
 * Marks a code that may not have been sent. It counts towards the hourly and daily limits, but does not block the next
 * code for 60 s (Q3).
 */
export async function voidChallenge(db: Sql, idHash: string): Promise<void> {
  await db.update(otpChallenges).set({ expiresAt: otpChallenges.sentAt }).where(eq(otpChallenges.idHash, idHash));
}

/** Counts one try and checks the number of tries left in one statement (D4). `null` when there is no code to try. */
export async function takeTry(db: Sql, idHash: string, now: Date, tries: number): Promise<Challenge | null> {
  const [taken] = await db
    .update(otpChallenges)
    .set({ attempts: sql`${otpChallenges.attempts} + 1` })
    .where(
      and(
        eq(otpChallenges.idHash, idHash),
        lt(otpChallenges.attempts, tries),
        gt(otpChallenges.expiresAt, now),
        isNull(otpChallenges.verifiedAt),
        ne(otpChallenges.providerPinId, ''),
      ),
    )
    .returning();
  return taken ?? null;
}

/** Takes back a try, because the provider could not check the code. */
export async function returnTry(db: Sql, idHash: string): Promise<void> {
  await db
    .update(otpChallenges)
    .set({ attempts: sql`${otpChallenges.attempts} - 1` })
    .where(and(eq(otpChallenges.idHash, idHash), gt(otpChallenges.attempts, 0)));
}

/** Returns false when another request verified it first. */
export async function markVerified(db: Sql, idHash: string, now: Date, tokenHash: string): Promise<boolean> {
  const marked = await db
    .update(otpChallenges)
    .set({ verifiedAt: now, tokenHash })
    .where(and(eq(otpChallenges.idHash, idHash), isNull(otpChallenges.verifiedAt)))
    .returning({ idHash: otpChallenges.idHash });
  return marked.length === 1;
}

export interface Proof {
  readonly phone: string;
  readonly tokenHash: string;
  readonly flowHash: string | null;
  readonly verifiedSince: Date;
}

/** Returns the verified and unused code for this phone that the caller can prove, by token or flow cookie (D1). */
export async function findVerified(
  db: Sql,
  { phone, tokenHash, flowHash, verifiedSince }: Proof,
): Promise<Challenge | null> {
  const isToken = eq(otpChallenges.tokenHash, tokenHash);
  const [found] = await db
    .select()
    .from(otpChallenges)
    .where(
      and(
        eq(otpChallenges.phone, phone),
        isNull(otpChallenges.consumedAt),
        gte(otpChallenges.verifiedAt, verifiedSince),
        flowHash === null ? isToken : or(isToken, eq(otpChallenges.flowHash, flowHash)),
      ),
    )
    .orderBy(desc(otpChallenges.verifiedAt))
    .limit(1);
  return found ?? null;
}

/** Marks the code as used. Returns false when another request used it first. */
export async function deleteProof(db: Sql, idHash: string, now: Date): Promise<boolean> {
  const burned = await db
    .update(otpChallenges)
    .set({ consumedAt: now })
    .where(and(eq(otpChallenges.idHash, idHash), isNull(otpChallenges.consumedAt)))
    .returning({ idHash: otpChallenges.idHash });
  return burned.length === 1;
}
