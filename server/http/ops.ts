import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { heartbeats } from '../db/schema.ts';
import { getFreeSpace } from '../db/disk-space.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { createResponseCache } from './response-cache.ts';
import { parseRequest } from './request.ts';
import * as texts from '../common.texts.ts';

const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;

/** Checks both the peer and the forwarded address, because a proxy on this machine forwards other callers. */
const isFromHere = (request: FastifyRequest) =>
  [request.socket.remoteAddress ?? '', request.ip].every((peer) => LOOPBACK.test(peer));

/** Size of one WAL segment of the embedded database. */
const LEAST_MB = 16;
/** Readiness checks share a result for this time (X53). */
const SEEN_MS = 1_000;

export interface OpsState {
  readonly isStopping: () => boolean;
  /** Returns the health of providers. Their faults leave the shop ready (PAY-M2). */
  readonly getHealth: () => Promise<object>;
}

const Advance = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(366 * 24 * 3_600_000)),
});

/** Health and readiness (H14). Also moves the clock when all providers are simulated. */
export function mountOps(app: FastifyInstance, deps: Deps, { isStopping, getHealth }: OpsState): void {
  const { env, db, clock, jobs, log } = deps;

  /** Rejects when the shop could not accept an order, because it cannot write or read the time. */
  async function assertWorking(): Promise<void> {
    const at = clock.now();
    await db.sql
      .insert(heartbeats)
      .values({ name: 'ready', at })
      .onConflictDoUpdate({ target: heartbeats.name, set: { at } });
    if (!Number.isFinite(await db.now())) throw new TypeError('The database returned no time.');
    // This small row may fit on a disk that has no space for an order (X54).
    const room = db.kind === 'pglite' ? getFreeSpace(env.dataDir) : Number.POSITIVE_INFINITY;
    if (room < LEAST_MB) throw new Error(`The disk has ${room} MB left.`);
  }

  const looks = createResponseCache<'up' | 'down'>({ clock, keptMs: SEEN_MS, mostBytes: 1_000 });
  const look = () =>
    looks.getOrCreate('database', async () => {
      try {
        await assertWorking();
        return { answer: 'up', bytes: 0 };
      } catch (error) {
        log.warn({ err: error }, 'the database does not work');
        return { answer: 'down', bytes: 0 };
      }
    });

  app.get('/api/health', { config: { access: 'public' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ success: true, data: { status: 'ok' } }),
  );

  app.get('/api/ready', { config: { access: 'public' } }, async (request, reply) => {
    const database = await look();
    const isReady = database === 'up' && !isStopping();
    void reply.header('cache-control', 'no-store').code(isReady ? 200 : 503);
    if (!isReady) void reply.header('retry-after', '5');
    return {
      success: isReady,
      message: isReady ? '' : 'Not ready',
      requestId: request.id,
      // Only callers on this machine see the details.
      data: isFromHere(request)
        ? { database, stopping: isStopping(), ...(database === 'up' && (await getHealth())) }
        : {},
    };
  });

  // Moving the clock runs jobs, which must not reach real people through a real provider (D30).
  if (env.simulators.isAll) {
    app.post('/api/dev/clock', { config: { access: 'public' } }, async (request) => {
      if (!isFromHere(request)) throw new Refusal('not-found', texts.notFound);
      const { advanceMs } = parseRequest(Advance, request.body);
      clock.advance(advanceMs);
      const ran = await jobs.runDue();
      return { success: true, data: { now: clock.now().toISOString(), ran } };
    });
  }
}
