import { and, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import {
  accountLinks,
  googleSignIns,
  idempotencyKeys,
  jobs as jobRows,
  knownBrowsers,
  knownStaffBrowsers,
  loginFailures,
  otpChallenges,
  pendingRegistrations,
  payerPhones,
  phoneChanges,
  sessions,
  staffSessions,
} from '../db/schema.ts';
import { deleteOldAlarms, deleteOldEvents, deleteOldMessages } from './retention.repository.ts';
import { deleteOldUses } from '../limits/database-counts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** So that the first run of an old shop holds no row for long. */
const PORTION = 1_000;

/**
 * The housekeeping of every shop. PGlite has no autovacuum, so there it vacuums and checkpoints itself (providers 2.7).
 */
export function registerMaintenance({ env, db, clock, jobs }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>): void {
  jobs.schedule('maintenance.cleanup', HOUR, async () => {
    const now = clock.now();
    const before = (ms: number) => new Date(now.getTime() - ms);
    await db.sql.delete(sessions).where(lt(sessions.expiresAt, now));
    await db.sql.delete(staffSessions).where(lt(staffSessions.expiresAt, now));
    await deleteOldUses(db.sql, now);
    await db.sql.delete(loginFailures).where(lt(loginFailures.expiresAt, now));
    await db.sql.delete(knownBrowsers).where(lt(knownBrowsers.expiresAt, now));
    await db.sql.delete(knownStaffBrowsers).where(lt(knownStaffBrowsers.expiresAt, now));
    await db.sql.delete(googleSignIns).where(lt(googleSignIns.expiresAt, now));
    await db.sql.delete(pendingRegistrations).where(lt(pendingRegistrations.expiresAt, now));
    await db.sql.delete(accountLinks).where(lt(accountLinks.expiresAt, now));
    await db.sql.delete(payerPhones).where(and(lt(payerPhones.expiresAt, now), isNull(payerPhones.provedAt)));
    await db.sql.delete(phoneChanges).where(lt(phoneChanges.expiresAt, now));
    // A day of codes is what the caps of D3 count; no setting goes below it.
    await db.sql.delete(otpChallenges).where(lt(otpChallenges.sentAt, before(env.keep.codesMs)));
    await forget(before);
    await db.sql.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(env.orders.keyMs)));
    await db.sql.delete(jobRows).where(and(isNotNull(jobRows.doneAt), lt(jobRows.doneAt, before(7 * DAY))));
  });

  /** What names shoppers and is older than the settings allow, unless something that is not over needs it (F27). */
  async function forget(before: (ms: number) => Date): Promise<void> {
    const { messagesMs, eventsMs, alarmsMs } = env.keep;
    await inPortions((most) => deleteOldMessages(db.sql, before(messagesMs), most));
    await inPortions((most) => deleteOldEvents(db.sql, before(eventsMs), most));
    await inPortions((most) => deleteOldAlarms(db.sql, before(alarmsMs), most));
  }
  if (db.kind !== 'pglite') return;
  jobs.schedule('maintenance.vacuum', HOUR, () => db.run('vacuum (analyze)'));
  jobs.schedule('maintenance.checkpoint', 10 * MINUTE, () => db.run('checkpoint'));
}

/** Repeats until a portion is not full. */
async function inPortions(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(PORTION)) === PORTION);
}
