import { sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Database, Sql } from './db/client.ts';
import { rateLimits } from './db/schema.ts';
import { HttpError } from './http/http-error.ts';

/** Our words; the specification has none for 429. */
export const SLOW_DOWN = 'Please wait a minute and try again.';

/** H15: the text of a limit names its own wait. */
export function slowDown(seconds: number): string {
  return seconds <= 60 ? SLOW_DOWN : `Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}

export interface Limiter {
  /**
   * Counts one use of `key` in the shared counters and throws HttpError 429 with `retryAfter` (seconds), whose text
   * names the wait (H15), when more than `max` × RATE_LIMIT_FACTOR fall into one window of `windowMs`. With the handle of
   * a transaction only what that commits is counted; others who count the same key wait for it.
   */
  limit(key: string, max: number, windowMs: number, handle?: Sql): Promise<void>;
}

/** Counters in the database, one row per key and window, so that all processes share them (providers 3.4). */
export function createLimiter({ db, clock, factor }: { db: Database; clock: Clock; factor: number }): Limiter {
  return {
    async limit(key, max, windowMs, handle = db.sql) {
      const now = clock.now().getTime();
      const start = now - (now % windowMs);
      const [row] = await handle
        .insert(rateLimits)
        .values({ key, windowStart: new Date(start), count: 1, expiresAt: new Date(start + windowMs) })
        .onConflictDoUpdate({
          target: [rateLimits.key, rateLimits.windowStart],
          set: { count: sql`${rateLimits.count} + 1` },
        })
        .returning({ count: rateLimits.count });
      if (row !== undefined && row.count > scaled(max, factor)) {
        const retryAfter = Math.max(1, Math.ceil((start + windowMs - now) / 1000));
        throw new HttpError(429, slowDown(retryAfter), { retryAfter });
      }
    },
  };
}

function scaled(max: number, factor: number): number {
  return Math.max(1, Math.floor(max * factor));
}

const WINDOW_MS = 60_000;
const MOST_COUNTED = 100_000;

/**
 * At most `perMinute` × RATE_LIMIT_FACTOR uses by one address or user, counted in this process. Gives the seconds to
 * wait, 0 to go on.
 */
export function createMinuteLimit(
  { clock, factor }: { clock: Clock; factor: number },
  perMinute: number,
): (who: string) => number {
  const most = scaled(perMinute, factor);
  let window = 0;
  const counts = new Map<string, number>();
  return (who) => {
    const now = clock.now().getTime();
    const current = Math.floor(now / WINDOW_MS);
    if (current !== window || counts.size >= MOST_COUNTED) counts.clear();
    window = current;
    const owner = ownerOf(who);
    const count = (counts.get(owner) ?? 0) + 1;
    counts.set(owner, count);
    return count > most ? Math.max(1, Math.ceil(((current + 1) * WINDOW_MS - now) / 1000)) : 0;
  };
}

/** One subscriber has a whole /64 of IPv6 addresses: its four groups, also where `::` stands for some of them. */
export function ownerOf(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [start = [], end = []] = ip.split('::', 2).map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => '0');
  return [...start, ...zeros, ...end].slice(0, 4).join(':');
}
