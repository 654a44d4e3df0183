import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/client.ts';
import { databaseCounts, returnUse } from './database-counts.ts';
import { APART, LIMITS, SITES_OF_NET, type Limit, type LimitName, type ProcessLimit } from './limits.ts';
import { multiplied } from './multiplied.rules.ts';
import { toOwners } from './owners.ts';
import { createProcessCounts } from './process-counts.ts';
import { toTooManyRequests } from './too-many-requests.ts';

/** Counts uses in time slots. Uses after `oldest` may not exceed `most`. */
export interface Counts {
  /** Counts one use, or returns the wait when there are already `most`. */
  use(asked: {
    readonly key: string;
    readonly slot: number;
    readonly oldest: number;
    readonly most: number;
    readonly now: number;
    readonly perMs: number;
  }): Promise<UseResult>;
}

/** Number of uses including this one. 0 when the limit is reached, with the wait. */
export interface UseResult {
  readonly used: number;
  readonly waitMs: number;
}

export interface Use {
  /**
   * With a transaction's handle, the use counts only after its commit. Parallel uses of the same key wait for the
   * transaction.
   */
  readonly handle?: Sql;
  /** Fraction of the limit that the caller may use. */
  readonly share?: number;
  /**
   * For limits by address: the account or flow of a known browser. It replaces the address as key, so that others
   * cannot use up the limit (D24).
   */
  readonly apart?: string | null;
}

export interface Limiter {
  /**
   * Counts one use and returns the number of uses. `who` may be an unmodified IP address. Throws `Refusal` `too-often`
   * with `retryAfter`, and with the wait in its text (H15), when the limit is reached. Refusals are not counted.
   */
  count(name: LimitName, who: string, use?: Use): Promise<number>;
  /** Same as `count`, but returns the wait instead of throwing. */
  take(name: LimitName, who: string, use?: Use): Promise<UseResult>;
  /** Same as `count`, for limits of this process. Returns the seconds to wait, or 0. */
  secondsToWait(name: ProcessLimit, who: string, apart?: string): number;
  /** Returns the seconds to wait without counting a use. */
  secondsLeft(name: ProcessLimit, who: string): number;
  /** Takes back a use, because the action did not happen. */
  giveBack(name: LimitName, who: string): Promise<void>;
}

/** Limits up to this size count by the millisecond. Larger ones use slots of 1/60 of the window. */
const MOST_EXACT = 60;

/** Enforces the limits of `LIMITS`, in this process or in the database. Multiplies each limit by `factor`. */
export function createLimiter({ db, clock, factor }: { db: Database; clock: Clock; factor: number }): Limiter {
  const inProcess = createProcessCounts();

  function toUse(name: LimitName, key: string, share: number) {
    const { most: given, perMs, isFixed }: Limit = LIMITS[name];
    const most = multiplied(given, share * (isFixed === true ? 1 : factor));
    const now = clock.now().getTime();
    const grain = most <= MOST_EXACT ? 1 : Math.ceil(perMs / 60);
    return { key: `${name} ${key}`, slot: now - (now % grain), oldest: now - perMs, most, now, perMs };
  }

  function toKeys(name: LimitName, who: string, apart: string | null = null) {
    const { by, most, mostApart = most / APART, sitesOfNet = SITES_OF_NET }: Limit = LIMITS[name];
    if (by !== 'address') return [{ key: who, factor: 1 }];
    if (apart !== null) return [{ key: `apart ${apart}`, factor: mostApart / most }];
    return toOwners(who).map(({ key, isNet }) => ({ key, factor: isNet ? sitesOfNet : 1 }));
  }

  async function take(name: LimitName, who: string, { handle = db.sql, share = 1, apart }: Use): Promise<UseResult> {
    let used = 0;
    for (const owner of toKeys(name, who, apart)) {
      const one = toUse(name, owner.key, share * owner.factor);
      const taken = LIMITS[name].kept === 'process' ? inProcess.use(one, true) : await databaseCounts.use(one, handle);
      if (taken.waitMs > 0) return { used: 0, waitMs: taken.waitMs };
      used = Math.max(used, taken.used);
    }
    return { used, waitMs: 0 };
  }

  function inThisProcess(name: ProcessLimit, who: string, isCounted: boolean, apart: string | null = null): number {
    for (const owner of toKeys(name, who, apart)) {
      const { waitMs } = inProcess.use(toUse(name, owner.key, owner.factor), isCounted);
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1_000));
    }
    return 0;
  }

  return {
    async count(name, who, use = {}) {
      const { used, waitMs } = await take(name, who, use);
      if (waitMs > 0) throw toTooManyRequests(waitMs / 1_000);
      return used;
    },
    take: (name, who, use = {}) => take(name, who, use),
    secondsToWait: (name, who, apart) => inThisProcess(name, who, true, apart),
    secondsLeft: (name, who) => inThisProcess(name, who, false),
    async giveBack(name, who) {
      for (const { key } of toKeys(name, who)) await returnUse(db.sql, `${name} ${key}`);
    },
  };
}
