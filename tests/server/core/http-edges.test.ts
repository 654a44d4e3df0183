// @engine pglite
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { endpoint } from '../../../contract/endpoint.ts';
import { success } from '../../../contract/fields.ts';
import { acceptsBrotli } from '../../../server/http/brotli.ts';
import { renderDocument, formatGoogleMeta, toHtmlJson } from '../../../server/http/document.ts';
import { toFailureReply, UnauthorizedError } from '../../../server/http/errors.ts';
import { handler, cachedHandler } from '../../../server/http/handler.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCaller } from '../../../server/http/in-process.ts';
import { createResponseCache } from '../../../server/http/response-cache.ts';
import { compressBody } from '../../../server/http/compression.ts';
import { mountPages, type Renderer } from '../../../server/http/pages.ts';
import { plainPage, wantsPage } from '../../../server/http/plain-page.ts';
import { isTooDeep, parseRequest } from '../../../server/http/request.ts';
import { stopTime } from '../payments/mpesa-steps.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';

/** A clock that moves only by `advance`. */
function standing(start = 1_000_000) {
  let now = start;
  return { now: () => new Date(now), advance: (ms: number) => void (now += ms) };
}

describe('H15: replies to failures', () => {
  const withStatus = (statusCode: unknown) => Object.assign(new Error('secret'), { statusCode });

  test.each([
    [418, 418, 'The request could not be read.'],
    [400, 400, 'The request could not be read.'],
    [499, 499, 'The request could not be read.'],
    [404, 404, 'Not found'],
    [413, 413, 'The request is too large.'],
    // Only the token check returns 401 (D14). Any status that is not 4xx is a bug.
    [401, 500, 'Something went wrong. Please try again.'],
    [399, 500, 'Something went wrong. Please try again.'],
    [500, 500, 'Something went wrong. Please try again.'],
    [502, 500, 'Something went wrong. Please try again.'],
    ['x', 500, 'Something went wrong. Please try again.'],
  ])('H15: a library error with the status %s is a %i', (given, status, message) => {
    expect(toFailureReply(withStatus(given))).toEqual({ status, message });
  });

  test('H15: returns 500 for a thrown value that is not an error, and 401 for an invalid token', () => {
    for (const thrown of [null, undefined, 'text', { statusCode: 404 }])
      expect(toFailureReply(thrown).status).toBe(500);
    expect(toFailureReply(new UnauthorizedError()).status).toBe(401);
  });

  test.each(['23505', '23503', '23514', '40001', '40P01'])('H15: the database code %s is a 409', (code) => {
    expect(toFailureReply(Object.assign(new Error('secret'), { code })).status).toBe(409);
  });
});

describe('H15: parsing of a request', () => {
  const Both = v.strictObject({ id: v.pipe(v.string(), v.uuid()), word: v.string() });
  const getRefusal = (schema: Parameters<typeof parseRequest>[0], raw: unknown, inPath: readonly string[] = []) => {
    try {
      parseRequest(schema, raw, inPath);
    } catch (error) {
      const { status, fields } = toFailureReply(error);
      return { status, fields };
    }
    return null;
  };

  test('H15: an invalid id in the path returns 404 before any other error; one in the body is a wrong field', () => {
    expect(getRefusal(Both, { id: 'x', word: 'y' }, ['id'])).toEqual({ status: 404, fields: undefined });
    expect(getRefusal(Both, { id: 'x', word: 5 }, ['id'])).toEqual({ status: 404, fields: undefined });
    expect(getRefusal(Both, { id: 'x', word: 5 })).toEqual({
      status: 400,
      fields: { id: 'Invalid value', word: 'Invalid value' },
    });
    expect(getRefusal(Both, 'text')).toEqual({ status: 400, fields: { request: 'Invalid value' } });
  });

  test('H15: reports at most twenty wrong fields', () => {
    const many = v.object(Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, v.string()])));
    const { fields } = getRefusal(many, {}) as { fields: object };
    expect(Object.keys(fields)).toEqual(Array.from({ length: 20 }, (_, at) => `f${at}`));
  });

  test.each([
    ['['.repeat(12) + ']'.repeat(12), false],
    ['['.repeat(13) + ']'.repeat(13), true],
    ['{"a":'.repeat(12), false],
    ['{"a":'.repeat(13), true],
    // Consecutive brackets are not nested.
    ['[]'.repeat(40), false],
    ['{}'.repeat(40), false],
    ['"' + '['.repeat(40) + '"', false],
    ['"\\"' + '['.repeat(40) + '"', false],
    ['"\\\\"' + '['.repeat(13), true],
    ['"a"' + '['.repeat(13), true],
    ['"a","' + '['.repeat(13) + '"', false],
  ])('H15: %s nests too deeply: %s', (text, isDeep) => {
    expect(isTooDeep(text)).toBe(isDeep);
  });
});

