// @engine pglite
import type { AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '../../../contract/endpoint.ts';
import { success } from '../../../contract/fields.ts';
import { cachedHandler } from '../../../server/http/handler.ts';
import { mountPages, type Renderer } from '../../../server/http/pages.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { createTestApp } from '../../support/server.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const getThing = endpoint({
  method: 'GET',
  path: '/things/:name',
  access: 'public',
  request: v.strictObject({ name: v.string() }),
  reply: success(v.object({ name: v.string() })),
});
const thing = (isExpensive: (asked: { name: string }) => boolean) =>
  cachedHandler(
    getThing,
    ({ name }) => ({ name }),
    async ({ name }) => ({ success: true as const, data: { name } }),
    isExpensive,
  );

test('H15: finds a part of an address with 300 characters, and refuses a longer one', async () => {
  const shop = await createTestApp({ handlers: () => [thing(() => false)] });
  const status = async (length: number) => (await shop.app.inject(`/api/things/${'x'.repeat(length)}`)).statusCode;
  expect([await status(300), await status(301)]).toEqual([200, 414]);
  await shop.close();
});

test('X57: counts an address for the requests that are expensive to answer, and no others', async () => {
  const most = 3;
  const shop = await createTestApp({
    env: { RATE_LIMIT_FACTOR: String(most / LIMITS.countedAnew.most), CATALOGUE_KEPT_MS: '1000' },
    handlers: () => [thing(({ name }) => name.startsWith('dear'))],
  });
  let callers = 0;
  // Calls have a limit of their own.
  const ask = async (name: string, ip = `198.51.100.${(callers += 1)}`) =>
    (await shop.app.inject({ url: `/api/things/${name}`, remoteAddress: ip })).statusCode;
  const statuses = [];
  for (let n = 0; n <= most; n += 1) statuses.push(await ask(`dear${n}`, '203.0.113.1'));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect([await ask('cheap', '203.0.113.1'), await ask('dear0', '203.0.113.1')]).toEqual([200, 200]);
  expect(await ask(`dear${most}`)).toBe(200);
  await shop.close();
});

test('ssr 9: caches no page that is not found, whoever finds that out', async () => {
  const statuses = { plan: 200, view: 404 };
  let renders = 0;
  const renderer: Renderer = {
    planPage: () => ({ calls: [], hasSubject: false, modules: [], cacheable: true, status: statuses.plan }),
    render: () => ({ html: `${(renders += 1)}`, head: '', status: statuses.view }),
  };
  const shells = () => ({ policy: '', headEnd: '', bodyEnd: '' });
  const call = () => Promise.reject(new Error('not asked'));
  const shop = await createTestApp({ extras: (deps) => [(app) => mountPages(app, deps, { renderer, shells, call })] });
  const get = async () => (await shop.app.inject('/thing')).statusCode;
  expect([await get(), await get(), renders]).toEqual([404, 404, 2]);
  Object.assign(statuses, { plan: 404, view: 200 });
  expect([await get(), await get(), renders]).toEqual([404, 404, 4]);
  Object.assign(statuses, { plan: 200 });
  expect([await get(), await get(), renders]).toEqual([200, 200, 5]);
  await shop.close();
});

test('R17: stops after a quiet moment, and waits for another one when a request began meanwhile', async () => {
  const shop = await createTestApp({ handlers: () => [] });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  const waits: (number | undefined)[] = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => {
    waits.push(ms);
    if (waits.length === 1) await fetch(`http://127.0.0.1:${port}/api/health`);
    return undefined as never;
  });
  syncBuiltinESMExports();
  await shop.app.close();
  expect(waits).toEqual([200, 200]);
  await shop.close();
});

test('answers no HEAD request about data, because nothing asks for it', async () => {
  const shop = await createTestApp({ handlers: () => [thing(() => false)] });
  const status = async (method: 'GET' | 'HEAD') => (await shop.app.inject({ method, url: '/api/things/x' })).statusCode;
  expect([await status('GET'), await status('HEAD')]).toEqual([200, 404]);
  await shop.close();
});
