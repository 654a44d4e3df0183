import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database, Sql } from '../db/client.ts';
import { jobs } from '../db/schema.ts';
import { perHandle, placeholder } from '../db/statements.ts';
import type { Logger } from '../log.ts';

export interface NewJob {
  readonly kind: string;
  /** Deduplicates jobs of the same kind. */
  readonly dedupeKey: string;
  readonly payload: object;
  readonly runAt: Date;
  /** A failure at or after this time is final. Without it the job is retried forever (D28). */
  readonly giveUpAt?: Date;
}

/** Thrown by a job that cannot run yet. The job runs again after the wait and does not count as failed. */
export class PostponeJob extends Error {
  readonly waitMs: number;
  constructor(waitMs: number) {
    super(`later, in ${waitMs} ms`);
    this.waitMs = waitMs;
  }
}

export interface DueJob {
  readonly id: string;
  readonly payload: unknown;
  /** Starts at 1. */
  readonly attempt: number;
}

/** Must be idempotent, because a process may die after the effect. A rejection means a retry. */
export type Work = (job: DueJob) => Promise<void>;

export interface Handling {
  /** Jobs of one lane run in sequence. Each provider has its own lane, so that a slow one does not delay others. */
  readonly lane?: string;
  /** Reports a job that was given up. Must be idempotent too. */
  readonly onGivenUp?: Work;
}

export interface Jobs {
  /** Registers the handler of a kind, once at start. */
  register(kind: string, work: Work, handling?: Handling): void;
  /** Runs `work` once in each period of `everyMs`, in one of the processes. */
  schedule(kind: string, everyMs: number, work: () => Promise<void>, handling?: Pick<Handling, 'lane'>): void;
  /** Adds a job in the caller's transaction, so that both are committed together (outbox). */
  enqueue(sql: Sql, job: NewJob): Promise<void>;
  /** Checks for due jobs now. Called after a commit. */
  wake(): void;
  /** Runs all due jobs, including those that become due meanwhile. Returns the number of runs. */
  runDue(): Promise<number>;
  start(): void;
  /** Starts no more jobs, and waits for the running ones. */
  stop(): Promise<void>;
}

interface Lane {
  readonly kinds: string[];
  running?: Promise<number> | undefined;
  timer?: NodeJS.Timeout;
  isLooking: boolean;
  /** Whether `wake` was called during the check, so that another check follows immediately. */
  isCalled: boolean;
}

const LEASE_MS = 30_000;
const POLL_MS = 1_000;
const BATCH = 10;
const LONGEST_WAIT_MS = 60 * 60_000;

/** Every lane asks once a second, and building the statement takes longer than running it. */
const statements = perHandle((db) => {
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.doneAt),
        sql`${jobs.runAt} <= ${placeholder('now')}`,
        sql`${jobs.kind} = any(${placeholder('kinds')})`,
        or(isNull(jobs.lockedUntil), sql`${jobs.lockedUntil} < ${placeholder('now')}`),
      ),
    )
    .orderBy(asc(jobs.runAt))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return {
    lease: db
      .update(jobs)
      .set({
        lockedUntil: sql`${placeholder('until')}`,
        lockId: sql`${placeholder('lockId')}`,
        attempts: sql`${jobs.attempts} + 1`,
      })
      .where(inArray(jobs.id, due))
      .returning()
      .prepare('jobs_leased'),
  };
});

