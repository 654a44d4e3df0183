import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { heartbeats } from '../db/schema.ts';
import { roomIn } from '../db/room.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { parseRequest } from './request.ts';
import * as texts from '../common.texts.ts';

const LOOPBACK = /^(?:(?:::ffff:)?127\.|::1$)/;

/** A proxy on this machine brings others in; where it is trusted it says so. */
const isFromHere = (request: FastifyRequest) =>
  [request.socket.remoteAddress ?? '', request.ip].every((peer) => LOOPBACK.test(peer));

/** A segment of the embedded database's log. */
const LEAST_MB = 16;
/** Whoever asks whether the shop is ready is told what was seen in the last second (X53). */
const SEEN_MS = 1_000;

const Advance = v.strictObject({
  advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(366 * 24 * 3_600_000)),
});

/** Health and readiness (H14), and where nothing is real the moving of the clock. */
export function mountOps(app: FastifyInstance, deps: Deps, isStopping: () => boolean): void {
  const { env, db, clock, jobs, log } = deps;

  /** Rejects where the shop could not take an order: nothing can be written, or there is no time. */
  async function assertWorking(): Promise<void> {
    const at = clock.now();
    await db.sql
      .insert(heartbeats)
      .values({ name: 'ready', at })
      .onConflictDoUpdate({ target: heartbeats.name, set: { at } });
    if (!Number.isFinite(await db.now())) throw new TypeError('The database told no time.');
    // One small row finds room on a disk where no order does (X54).
    const room = db.kind === 'pglite' ? roomIn(env.dataDir) : Number.POSITIVE_INFINITY;
    if (room < LEAST_MB) throw new Error(`The disk has ${room} MB left.`);
  }

  const looks = createKeptAnswers<'up' | 'down'>({ clock, keptMs: SEEN_MS, mostBytes: 1_000 });
  const look = () =>
    looks.of('database', async () => {
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
      // What is wrong inside is told to this machine alone.
      data: isFromHere(request) ? { database, stopping: isStopping() } : {},
    };
  });

  // Whoever moves the clock of a shop with one real provider runs its jobs against real people (D30).
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
