// @engine pglite
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { endpoint } from '../../../contract/endpoint.ts';
import { done, success, text } from '../../../contract/fields.ts';
import { handler } from '../../../server/http/handler.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';

const fail = endpoint({
  method: 'POST',
  path: '/fail',
  access: 'public',
  request: v.strictObject({ how: text(40) }),
  reply: done,
});
const echo = endpoint({
  method: 'POST',
  path: '/echo/:id',
  access: 'public',
  request: v.strictObject({ id: text(20), word: text(20), deep: v.optional(v.unknown()) }),
  reply: success(v.object({ id: v.string(), word: v.string() })),
});
const mine = endpoint({
  method: 'GET',
  path: '/mine',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(v.object({ id: v.string() })),
});
const open = endpoint({
  method: 'GET',
  path: '/open',
  access: 'public',
  request: v.strictObject({}),
  reply: success(v.object({ flow: v.nullable(v.string()) })),
});

const bare = (['POST', 'PUT', 'DELETE'] as const).map((method) =>
  endpoint({ method, path: '/bare', access: 'public', request: v.strictObject({}), reply: done }),
);

const sqlError = (code: string) => Object.assign(new Error('duplicate key value violates "users_email"'), { code });
const FAILURES: Readonly<Record<string, Error>> = {
  refused: new Refusal('conflict', 'Only 2 left', { data: { lines: [] }, fields: { word: 'No' } }),
  slow: new Refusal('too-often', 'Please wait a minute and try again.', { retryAfter: 31.2 }),
  bug: new TypeError('secret detail in postgres://duka:pw@db'),
  class22: sqlError('22P02'),
  duplicate: sqlError('23505'),
  race: sqlError('40001'),
  full: sqlError('53300'),
  stopped: sqlError('57P01'),
  away: sqlError('ECONNREFUSED'),
  wrapped: new Error('Failed query: insert … params: 254712345678', { cause: sqlError('23505') }),
};