/** Job table with leases (providers 2.5): outbox, scheduler and maintenance for any number of processes. */
export function createJobs({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): Jobs {
  const handlers = new Map<string, { readonly work: Work; readonly onGivenUp: Work | undefined }>();
  const lanes = new Map<string, Lane>();
  const everything = newLane();
  const periods = new Map<string, number>();
  /** Kind and start of the period that this process has already added. */
  const scheduled = new Map<string, number>();
  let isStarted = false;
  let isStopped = false;

  function lease(kinds: readonly string[]) {
    const now = clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    return statements(db.sql).lease.execute({
      now: now.toISOString(),
      kinds,
      until: until.toISOString(),
      lockId: randomUUID(),
    });
  }

  async function runOne(job: typeof jobs.$inferSelect): Promise<void> {
    const mine = and(eq(jobs.id, job.id), job.lockId === null ? isNull(jobs.lockId) : eq(jobs.lockId, job.lockId));
    const due = { id: job.id, payload: job.payload, attempt: job.attempts };
    try {
      await handlers.get(job.kind)?.work(due);
      await db.sql.update(jobs).set({ doneAt: clock.now(), lockedUntil: null, lastError: null }).where(mine);
    } catch (error) {
      const now = clock.now();
      if (error instanceof PostponeJob) return postpone(job, error.waitMs, now);
      const isLast = job.giveUpAt !== null && now >= job.giveUpAt;
      log.error({ err: error, job: job.id, kind: job.kind, attempt: job.attempts, isLast }, 'job failed');
      // If this fails too, the lease expires and the job runs again.
      if (isLast) await handlers.get(job.kind)?.onGivenUp?.(due);
      const again = now.getTime() + Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** job.attempts);
      await db.sql
        .update(jobs)
        .set({
          lockedUntil: null,
          lastError: error instanceof Error ? error.name : 'unknown',
          ...(isLast ? { doneAt: now } : { runAt: new Date(Math.min(again, job.giveUpAt?.getTime() ?? again)) }),
        })
        .where(mine);
    }
  }

  /** Extends the give-up time of a postponed job by the same delay (D28). */
  async function postpone(job: typeof jobs.$inferSelect, waitMs: number, now: Date): Promise<void> {
    const later = (time: Date) => new Date(time.getTime() + waitMs);
    await db.sql
      .update(jobs)
      .set({
        lockedUntil: null,
        attempts: job.attempts - 1,
        runAt: later(now),
        giveUpAt: job.giveUpAt === null ? null : later(job.giveUpAt),
      })
      .where(and(eq(jobs.id, job.id), job.lockId === null ? isNull(jobs.lockId) : eq(jobs.lockId, job.lockId)));
  }

  async function schedulePeriods({ kinds }: Lane): Promise<void> {
    const now = clock.now().getTime();
    for (const kind of kinds) {
      const everyMs = periods.get(kind);
      if (everyMs === undefined) continue;
      const next = now - (now % everyMs) + everyMs;
      if (scheduled.get(kind) === next) continue;
      // The next period's job takes over after that.
      const giveUpAt = new Date(next + everyMs);
      const runAt = new Date(next);
      await enqueue(db.sql, { kind, dedupeKey: runAt.toISOString(), payload: {}, runAt, giveUpAt });
      scheduled.set(kind, next);
    }
  }

  async function drain(lane: Lane): Promise<number> {
    let count = 0;
    if (lane.kinds.length === 0) return count;
    for (;;) {
      const leased = isStopped ? [] : await lease(lane.kinds);
      if (leased.length === 0) break;
      await Promise.all(leased.map(runOne));
      count += leased.length;
    }
    await schedulePeriods(lane);
    return count;
  }

  /** Runs a lane once at a time. A parallel call runs it again afterwards. */
  async function run(lane: Lane): Promise<number> {
    const before = lane.running;
    const mine = (async () => {
      await before?.catch(() => 0);
      return drain(lane);
    })();
    lane.running = mine;
    try {
      return await mine;
    } finally {
      if (lane.running === mine) lane.running = undefined;
    }
  }

  /** Runs all lanes, and waits for runs that are in progress. */
  async function runDue(): Promise<number> {
    for (let count = 0; ;) {
      count += await run(everything);
      const busy = [...lanes.values()].flatMap(({ running }) => running ?? []);
      if (busy.length === 0) return count;
      await Promise.allSettled(busy);
    }
  }

  function runRound(lane: Lane): void {
    clearTimeout(lane.timer);
    lane.isLooking = true;
    lane.isCalled = false;
    void run(lane)
      .catch((error: unknown) => log.warn({ err: error }, 'jobs could not be read'))
      .finally(() => {
        lane.isLooking = false;
        if (isStarted) lane.timer = setTimeout(runRound, lane.isCalled ? 0 : POLL_MS, lane).unref();
      });
  }

  function wake(): void {
    if (!isStarted) return;
    for (const lane of lanes.values()) {
      if (lane.isLooking) lane.isCalled = true;
      else runRound(lane);
    }
  }

  async function enqueue(handle: Sql, job: NewJob): Promise<void> {
    await handle
      .insert(jobs)
      .values({ id: randomUUID(), ...job })
      .onConflictDoNothing();
  }

  function register(kind: string, work: Work, { lane: name = 'shop', onGivenUp }: Handling = {}): void {
    if (handlers.has(kind)) throw new Error(`There is work registered already for jobs of kind ${kind}`);
    handlers.set(kind, { work, onGivenUp });
    const lane = lanes.get(name) ?? newLane();
    lanes.set(name, lane);
    for (const { kinds } of [lane, everything]) kinds.push(kind);
  }

  return {
    register,
    schedule(kind, everyMs, work, handling) {
      register(kind, work, handling);
      periods.set(kind, everyMs);
    },
    enqueue,
    wake,
    runDue,
    start() {
      isStarted = true;
      wake();
    },
    async stop() {
      isStarted = false;
      isStopped = true;
      for (const { timer } of lanes.values()) clearTimeout(timer);
      await Promise.allSettled([everything, ...lanes.values()].flatMap(({ running }) => running ?? []));
    },
  };
}

function newLane(): Lane {
  return { kinds: [], isLooking: false, isCalled: false };
}
