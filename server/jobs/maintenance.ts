import { and, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import type { Services } from '../services.ts';
import type { Deps } from '../deps.ts';
import {
  accountLinks,
  googleSignIns,
  idempotencyKeys,
  jobs as jobRows,
  knownBrowsers,
  knownStaffBrowsers,
  loginCodes,
  loginFailures,
  otpChallenges,
  pendingRegistrations,
  payerPhones,
  phoneChanges,
  sessions,
  staffSessions,
} from '../db/schema.ts';
import { deleteOldAlarms, deleteOldConfirmations, deleteOldEvents, deleteOldMessages } from './retention.repository.ts';
import { daysAhead } from './cleanup-clock.repository.ts';
import { deleteOldUses } from '../limits/database-counts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Limits the rows per statement, so that the first run in an old shop does not lock rows for long. */
const PORTION = 1_000;

const OVER_WHEN_EXPIRED = [
  sessions,
  staffSessions,
  loginCodes,
  loginFailures,
  knownBrowsers,
  knownStaffBrowsers,
  googleSignIns,
  pendingRegistrations,
  accountLinks,
  phoneChanges,
] as const;

/**
 * Maintenance of every shop. Deletes nothing by age while the clock may be wrong (X58). PGlite has no autovacuum, so
 * there it also vacuums and checkpoints (providers 2.7).
 */
export function registerMaintenance(
  { env, db, clock, jobs }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  { alarms }: Pick<Services, 'alarms'>,
): void {
  const { raiseAlarm } = alarms;

  jobs.schedule('maintenance.cleanup', HOUR, async () => {
    const now = clock.now();
    const ahead = await daysAhead(db.sql, now);
    if (ahead > 0) {
      const alarm = { kind: 'clock.setAhead', orderId: null, attemptId: null, detail: { days: ahead } };
      await db.tx((tx) => raiseAlarm(tx, alarm, now));
      return;
    }
    const before = (ms: number) => new Date(now.getTime() - ms);
    for (const table of OVER_WHEN_EXPIRED) await db.sql.delete(table).where(lt(table.expiresAt, now));
    await db.sql.delete(payerPhones).where(and(lt(payerPhones.expiresAt, now), isNull(payerPhones.provedAt)));
    await deleteOldUses(db.sql, now);
    // The limits of D3 count the codes of a day, and no setting allows less.
    await db.sql.delete(otpChallenges).where(lt(otpChallenges.sentAt, before(env.keep.codesMs)));
    await deleteOldRows(db.sql, env.keep, before);
    await db.sql.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(env.orders.keyMs)));
    await db.sql.delete(jobRows).where(and(isNotNull(jobRows.doneAt), lt(jobRows.doneAt, before(7 * DAY))));
  });
  if (db.kind !== 'pglite') return;
  jobs.schedule('maintenance.vacuum', HOUR, () => db.run('vacuum (analyze)'));
  jobs.schedule('maintenance.checkpoint', 10 * MINUTE, () => db.run('checkpoint'));
}

/** Deletes personal data that is older than the settings allow, unless something open needs it (F27). */
async function deleteOldRows(
  db: Sql,
  { messagesMs, eventsMs, alarmsMs }: Deps['env']['keep'],
  before: (ms: number) => Date,
): Promise<void> {
  await deleteInBatches((most) => deleteOldMessages(db, before(messagesMs), most));
  await deleteInBatches((most) => deleteOldConfirmations(db, before(messagesMs), most));
  await deleteInBatches((most) => deleteOldEvents(db, before(eventsMs), most));
  await deleteInBatches((most) => deleteOldAlarms(db, before(alarmsMs), most));
}

/** Repeats until a batch is not full. */
async function deleteInBatches(remove: (most: number) => Promise<number>): Promise<void> {
  while ((await remove(PORTION)) === PORTION);
}