describe('replies to a browser', () => {
  test('D20: a plain page is a complete document and escapes its text', () => {
    expect(plainPage('<b> & "c"')).toBe(
      '<!doctype html><html lang="en-KE"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>&lt;b&gt; &amp; &quot;c&quot;</title></head>' +
        '<body><h1>&lt;b&gt; &amp; &quot;c&quot;</h1><p><a href="/">Go To Home</a></p></body></html>',
    );
  });

  test.each([
    ['/cart', 'text/html', true],
    ['/apiary', 'text/html,*/*', true],
    ['/cart', '*/*', false],
    ['/cart', undefined, false],
    ['/api/x', 'text/html', false],
    ['/api', 'text/html', false],
    ['/api?x', 'text/html', false],
    ['/assets/a.js', 'text/html', false],
    ['/media/a', 'text/html', false],
  ])('X84: %s with %s is a page request: %s', (url, accept, isPage) => {
    expect(wantsPage({ url, headers: { ...(accept !== undefined && { accept }) } })).toBe(isPage);
  });

  test.each([
    ['br', true],
    ['gzip, br', true],
    ['gzip,br;q=0.5, *', true],
    ['br ; q=0.001', true],
    ['br;q=0', false],
    ['br; q=0.000, gzip', false],
    ['gzip', false],
    ['brotli', false],
    ['', false],
    [undefined, false],
  ])('a browser that accepts %s accepts brotli: %s', (accepted, takes) => {
    expect(acceptsBrotli({ headers: { 'accept-encoding': accepted } } as never)).toBe(takes);
  });

  test('D20: data in a document cannot become markup', () => {
    const evil = { a: '</script><!-- & \u2028\u2029' };
    expect(toHtmlJson(evil)).toBe('{"a":"\\u003c/script\\u003e\\u003c!-- \\u0026 \\u2028\\u2029"}');
    expect(JSON.parse(toHtmlJson(evil))).toEqual(evil);
  });

  test('the document has its parts in order', () => {
    const shell = { policy: '', headEnd: '<style></style>', bodyEnd: '<script></script>' };
    const text = renderDocument(
      shell,
      { html: '<p>', head: '<title>T</title>', linkedData: [{ a: 1 }, { b: 2 }] },
      { c: 3 },
    );
    expect(text.replace(/^.*?initial-scale=1">/, '')).toBe(
      '<title>T</title><script type="application/ld+json">{"a":1}</script><script type="application/ld+json">{"b":2}</script>' +
        '<link rel="expect" href="#paint" blocking="render"><style></style></head><body><div id="root"><p></div>' +
        '<script type="application/json" id="page-data">{"c":3}</script><script></script></body></html>',
    );
    expect(renderDocument(shell, { html: '', head: '' }, null)).not.toContain('ld+json');
  });

  test('D13: escapes the Google client in its attribute, and omits the tag without a client', () => {
    expect(formatGoogleMeta({ clientId: '"><&', scripts: 'https://g.test/' })).toBe(
      '<meta name="google-client-id" content="&quot;&gt;&lt;&amp;" data-script="https://g.test/client">',
    );
    expect(formatGoogleMeta({ clientId: null, scripts: 'https://g.test/' })).toBe('');
  });
});

describe('caches', () => {
  test('D24: a reply counts its bytes, two for each letter of its key, and 500 more', async () => {
    const kept = createResponseCache<string>({ clock: standing(), keptMs: 1_000, mostBytes: 1_216 });
    const ask = (key: string) => kept.getOrCreate(key, async () => ({ answer: key, bytes: 100 }));
    await ask('four');
    expect(kept.size()).toBe(608);
    await ask('five');
    expect(kept.size()).toBe(1_216);
    // The least recently used reply is evicted first.
    await ask('four');
    await ask('sixs');
    expect(kept.size()).toBe(1_216);
    let made = 0;
    for (const key of ['four', 'sixs', 'five'])
      await kept.getOrCreate(key, async () => {
        made += 1;
        return { answer: key, bytes: 100 };
      });
    expect(made).toBe(1);
  });

  test('an ETag is short and differs for each text', () => {
    expect(compressBody('a').etag).toMatch(/^"[\w-]{22}"$/);
    expect(compressBody('a').etag).not.toBe(compressBody('b').etag);
    expect(compressBody('a').etag).toBe(compressBody('a').etag);
  });
});

const nothing = v.strictObject({});
const text = success(v.record(v.string(), v.unknown()));
const call = (method: 'GET' | 'POST', path: `/${string}`, access: 'public' | 'customer' = 'public') =>
  endpoint({ method, path, access, request: nothing, reply: text });

describe('calls of a page', () => {
  const caller = createCaller([
    handler(call('GET', '/open'), async (_request, { user, staff, flow, browser, bearer, nonce, idempotencyKey }) => ({
      success: true as const,
      data: { nobody: [user, staff, flow, browser, bearer, nonce, idempotencyKey], at: new Date(0), no: undefined },
    })),
    handler(call('POST', '/open'), async () => ({ success: true as const, data: {} })),
    handler(call('GET', '/mine', 'customer'), async () => ({ success: true as const, data: {} })),
    handler(call('GET', '/refused'), async () => {
      throw new Refusal('conflict', 'Only 2 left', { data: { lines: [1] } });
    }),
  ]);

  test('ssr 9: are made anonymously and return JSON values', async () => {
    expect(await caller({ method: 'GET', path: '/open' }, {})).toEqual({
      status: 200,
      body: {
        success: true,
        data: { nobody: [null, null, null, null, null, null, null], at: '1970-01-01T00:00:00.000Z' },
      },
    });
  });

  test('ssr 9: reject writes, customer calls and unknown calls, and return refusals', async () => {
    for (const [method, path] of [
      ['POST', '/open'],
      ['GET', '/mine'],
      ['GET', '/nowhere'],
    ] as const)
      expect(await caller({ method, path }, {})).toMatchObject({ status: 500, body: { success: false } });
    expect(await caller({ method: 'GET', path: '/refused' }, {})).toMatchObject({
      status: 409,
      body: { success: false, message: 'Only 2 left', requestId: null, data: { lines: [1] } },
    });
    expect((await caller({ method: 'GET', path: '/open' }, { more: 1 })).status).toBe(400);
  });
});

describe('a shop with test calls', () => {
  let shop: TestApp;
  let answered = 0;
  const addresses: string[] = [];
  let loaded = 0;
  const renderer: Renderer = {
    planPage(url) {
      addresses.push(url);
      const calls = [{ endpoint: call('GET', '/open'), request: {} }];
      return { calls, hasSubject: true, modules: [], cacheable: true };
    },
    render: ({ url }) => ({ html: url.repeat(1_000), head: '', status: 200 }),
  };
  const callOfPage = async () => {
    loaded += 1;
    return { status: 200, body: {} };
  };
  beforeAll(async () => {
    shop = await createTestApp({
      extras: (deps) => [
        (app) =>
          mountPages(app, deps, {
            renderer,
            shells: () => ({ policy: '', headEnd: '', bodyEnd: '' }),
            call: callOfPage,
          }),
      ],
      env: { CATALOGUE_KEPT_MS: '1000', RATE_LIMIT_FACTOR: '0.001', TRUST_PROXY: '127.0.0.1' },
      handlers: () => [
        handler(call('GET', '/open'), async (_request, { user, staff }) => ({
          success: true as const,
          data: { user, staff },
        })),
        handler(call('GET', '/mine', 'customer'), async (_request, { staff }) => ({
          success: true as const,
          data: { staff },
        })),
        cachedHandler(
          endpoint({ method: 'GET', path: '/kept', access: 'public', request: nothing, reply: text }),
          () => ({}),
          async () => {
            answered += 1;
            return { success: true as const, data: { text: 'x'.repeat(100_000) } };
          },
        ),
      ],
    });
    stopTime(shop);
  });
  afterAll(() => shop.close());
  const ask = async (url: string, remoteAddress: string, headers: Record<string, string> = {}) => {
    const reply = await shop.app.inject({ url, remoteAddress, headers });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json<{ data?: unknown }>() };
  };

  test('a public call gets neither customer nor staff, and a customer call gets no staff', async () => {
    const { token } = await shop.signIn();
    const authorization = `Bearer ${token}`;
    expect((await ask('/api/open', '203.0.113.1', { authorization })).body.data).toEqual({ user: null, staff: null });
    expect((await ask('/api/mine', '203.0.113.1', { authorization })).body.data).toEqual({ staff: null });
  });

  test('decision 0018: caches a reply of 100 kB', async () => {
    const before = answered;
    for (const last of [2, 3, 9]) expect((await ask('/api/kept', `203.0.113.${last}`)).status).toBe(200);
    expect(answered - before).toBe(1);
  });

  test('decision 0018: caches the data of a page, and truncates a long address', async () => {
    const get = (url: string, remoteAddress: string) => shop.app.inject({ url, remoteAddress });
    const before = loaded;
    for (const last of [10, 11, 12]) expect((await get('/thing', `203.0.113.${last}`)).statusCode).toBe(200);
    expect(loaded - before).toBe(1);
    await get(`/${'x'.repeat(3_000)}`, '203.0.113.13');
    expect(addresses.at(-1)).toBe(`/${'x'.repeat(1_999)}`);
  });

  test('D24: refuses a caller until the last second of the wait has passed', async () => {
    startWindow(shop, 60_000);
    const get = () => ask('/api/open', '203.0.113.4');
    for (let n = 0; n < 6; n += 1) expect((await get()).status).toBe(200);
    const seconds = Number((await get()).headers['retry-after']);
    shop.clock.advance((seconds - 1) * 1_000);
    const { status, headers } = await get();
    expect([status, headers['retry-after']]).toEqual([429, '1']);
    shop.clock.advance(1_000);
    expect((await get()).status).toBe(200);
  });

  test("D24: counts calls with an invalid token as a guest's, to the last second", async () => {
    startWindow(shop, 60_000);
    const get = () => ask('/api/mine', '203.0.113.5');
    for (let n = 0; n < 6; n += 1) expect((await get()).status).toBe(401);
    const seconds = Number((await get()).headers['retry-after']);
    shop.clock.advance((seconds - 1) * 1_000);
    const { status, headers } = await get();
    expect([status, headers['retry-after']]).toEqual([429, '1']);
    shop.clock.advance(1_000);
    expect((await get()).status).toBe(401);
  });

  test('H14: a running shop reports its health with no-store', async () => {
    const { status, headers, body } = await ask('/api/health', '203.0.113.6');
    expect([status, headers['cache-control'], body]).toEqual([
      200,
      'no-store',
      { success: true, data: { status: 'ok' } },
    ]);
  });

  test('X53: shows readiness details to this machine only, and not to callers behind its proxy', async () => {
    const whole = { database: 'up', stopping: false, mpesa: expect.objectContaining({ state: 'closed' }) as unknown };
    expect((await ask('/api/ready', '127.0.0.1')).body.data).toEqual(whole);
    expect((await ask('/api/ready', '::1')).body.data).toEqual(whole);
    expect((await ask('/api/ready', '203.0.113.7')).body.data).toEqual({});
    const proxied = { 'x-forwarded-for': '203.0.113.7' };
    expect((await ask('/api/ready', '127.0.0.1', proxied)).body.data).toEqual({});
    expect((await ask('/api/ready', '203.0.113.7', { 'x-forwarded-for': '127.0.0.1' })).body.data).toEqual({});
  });

  test('H14, F2: is not ready when it cannot write', async () => {
    shop.clock.advance(2_000);
    await shop.db.sql.execute(sql`alter table heartbeats rename to hearts`);
    try {
      expect(await ask('/api/ready', '127.0.0.1')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5', 'cache-control': 'no-store' },
        body: { success: false, message: 'Not ready', data: { database: 'down', stopping: false } },
      });
    } finally {
      await shop.db.sql.execute(sql`alter table hearts rename to heartbeats`);
    }
    shop.clock.advance(2_000);
    expect((await ask('/api/ready', '127.0.0.1')).status).toBe(200);
  });
});