describe('the HTTP layer', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp({
      handlers: () => [
        handler(fail, async ({ how }) => {
          throw FAILURES[how] ?? new Error('unknown');
        }),
        handler(echo, async ({ id, word }) => ({ success: true as const, data: { id, word } })),
        ...bare.map((call) => handler(call, async () => ({ success: true as const }))),
        handler(mine, async (_request, { user }) => ({ success: true as const, data: { id: user.id } })),
        handler(open, async (_request, { flow, setFlow }) => {
          setFlow('fresh');
          return { success: true as const, data: { flow } };
        }),
      ],
    });
  });
  afterAll(() => shop.close());

  const post = (payload: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    shop.app.inject({ method: 'POST', url: '/api/echo/1', payload, headers });

  describe('H15: failures', () => {
    test.each([
      ['refused', 409, 'Only 2 left'],
      ['slow', 429, 'Please wait a minute and try again.'],
      ['class22', 400, 'The request could not be read.'],
      ['duplicate', 409, 'Someone else changed this at the same moment. Please try again.'],
      ['race', 409, 'Someone else changed this at the same moment. Please try again.'],
      ['wrapped', 409, 'Someone else changed this at the same moment. Please try again.'],
      ['full', 503, 'The shop is not available for a moment. Please try again.'],
      ['stopped', 503, 'The shop is not available for a moment. Please try again.'],
      ['away', 503, 'The shop is not available for a moment. Please try again.'],
    ])('%s returns %i', async (how, status, message) => {
      const reply = await shop.call(fail, { how });
      expect([reply.status, reply.body.message]).toEqual([status, message]);
      expect(reply.headers['cache-control']).toBe('no-store');
      if (status === 503) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    });

    test('a refusal returns its fields, data and whole seconds to wait', async () => {
      const refused = await shop.call(fail, { how: 'refused' });
      expect(refused.body).toMatchObject({ success: false, fields: { word: 'No' }, data: { lines: [] } });
      expect((await shop.call(fail, { how: 'slow' })).headers['retry-after']).toBe('32');
    });

    test('F2: logs at most sixty 429 replies a minute, and all other refusals', async () => {
      shop.clock.advance(61_000);
      const before = shop.lines().length;
      for (let n = 0; n < 65; n += 1) await shop.call(fail, { how: 'slow' });
      await shop.call(fail, { how: 'refused' });
      const written = () =>
        shop
          .lines()
          .slice(before)
          .flatMap(({ msg, status }) => (msg === 'request' ? [status] : []));
      await expect.poll(written).toEqual([...Array.from({ length: 60 }, () => 429), 409]);
    });

    test('an unexpected failure has a constant body and is described only in the log', async () => {
      const reply = await shop.call(fail, { how: 'bug' });
      expect([reply.status, reply.body]).toEqual([
        500,
        {
          success: false,
          message: 'Something went wrong. Please try again.',
          requestId: reply.headers['x-request-id'],
        },
      ]);
      const line = shop
        .lines()
        .find(({ reqId, msg }) => reqId === reply.headers['x-request-id'] && msg === 'request failed');
      expect(line).toMatchObject({ level: 50, err: { type: 'TypeError' } });
    });

    test.each([
      ['not JSON', () => post('{'), 400, 'The request could not be read.'],
      ['a blank body', () => post(' '), 400, 'The request could not be read.'],
      ['a prototype key', () => post('{"__proto__":{"a":1},"word":"x"}'), 400, 'The request could not be read.'],
      [
        'a constructor key',
        () => post('{"constructor":{"prototype":{}},"word":"x"}'),
        400,
        'The request could not be read.',
      ],
      ['text', () => post('word=x', { 'content-type': 'text/plain' }), 415, 'Please send JSON.'],
      [
        'a form',
        () => post('word=x', { 'content-type': 'application/x-www-form-urlencoded' }),
        415,
        'Please send JSON.',
      ],
      ['300 kB', () => post(JSON.stringify({ word: 'x'.repeat(300_000) })), 413, 'The request is too large.'],
      [
        'deep nesting',
        () => post(`{"word":"x","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
        400,
        'The request is nested too deeply.',
      ],
      ['a list as body', () => post('[]'), 400, 'Please check the highlighted fields.'],
      [
        'a long path parameter',
        () => shop.app.inject({ method: 'POST', url: `/api/echo/${'a'.repeat(400)}`, payload: {} }),
        414,
        'The address is too long.',
      ],
      ['a bad percent', () => shop.app.inject('/api/open/%E0%A4%A'), 400, 'The request could not be read.'],
      ['an unknown call', () => shop.app.inject('/api/nothing'), 404, 'Not found'],
      ['another method', () => shop.app.inject({ method: 'DELETE', url: '/api/open' }), 404, 'Not found'],
    ])('%s is a %i in the envelope', async (_what, send, status, message) => {
      const response = await send();
      expect([response.statusCode, response.json()]).toMatchObject([status, { success: false, message }]);
      expect(response.json().requestId).toBe(response.headers['x-request-id']);
      expect(response.headers['x-content-type-options']).toBe('nosniff');
    });

    test('brackets inside texts do not count as nesting', async () => {
      const reply = await post(JSON.stringify({ word: '[[[[[[[["[[[[[[[' }));
      expect(reply.statusCode).toBe(200);
    });

    test('names the wrong fields without repeating their values', async () => {
      const response = await post(JSON.stringify({ word: 5, isAdmin: true }));
      expect(response.json()).toMatchObject({
        message: 'Please check the highlighted fields.',
        fields: { word: 'Invalid value', isAdmin: 'Unknown field' },
      });
      expect((await post('{}')).json().fields).toEqual({ word: 'Required' });
    });

    test('a path parameter cannot be overwritten by the body', async () => {
      const response = await post(JSON.stringify({ id: 'other', word: 'x' }));
      expect(response.json().data.id).toBe('1');
    });
  });

  test.each(['POST', 'PUT', 'DELETE'] as const)(
    'H17: a %s with the JSON content type and without a body is {}',
    async (method) => {
      const headers = { 'content-type': 'application/json' };
      for (const type of ['application/json', 'application/json; charset=utf-8']) {
        const reply = await shop.app.inject({ method, url: '/api/bare', headers: { 'content-type': type } });
        expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }]);
      }
      const empty = await shop.app.inject({ method, url: '/api/bare', headers, payload: '' });
      expect(empty.statusCode).toBe(200);
      const blank = await shop.app.inject({ method, url: '/api/bare', headers, payload: ' ' });
      expect(blank.statusCode).toBe(400);
      expect((await post('')).json()).toMatchObject({ fields: { word: 'Required' } });
    },
  );

  describe('D14: tokens', () => {
    test.each([
      ['none', undefined],
      ['another scheme', 'Basic abc'],
      ['nonsense', 'Bearer x'],
      ['unknown', `Bearer cus_${'a'.repeat(43)}`],
      ['an admin’s', `Bearer adm_${'a'.repeat(43)}`],
      ['a script', "Bearer cus_' or 1=1 --"],
    ])('%s: 401', async (_what, authorization) => {
      const response = await shop.app.inject({
        url: '/api/mine',
        headers: authorization === undefined ? {} : { authorization },
      });
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { message: 'Your session has expired. Please log in again.' },
      ]);
    });

    test('accepts a live session, and any token or none on a public call', async () => {
      const { token, user } = await shop.signIn();
      expect((await shop.call(mine, {}, { token })).body).toEqual({ success: true, data: { id: user.id } });
      expect((await shop.call(open, {}, { token: 'cus_unknown' })).status).toBe(200);
    });
  });

  test('D1: the flow cookie is HttpOnly and strict, and is read from later requests', async () => {
    const first = await shop.call(open, {});
    expect(first.cookies).toMatchObject([
      { name: 'flow', value: 'fresh', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
    expect((await shop.call(open, {}, { cookies: { flow: 'kept' } })).body.data?.flow).toBe('kept');
  });

  describe('providers 3.3: headers', () => {
    test('JSON replies cannot run scripts, be sniffed, be framed or be read across origins', async () => {
      const { headers } = await shop.call(open, {});
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
      });
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    });

    test('sends HSTS only when the shop is reached over TLS', async () => {
      expect((await shop.call(open, {})).headers['strict-transport-security']).toBeUndefined();
      const secure = await createTestApp({
        env: { PUBLIC_ORIGIN: 'https://duka.test' },
        handlers: () => [
          handler(open, async (_request, { setFlow }) => {
            setFlow('x');
            return { success: true as const, data: { flow: null } };
          }),
        ],
      });
      const reply = await secure.call(open, {});
      expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(reply.cookies).toMatchObject([{ name: '__Host-flow', secure: true, path: '/' }]);
      await secure.close();
    });

    test('never stores private replies, and revalidates catalogue reads', async () => {
      const { token } = await shop.signIn();
      expect((await shop.call(mine, {}, { token })).headers['cache-control']).toBe('no-store');
      expect((await shop.call(open, {})).headers['cache-control']).toBe('no-cache');
      expect((await post('{"word":"x"}')).headers['cache-control']).toBe('no-store');
    });

    test('allows no origin to read across sites', async () => {
      const response = await shop.app.inject({
        method: 'OPTIONS',
        url: '/api/open',
        headers: { origin: 'https://evil.test', 'access-control-request-method': 'GET' },
      });
      expect(response.statusCode).toBe(404);
      expect(response.headers['access-control-allow-origin']).toBeUndefined();
    });
  });

  test('H13: the Date header has the clock that counts deadlines', async () => {
    shop.clock.advance(3_600_000);
    const { headers } = await shop.call(open, {});
    expect(Math.abs(Date.parse(String(headers.date)) - shop.clock.now().getTime())).toBeLessThan(2_000);
  });

  test('H14: each reply has a unique id that a caller cannot choose', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await shop.call(open, {}, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })).headers[
            'x-request-id'
          ],
      ),
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('the overall limit', () => {
  test('D24: allows 6000 requests a minute per address, then returns 429 until the wait is over', async () => {
    const shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.001' }, handlers: () => [] });
    startWindow(shop, 60_000);
    const ask = async (remoteAddress: string) =>
      (await shop.app.inject({ url: '/api/health', remoteAddress })).statusCode;
    for (let number = 0; number < 6; number += 1) expect(await ask('203.0.113.7')).toBe(200);
    const refused = await shop.app.inject({ url: '/api/health', remoteAddress: '203.0.113.7' });
    expect([refused.statusCode, refused.json().message]).toEqual([429, 'Please wait a minute and try again.']);
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await ask('203.0.113.8')).toBe(200);
    for (let number = 0; number < 6; number += 1) expect(await ask(`2001:db8:1:2::${number}`)).toBe(200);
    expect(await ask('2001:db8:1:2::ffff')).toBe(429);
    shop.clock.advance(retryAfter * 1000);
    expect(await ask('203.0.113.7')).toBe(200);
    await shop.close();
  });

  test('ASVS 4.1.3: a caller cannot choose its address', async () => {
    const shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0.001' }, handlers: () => [] });
    startWindow(shop, 60_000);
    const statuses: number[] = [];
    for (let number = 0; number < 8; number += 1) {
      const { statusCode } = await shop.app.inject({
        url: '/api/health',
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `10.0.0.${number}` },
      });
      statuses.push(statusCode);
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await shop.close();
  });
});
