import { eq, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { loginCodes, loginFailures } from '../../db/schema.ts';
import { FAILURES_WITHOUT_WAIT, WAITS_MINUTES } from '../../limits/limits.ts';

const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

/** Earlier than any time, so that parallel tries with slightly different clocks are not refused. */
const NO_WAIT = new Date(0);

const WAITS = sql.join(
  WAITS_MINUTES.map((wait) => sql`${wait}::integer`),
  sql`, `,
);

/** Returns the end of the wait after a number of failures, as SQL, so that counting and waiting need one statement. */
const waitAfter = (failures: SQL, now: Date) =>
  sql`case when ${failures} <= ${FAILURES_WITHOUT_WAIT}::integer then ${NO_WAIT.toISOString()}::timestamptz
    else ${now.toISOString()}::timestamptz + interval '1 minute' *
      (array[${WAITS}])[least(${failures} - ${FAILURES_WITHOUT_WAIT}::integer, ${WAITS_MINUTES.length}::integer)] end`;

/** When a failure is not counted: during the wait (staff), or after the first few (shoppers). */
type Rule = 'unlessWaiting' | 'unlessMany' | 'always';

/** Counts a failure and returns the new count. `null` when the rule says not to count. */
export async function countFailure(db: Sql, emailHash: string, now: Date, rule: Rule): Promise<number | null> {
  const expiresAt = new Date(now.getTime() + FORGOTTEN_AFTER_MS);
  // Old failures expire.
  const failures = sql`(case when ${loginFailures.expiresAt} <= ${now.toISOString()}::timestamptz then 1 else ${loginFailures.failures} + 1 end)`;
  const setWhere = {
    unlessWaiting: lte(loginFailures.waitUntil, now),
    unlessMany: or(lte(loginFailures.expiresAt, now), lte(loginFailures.failures, FAILURES_WITHOUT_WAIT)),
    always: undefined,
  }[rule];
  const [counted] = await db
    .insert(loginFailures)
    .values({ emailHash, failures: 1, waitUntil: NO_WAIT, expiresAt })
    .onConflictDoUpdate({
      target: loginFailures.emailHash,
      set: { failures, waitUntil: waitAfter(failures, now), expiresAt },
      ...(setWhere !== undefined && { setWhere }),
    })
    .returning({ failures: loginFailures.failures });
  return counted?.failures ?? null;
}

/** Returns when the next try is allowed. */
export async function findWaitUntil(db: Sql, emailHash: string): Promise<Date | null> {
  const [found] = await db
    .select({ waitUntil: loginFailures.waitUntil })
    .from(loginFailures)
    .where(eq(loginFailures.emailHash, emailHash));
  return found?.waitUntil ?? null;
}

/** Takes back a failure whose password was never compared. */
export async function decrementFailures(db: Sql, emailHash: string): Promise<void> {
  await db
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)`, waitUntil: NO_WAIT })
    .where(eq(loginFailures.emailHash, emailHash));
}

export async function forgetFailures(db: Sql, emailHash: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.emailHash, emailHash));
}

/** Resets the failure count and the login codes, after a login or a new password (D26). */
export async function forgetGuesses(db: Sql, emailHash: string): Promise<void> {
  await forgetFailures(db, emailHash);
  await db.delete(loginCodes).where(eq(loginCodes.emailHash, emailHash));
}
