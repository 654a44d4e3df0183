// @engine pglite
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { login } from '../../../contract/auth.ts';
import { createLog, createLogOutput, maskPhone, toSafeUrl, type Logger } from '../../../server/log.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

function logged(details: object): string {
  let text = '';
  createLog('info', { write: (line: string) => void (text += line) }).info(details, 'message');
  return text;
}

describe('H14: the log', () => {
  test.each([
    'authorization',
    'password',
    'currentPassword',
    'newPassword',
    'credential',
    'pin',
    'pinId',
    'token',
    'verificationToken',
    'api_key',
    'apiKey',
    'Password',
    'passkey',
  ])('hides %s at every depth', (name) => {
    const text = logged({ [name]: 's3cret', body: { [name]: 's3cret' }, request: { body: { [name]: 's3cret' } } });
    expect(text).not.toContain('s3cret');
  });

  test('masks the middle of phones and the name of e-mail addresses', () => {
    const text = logged({ phone: '254712345678', body: { msisdn: '+254 712 345 678', email: 'amina@example.test' } });
    expect(text).toContain('254712***678');
    expect(text).not.toContain('345678');
    expect(text).toContain('***@example.test');
    expect(text).not.toContain('amina');
    expect([maskPhone('254712345678'), maskPhone('1234')]).toEqual(['254712***678', '***']);
  });

  test('hides secrets in lists, objects without a prototype, deep values and cycles', () => {
    const loop: Record<string, unknown> = { pin: 's3cret' };
    loop['again'] = loop;
    const bare = Object.assign(Object.create(null) as object, { token: 's3cret' });
    const deep = { a: { b: { c: { d: { e: { f: 's3cret' } } } } } };
    const text = logged({ list: [{ password: 's3cret' }], bare, loop, deep, at: new Date(0), none: null });
    expect(text).not.toContain('s3cret');
    expect(JSON.parse(text)).toMatchObject({ at: '1970-01-01T00:00:00.000Z', none: null });
    expect(JSON.parse(text)).toMatchObject({ deep: { a: { b: { c: { d: '***' } } } } });
  });

  test('writes each line synchronously, so that the last lines of a process are not lost', () => {
    const { stream } = pino.symbols as { readonly stream?: symbol } & typeof pino.symbols;
    const log = createLog('info') as unknown as Record<symbol, { readonly fd: number; readonly sync: boolean }>;
    expect(log[stream ?? pino.symbols.streamSym]).toMatchObject({ fd: 1, sync: true });
  });

  test('F2: truncates a long address', () => {
    expect(toSafeUrl(`/products?search=${'x'.repeat(9_000)}`)).toHaveLength(501);
  });

  test('D15: removes secrets from addresses', () => {
    expect(toSafeUrl('/auth/reset-password/abc123')).toBe('/auth/reset-password/***');
    expect(toSafeUrl('/auth/reset-password?token=abc123&x=1')).toBe('/auth/reset-password?token=***&x=1');
    expect(toSafeUrl('/auth/confirm-email?token=abc123')).toBe('/auth/confirm-email?token=***');
    expect(toSafeUrl('/api/mpesa/callback/77/abc123')).toBe('/api/mpesa/callback/77/***');
    expect(toSafeUrl('/api/orders/by-key/abc123')).toBe('/api/orders/by-key/***');
    expect(toSafeUrl('/control/sms?phone=254712345678')).toBe('/control/sms?phone=***');
    expect(toSafeUrl('/products?category=phones')).toBe('/products?category=phones');
  });

  test.each([
    '/api/auth/reset%2Dpassword/s3cret',
    '/api/auth/%72eset-password/s3cret',
    '/auth//reset-password//s3cret',
    '/auth/Reset-Password/s3cret',
    '/auth/reset-password/s3cret/',
    '/auth/reset-password/a%2Fs3cret',
    '/auth/reset-password?%74oken=s3cret',
    '/auth/confirm-email?utm_source=mail&token=a%26s3cret',
  ])('D15: hides the secret in every spelling of an address: %s', (url) => {
    expect(toSafeUrl(url)).not.toContain('s3cret');
    expect(toSafeUrl(url)).toContain('***');
  });

  test('D15: logs an address that cannot be decoded unchanged', () => {
    expect(toSafeUrl('/products/%E0%A4%A?page=%zz')).toBe('/products/%E0%A4%A?page=%zz');
  });

  test('logs a failed statement without its values', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505' });
    const error = Object.assign(new Error('Failed query: insert\nparams: amina@example.test', { cause }), {
      query: 'insert',
      params: ['amina@example.test'],
    });
    const text = logged({ err: error });
    expect(text).toContain('23505');
    expect(text).not.toContain('amina');
  });
});

