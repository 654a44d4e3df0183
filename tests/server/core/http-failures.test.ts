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

describe('H15: what the caller is told of the database', () => {
  const coded = (code: string) => Object.assign(new Error('secret'), { code });

  test.each([
    ['08006', { status: 503, message: 'The shop is not available for a moment. Please try again.', retryAfter: 5 }],
    ['53300', { status: 503, message: 'The shop is not available for a moment. Please try again.', retryAfter: 5 }],
    ['22001', { status: 400, message: 'The request could not be read.' }],
    ['40001', { status: 409, message: 'Someone else changed this at the same moment. Please try again.' }],
    ['42P01', { status: 500, message: 'Something went wrong. Please try again.' }],
    // Two digits that stand anywhere else mean nothing.
    ['42622', { status: 500, message: 'Something went wrong. Please try again.' }],
  ])('H15: its code %s is answered so', (code, reply) => {
    expect(toFailureReply(coded(code))).toEqual(reply);
  });

  test('D14: a token that lets nobody in is told as an ended session', () => {
    expect(toFailureReply(new UnauthorizedError())).toEqual({
      status: 401,
      message: 'Your session has expired. Please log in again.',
    });
  });
});

describe('answers of the shop itself', () => {
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

  test('H14: a shop that is ready says that, and nothing else', async () => {
    const reply = await shop.app.inject('/api/ready');
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toEqual([
      200,
      undefined,
      {
        success: true,
        message: '',
        requestId: reply.headers['x-request-id'],
        data: { database: 'up', stopping: false },
      },
    ]);
  });

  test('D24: a browser is known for 365 days, and a flow ends with the browser', async () => {
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

describe('decision 0018: what is kept', () => {
  test('is 32 MB in all, unless told, and no byte more', async () => {
    const clock = { now: () => new Date(0) };
    const isKept = async (bytes: number) => {
      const kept = createResponseCache<string>({ clock, keptMs: 1_000 });
      // Each key takes two bytes a letter, and 500.
      await kept.getOrCreate('k', async () => ({ answer: 'a', bytes: bytes - 502 }));
      return kept.size() > 0;
    };
    expect([await isKept(33_554_432), await isKept(33_554_433)]).toEqual([true, false]);
  });

  test('takes its bytes, and half as many packed', () => {
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

  test('is made once for each set of modules', () => {
    const shells = createShells(client);
    expect(shells(['src/a.tsx'])).toBe(shells(['src/a.tsx']));
    expect(shells(['src/a.tsx'])).not.toBe(shells([]));
    expect(shells(['src/a.tsx']).bodyEnd).toContain('/a.js');
    expect(shells([]).bodyEnd).not.toContain('/a.js');
  });
});
