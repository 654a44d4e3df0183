// @engine postgres
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { endpoint } from '../../../contract/endpoint.ts';
import { success } from '../../../contract/fields.ts';
import { createShells } from '../../../server/http/document.ts';
import { toFailureReply, UnauthorizedError } from '../../../server/http/errors.ts';
import { handler } from '../../../server/http/handler.ts';
import { createResponseCache } from '../../../server/http/response-cache.ts';
import { getSize, compressBody } from '../../../server/http/compression.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

describe('H15: replies to database errors', () => {
  const coded = (code: string) => Object.assign(new Error('secret'), { code });

  test.each([
    ['08006', { status: 503, message: 'The shop is not available for a moment. Please try again.', retryAfter: 5 }],
    ['53300', { status: 503, message: 'The shop is not available for a moment. Please try again.', retryAfter: 5 }],
    ['22001', { status: 400, message: 'The request could not be read.' }],
    ['40001', { status: 409, message: 'Someone else changed this at the same moment. Please try again.' }],
    ['42P01', { status: 500, message: 'Something went wrong. Please try again.' }],
    // The class `22` counts only at the start of a code.
    ['42622', { status: 500, message: 'Something went wrong. Please try again.' }],
  ])('H15: maps the code %s to its reply', (code, reply) => {
    expect(toFailureReply(coded(code))).toEqual(reply);
  });

  test('D14: an invalid token gets the reply of an expired session', () => {
    expect(toFailureReply(new UnauthorizedError())).toEqual({
      status: 401,
      message: 'Your session has expired. Please log in again.',
    });
  });
});

describe('replies of the shop itself', () => {
  const plain = { request: v.strictObject({}), reply: success(v.strictObject({})) };
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp({
      handlers: () => [
        handler(endpoint({ method: 'POST', path: '/known', access: 'public', ...plain }), async (_request, call) => {
          call.setFlow('flow');
          call.setBrowser('browser');
          call.setStaffBrowser('staff');
          return { success: true as const, data: {} };
        }),
      ],
    });
  });
  afterAll(() => shop.close());

  test('H14: a ready shop returns its readiness and nothing else', async () => {
    const reply = await shop.app.inject('/api/ready');
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      200,
      undefined,
      {
        success: true,
        message: '',
        requestId: reply.headers['x-request-id'],
        data: { database: 'up', stopping: false, mpesa: expect.objectContaining({ state: 'closed' }) },
      },
    ]);
  });

  test('D24: the browser cookie lives 365 days, and the flow cookie ends with the browser session', async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/known',
      headers: { 'content-type': 'application/json' },
      payload: {},
    });
    const told = reply.cookies.map(({ value, maxAge, httpOnly, sameSite, path: where }) => [
      value,
      maxAge,
      httpOnly,
      sameSite,
      where,
    ]);
    expect(told).toEqual([
      ['flow', undefined, true, 'Strict', '/'],
      ['browser', 31_536_000, true, 'Strict', '/'],
      ['staff', 31_536_000, true, 'Strict', '/'],
    ]);
  });
});

describe('decision 0018: the response cache', () => {
  test('holds 32 MB by default, and not a byte more', async () => {
    const clock = { now: () => new Date(0) };
    const isKept = async (bytes: number) => {
      const kept = createResponseCache<string>({ clock, keptMs: 1_000 });
      // A reply also counts two bytes for each letter of its key, and 500 more.
      await kept.getOrCreate('k', async () => ({ answer: 'a', bytes: bytes - 502 }));
      return kept.size() > 0;
    };
    expect([await isKept(33_554_432), await isKept(33_554_433)]).toEqual([true, false]);
  });

  test('counts the bytes of a body and half as many for its compressed form', () => {
    expect(getSize(compressBody('x'.repeat(1_000)))).toBe(1_500);
  });
});

describe('the shell of a page', () => {
  let client: string;
  beforeEach(() => {
    client = fs.mkdtempSync(path.join(tmpdir(), 'duka-client-'));
    fs.mkdirSync(path.join(client, '.vite'));
    const manifest = { 'src/entry-client.tsx': { file: 'entry.js' }, 'src/a.tsx': { file: 'a.js' } };
    fs.writeFileSync(path.join(client, '.vite/manifest.json'), JSON.stringify(manifest));
  });
  afterEach(() => fs.rmSync(client, { recursive: true, force: true }));

  test('is built once for each set of modules', () => {
    const shells = createShells(client);
    expect(shells(['src/a.tsx'])).toBe(shells(['src/a.tsx']));
    expect(shells(['src/a.tsx'])).not.toBe(shells([]));
    expect(shells(['src/a.tsx']).bodyEnd).toContain('/a.js');
    expect(shells([]).bodyEnd).not.toContain('/a.js');
  });
});
