import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/client.ts';
import { databaseCounts, giveUseBack } from './database-counts.ts';
import { APART, LIMITS, SITES_OF_NET, type Limit, type LimitName, type ProcessLimit } from './limits.ts';
import { multiplied } from './multiplied.rules.ts';
import { ownersOf } from './owners.ts';
import { createProcessCounts } from './process-counts.ts';
import { tooOften } from './too-often.ts';

/** Where uses are counted: each in a slot of time, those after `oldest` together at most `most`. */
export interface Counts {
  /** Counts one use unless there are `most` already; then says how long to wait. */
  use(asked: {
    readonly key: string;
    readonly slot: number;
    readonly oldest: number;
    readonly most: number;
    readonly now: number;
    readonly perMs: number;
  }): Promise<Taken>;
}

/** How often it was used now; not at all while there is a wait. */
export interface Taken {
  readonly used: number;
  readonly waitMs: number;
}

export interface Use {
  /** With a transaction's handle only what that commits is counted; others who count the same wait for it. */
  readonly handle?: Sql;
  /** The part of the limit that this one may use up. */
  readonly share?: number;
  /**
   * Of a limit by address: the account or flow that the shop knows this browser by. It is counted by that alone, so the
   * address cannot be used up for it (D24).
   */
  readonly apart?: string | null;
}

export interface Limiter {
  /**
   * Counts one use by `who` (an address is given as it came) and says how many there are now. Throws Refusal
   * `too-often` with `retryAfter`, whose text names the wait (H15), where the limit is used up; a refusal does not
   * count.
   */
  count(name: LimitName, who: string, use?: Use): Promise<number>;
  /** As `count`, but where the limit is used up it says how long to wait. */
  take(name: LimitName, who: string, use?: Use): Promise<Taken>;
  /** As `count`, of a limit that this process keeps: the seconds to wait, 0 to go on. */
  secondsToWait(name: ProcessLimit, who: string, apart?: string): number;
  /** The same without counting. */
  secondsLeft(name: ProcessLimit, who: string): number;
  /** What was counted did not happen. */
  giveBack(name: LimitName, who: string): Promise<void>;
}

/** Few uses are counted to the millisecond, many by sixtieths of their window. */
const MOST_EXACT = 60;

/** Counts by the table of limits, in this process or in the database; every number is multiplied by `factor`. */
export function createLimiter({ db, clock, factor }: { db: Database; clock: Clock; factor: number }): Limiter {
  const inProcess = createProcessCounts();

  function asked(name: LimitName, key: string, share: number) {
    const { most: given, perMs, isFixed }: Limit = LIMITS[name];
    const most = multiplied(given, share * (isFixed === true ? 1 : factor));
    const now = clock.now().getTime();
    const grain = most <= MOST_EXACT ? 1 : Math.ceil(perMs / 60);
    return { key: `${name} ${key}`, slot: now - (now % grain), oldest: now - perMs, most, now, perMs };
  }

  function keysOf(name: LimitName, who: string, apart: string | null = null) {
    const { by, most, mostApart = most / APART, sitesOfNet = SITES_OF_NET }: Limit = LIMITS[name];
    if (by !== 'address') return [{ key: who, factor: 1 }];
    if (apart !== null) return [{ key: `apart ${apart}`, factor: mostApart / most }];
    return ownersOf(who).map(({ key, isNet }) => ({ key, factor: isNet ? sitesOfNet : 1 }));
  }

  async function take(name: LimitName, who: string, { handle = db.sql, share = 1, apart }: Use): Promise<Taken> {
    let used = 0;
    for (const owner of keysOf(name, who, apart)) {
      const one = asked(name, owner.key, share * owner.factor);
      const taken = LIMITS[name].kept === 'process' ? inProcess.use(one, true) : await databaseCounts.use(one, handle);
      if (taken.waitMs > 0) return { used: 0, waitMs: taken.waitMs };
      used = Math.max(used, taken.used);
    }
    return { used, waitMs: 0 };
  }

  function inThisProcess(name: ProcessLimit, who: string, isCounted: boolean, apart: string | null = null): number {
    for (const owner of keysOf(name, who, apart)) {
      const { waitMs } = inProcess.use(asked(name, owner.key, owner.factor), isCounted);
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1_000));
    }
    return 0;
  }

  return {
    async count(name, who, use = {}) {
      const { used, waitMs } = await take(name, who, use);
      if (waitMs > 0) throw tooOften(waitMs / 1_000);
      return used;
    },
    take: (name, who, use = {}) => take(name, who, use),
    secondsToWait: (name, who, apart) => inThisProcess(name, who, true, apart),
    secondsLeft: (name, who) => inThisProcess(name, who, false),
    async giveBack(name, who) {
      for (const { key } of keysOf(name, who)) await giveUseBack(db.sql, `${name} ${key}`);
    },
  };
}
