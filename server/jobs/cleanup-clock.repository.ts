import { eq, inArray } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import { heartbeats } from '../db/schema.ts';

const DAY = 24 * 3_600_000;
/** Maximum pause that counts as normal, e.g. a shop closed over a holiday. */
const LONGEST_PAUSE_DAYS = 7;
/** Time for which a new time must continue until it is accepted. */
const BELIEVED_AFTER_MS = DAY;

const LAST = 'cleanup';
const JUMPED = 'cleanup.jumped';

/**
 * Returns the days by which the clock may be ahead. 0 when it continues from the last cleanup, or has continued for a
 * day since a jump. Stores the current time.
 */
export async function daysAhead(db: Sql, now: Date): Promise<number> {
  const seen = await db
    .select()
    .from(heartbeats)
    .where(inArray(heartbeats.name, [LAST, JUMPED]));
  const at = (name: string) => seen.find((row) => row.name === name)?.at.getTime() ?? null;
  const days = Math.floor((now.getTime() - (at(LAST) ?? now.getTime())) / DAY);
  if (days <= LONGEST_PAUSE_DAYS) return accept(db, now);
  const jumped = at(JUMPED);
  const since = jumped === null ? -1 : now.getTime() - jumped;
  if (since >= BELIEVED_AFTER_MS && since <= LONGEST_PAUSE_DAYS * DAY) return accept(db, now);
  // Another jump, or a step back before the first one: the waiting day starts again.
  if (since < 0 || since > LONGEST_PAUSE_DAYS * DAY) await remember(db, JUMPED, now);
  return days;
}

async function accept(db: Sql, now: Date): Promise<0> {
  await remember(db, LAST, now);
  await db.delete(heartbeats).where(eq(heartbeats.name, JUMPED));
  return 0;
}

async function remember(db: Sql, name: string, at: Date): Promise<void> {
  await db.insert(heartbeats).values({ name, at }).onConflictDoUpdate({ target: heartbeats.name, set: { at } });
}
