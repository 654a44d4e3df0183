// @engine pglite
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import type { Database } from '../../../server/db/client.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

describe('the server without a port', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp({ handlers: () => [] });
  });
  afterAll(() => shop.close());

  test('H14: health and readiness answer without a token', async () => {
    const health = await shop.app.inject('/api/health');
    expect([health.statusCode, health.json()]).toEqual([200, { success: true, data: { status: 'ok' } }]);
    const ready = await shop.app.inject('/api/ready');
    expect([ready.statusCode, ready.json().data.database]).toEqual([200, 'up']);
  });

  test('H14 F2: is not ready without a writable database or without a valid time', async () => {
    const readyWith = async (db: Partial<Database>) => {
      const app = await buildApp({ ...shop.deps, db: { ...shop.db, ...db } }, shop.services.authenticate, []);
      const reply = await app.inject('/api/ready');
      await app.close();
      return [reply.statusCode, reply.json().data.database, reply.headers['retry-after']];
    };
    expect(await readyWith({ now: async () => Number.NaN })).toEqual([503, 'down', '5']);
    await shop.db.run('alter table heartbeats rename to gone');
    expect(await readyWith({})).toEqual([503, 'down', '5']);
    await shop.db.run('alter table gone rename to heartbeats');
    expect(await readyWith({})).toEqual([200, 'up', undefined]);
  });

  test('X53: checks readiness at most once a second, and shows details only to its own machine', async () => {
    let looks = 0;
    const now = async () => {
      looks += 1;
      return shop.db.now();
    };
    const app = await buildApp({ ...shop.deps, db: { ...shop.db, now } }, shop.services.authenticate, []);
    const ask = (remoteAddress: string) => app.inject({ url: '/api/ready', remoteAddress });
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask('203.0.113.9')));
    await ask('127.0.0.1');
    expect(looks).toBe(1);
    expect(replies.map((reply) => [reply.statusCode, reply.json().data])).toEqual(replies.map(() => [200, {}]));
    expect((await ask('127.0.0.1')).json().data).toEqual({ database: 'up', stopping: false });
    expect((await ask('::1')).json().data).toEqual({ database: 'up', stopping: false });
    shop.clock.advance(1_000);
    await ask('203.0.113.9');
    expect(looks).toBe(2);
    await app.close();
  });

  test('X54: is not ready when the disk has no room for an order', async () => {
    const app = await buildApp({ ...shop.deps, db: { ...shop.db, kind: 'pglite' } }, shop.services.authenticate, []);
    const statfs = vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 15 * 256, bsize: 4_096 } as never);
    const full = await app.inject('/api/ready');
    expect([full.statusCode, full.json().data.database]).toEqual([503, 'down']);
    statfs.mockReturnValue({ bavail: 16 * 256, bsize: 4_096 } as never);
    shop.clock.advance(1_000);
    expect((await app.inject('/api/ready')).statusCode).toBe(200);
    statfs.mockRestore();
    await app.close();
  });

  test('§6: a route without declared access prevents the start', async () => {
    const boot = buildApp(shop.deps, shop.services.authenticate, [], {
      extras: [(app) => app.get('/api/open', async () => 'open')],
    });
    await expect(boot).rejects.toThrow('The route GET /api/open declares no access');
  });

  test('H15: an unknown call returns 404 in the failure envelope', async () => {
    const response = await shop.app.inject('/api/nothing');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      success: false,
      message: 'Not found',
      requestId: response.headers['x-request-id'],
    });
  });
});
