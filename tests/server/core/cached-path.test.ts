// @engine pglite
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { endpoint } from '../../../contract/endpoint.ts';
import { success } from '../../../contract/fields.ts';
import { cachedHandler } from '../../../server/http/handler.ts';
import { mountPages } from '../../../server/http/pages.ts';
import { createUrlMemory } from '../../../server/http/parsed-urls.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

const getThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'public',
  request: v.object({ page: v.optional(v.string()) }),
  reply: success(v.object({ page: v.string() })),
});
const toRequest = vi.fn(({ page = '1' }: { page?: string | undefined }) => ({ page }));
const answer = vi.fn(async ({ page }: { page: string }) => ({ success: true as const, data: { page } }));
const planPage = vi.fn(() => ({ calls: [], hasSubject: false, modules: [], cacheable: true }));
const render = vi.fn(({ url }: { url: string }) => ({
  html: url,
  head: '',
  status: url.startsWith('/gone') ? 404 : 200,
}));

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({
    env: { CATALOGUE_KEPT_MS: '1000' },
    handlers: () => [cachedHandler(getThings, toRequest, answer)],
    extras: (deps) => [
      (app) =>
        mountPages(app, deps, {
          renderer: { planPage, render },
          shells: () => ({ policy: "default-src 'self'", headEnd: '', bodyEnd: '' }),
          call: () => Promise.reject(new Error('not called')),
        }),
    ],
  });
  stopTime(shop);
});
afterAll(() => shop.close());
afterEach(() => {
  vi.clearAllMocks();
  vi.restoreAllMocks();
  // Longer than a rendered page is kept.
  shop.clock.advance(61_000);
});

const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });
const VARYING = ['x-request-id', 'date'];
const withoutVarying = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !VARYING.includes(name)));

test('X57: parses an equal URL once, also when its answer is too old', async () => {
  for (let n = 0; n < 3; n += 1) expect((await get('/api/things?page=2')).json().data).toEqual({ page: '2' });
  expect([toRequest.mock.calls.length, answer.mock.calls.length]).toEqual([1, 1]);
  shop.clock.advance(1_000);
  expect((await get('/api/things?page=2')).json().data).toEqual({ page: '2' });
  expect([toRequest.mock.calls.length, answer.mock.calls.length]).toEqual([1, 2]);
});

test('X57: another URL of the same request is parsed, and has the same answer', async () => {
  for (const url of ['/api/things?page=3', '/api/things?page=3&utm=x', '/api/things?utm=y&page=3']) await get(url);
  expect([toRequest.mock.calls.length, answer.mock.calls.length]).toEqual([3, 1]);
  expect((await get('/api/things?page=4')).json().data).toEqual({ page: '4' });
});

test.each(['/api/things?page=5', '/products?page=5'])(
  'a hundred requests of %s at once make one answer',
  async (url) => {
    const replies = await Promise.all(Array.from({ length: 100 }, () => get(url)));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect([answer.mock.calls.length, render.mock.calls.length]).toEqual(url.startsWith('/api') ? [1, 0] : [0, 1]);
  },
);

test.each(['/api/things?page=6', '/products?page=6'])(
  'providers 3.3: a cached reply of %s has the same headers as a fresh one, with its own id',
  async (url) => {
    const [fresh, cached] = [await get(url), await get(url)];
    expect(Date.parse(String(cached.headers.date))).toBe(Math.floor(shop.clock.now().getTime() / 1_000) * 1_000);
    expect([cached.statusCode, cached.body]).toEqual([200, fresh.body]);
    expect(withoutVarying(cached.headers)).toEqual(withoutVarying(fresh.headers));
    expect(cached.headers['x-request-id']).not.toBe(fresh.headers['x-request-id']);
    expect(cached.headers['x-frame-options']).toBe('DENY');
    for (const encoding of ['identity', 'br'])
      expect((await get(url, { 'accept-encoding': encoding })).headers['content-encoding']).toBe(
        encoding === 'br' ? 'br' : undefined,
      );
    const known = { 'if-none-match': String(fresh.headers['etag']) };
    expect((await get(url, known)).statusCode).toBe(304);
    // Sent by its handler, through Fastify.
    const handled = await get(url, { 'if-none-match': '"other"' });
    expect(handled.body).toBe(fresh.body);
    expect(withoutVarying(handled.headers)).toEqual(withoutVarying(fresh.headers));
  },
);

test('providers 3.3: a HEAD of a cached page has the headers of its GET and no body', async () => {
  const head = () => shop.app.inject({ method: 'HEAD', url: '/products?page=8' });
  const [fresh, page, cached] = [await head(), await get('/products?page=8'), await head()];
  expect([cached.statusCode, cached.body]).toEqual([200, '']);
  for (const { headers } of [fresh, page]) expect(withoutVarying(cached.headers)).toEqual(withoutVarying(headers));
});

test('H14: logs a cached reply with its id, like every other', async () => {
  for (const url of ['/api/things?page=9', '/products?page=9'])
    for (let n = 0; n < 2; n += 1) {
      const id = (await get(url)).headers['x-request-id'];
      const lines = shop.lines().filter(({ reqId }) => reqId === id);
      expect(lines).toMatchObject([{ msg: 'request', method: 'GET', url, status: 200, ms: expect.any(Number) }]);
    }
});

test('ssr 9: plans a page once while it is cached, and again when it is too old', async () => {
  for (let n = 0; n < 3; n += 1) await get('/products?page=7&brand=lg');
  expect(planPage).toHaveBeenCalledTimes(1);
  await get('/products?brand=lg&page=7');
  expect([planPage.mock.calls.length, render.mock.calls.length]).toEqual([2, 1]);
  shop.clock.advance(1_000);
  expect((await get('/products?page=7&brand=lg')).statusCode).toBe(200);
  expect(planPage).toHaveBeenCalledTimes(3);
});

test('ssr 9: a page that is not found stays so', async () => {
  for (let n = 0; n < 2; n += 1) {
    const { statusCode, headers } = await get('/gone');
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  }
  expect(render).toHaveBeenCalledTimes(2);
});

test('D15: a page with a secret in its address is never stored', async () => {
  for (let n = 0; n < 2; n += 1)
    expect((await get('/auth/reset-password/secret')).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  expect(planPage).toHaveBeenCalledTimes(2);
});

test('D24: counts a guest for cached replies too', async () => {
  const own = await createTestApp({
    env: { CATALOGUE_KEPT_MS: '1000', RATE_LIMIT_FACTOR: '0.001' },
    handlers: () => [cachedHandler(getThings, toRequest, answer)],
  });
  stopTime(own);
  const ask = async () => (await own.app.inject({ url: '/api/things', remoteAddress: '203.0.113.7' })).statusCode;
  const statuses: number[] = [];
  for (let n = 0; n < 8; n += 1) statuses.push(await ask());
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  await own.close();
});

test('D24: a known URL evicts no other, and an unknown one evicts the oldest', () => {
  const urls = createUrlMemory<number>();
  for (let at = 0; at < 2_000; at += 1) urls.set(`/${at}`, at);
  urls.set('/5', 6);
  expect([urls.size(), urls.get('/0'), urls.get('/5')]).toEqual([2_000, 0, 6]);
  urls.set('/new', 7);
  expect([urls.size(), urls.get('/0'), urls.get('/1'), urls.get('/new')]).toEqual([2_000, undefined, 1, 7]);
  for (const [length, kept] of [
    [500, 8],
    [501, undefined],
  ] as const) {
    urls.set('x'.repeat(length), 8);
    expect(urls.get('x'.repeat(length))).toBe(kept);
  }
});