describe('H14: a request', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp();
  });
  afterAll(() => shop.close());

  test('is one structured line without secrets', async () => {
    const reply = await shop.call(
      login,
      { email: 'amina@example.test', password: 'Hunter22222' },
      { headers: { authorization: 'Bearer cus_secretsecretsecretsecret' } },
    );
    const lines = shop.lines().filter(({ reqId }) => reqId === reply.headers['x-request-id']);
    expect(lines.at(-1)).toMatchObject({
      msg: 'request',
      method: 'POST',
      route: '/api/auth/login',
      status: 400,
      ms: expect.any(Number),
    });
    expect(lines).toHaveLength(1);
    const text = JSON.stringify(shop.lines());
    for (const secret of ['Hunter22222', 'cus_secret', 'amina']) expect(text).not.toContain(secret);
  });
});

test('F32: does not log the invalid values that the database quotes', async () => {
  const shop = await createTestApp();
  const failure = await Promise.resolve(shop.db.sql.execute(sql`select ${'254722000000 wanjiku'}::uuid`)).then(
    () => null,
    (error: unknown) => error,
  );
  shop.deps.log.error({ err: failure }, 'odd value');
  const line = shop.lines().find(({ msg }) => msg === 'odd value');
  expect(line).toMatchObject({ err: { code: '22P02', cause: { message: 'query failed: 22P02' } } });
  expect(JSON.stringify(line)).not.toMatch(/254722|wanjiku/);
  await shop.close();
});

describe('H14: the output of a shop that serves requests', () => {
  const withOutput = (work: (written: () => string[], log: Logger, exit: () => void) => void) => {
    vi.useFakeTimers();
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'duka-log-')), 'out');
    const fd = fs.openSync(file, 'w');
    const before = process.listeners('exit');
    const log = createLog('info', createLogOutput(fd));
    const added = process.listeners('exit').filter((one) => !before.includes(one));
    const written = () =>
      fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { msg: string }).msg);
    try {
      work(written, log, () => added.forEach((one) => one(0)));
    } finally {
      for (const one of added) process.off('exit', one);
      vi.useRealTimers();
      fs.closeSync(fd);
      fs.rmSync(path.dirname(file), { recursive: true });
    }
  };

  test('collects lines of the level info for 100 ms', () =>
    withOutput((written, log) => {
      for (const one of ['a', 'b']) log.info(one);
      vi.advanceTimersByTime(99);
      expect(written()).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(written()).toEqual(['a', 'b']);
    }));

  test('collects at most 4 KB', () =>
    withOutput((written, log) => {
      for (let n = 0; n < 3; n += 1) log.info('x'.repeat(1_000));
      expect(written()).toEqual([]);
      log.info('x'.repeat(1_000));
      expect(written()).toHaveLength(4);
    }));

  test.each(['warn', 'error', 'fatal'] as const)('writes a line of the level %s at once, in order', (level) =>
    withOutput((written, log) => {
      log.info('a');
      log[level]('b');
      expect(written()).toEqual(['a', 'b']);
    }),
  );

  test('loses no line when the process exits', () =>
    withOutput((written, log, exit) => {
      log.info('a');
      exit();
      expect(written()).toEqual(['a']);
    }));
});
