import { lte } from 'drizzle-orm';
import { otpChallenges, pendingRegistrations, sessions } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';

const DAY = 86_400_000;

/** Deletes ended sessions and sign-ups, and codes older than the day that the caps of D3 count. For an hourly job. */
export async function purgeAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.sql.delete(sessions).where(lte(sessions.expiresAt, now));
  await db.sql.delete(pendingRegistrations).where(lte(pendingRegistrations.expiresAt, now));
  await db.sql.delete(otpChallenges).where(lte(otpChallenges.sentAt, new Date(now.getTime() - DAY)));
}
