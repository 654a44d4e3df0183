// @engine pglite
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mountAssets } from '../../../server/http/assets.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
let client: string;

beforeAll(async () => {
  client = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-assets-'));
  const write = (file: string, content: string | Buffer) => {
    fs.mkdirSync(path.dirname(path.join(client, file)), { recursive: true });
    fs.writeFileSync(path.join(client, file), content);
  };
  write('assets/entry-1.js', 'entry()');
  write('assets/entry-1.js.br', zlib.brotliCompressSync('entry()'));
  write('assets/font-1.woff2', 'font');
  write('favicon.svg', '<svg/>');
  write('.vite/manifest.json', '{}');
  write('.secret', 'hidden');
  write('.secret.br', 'hidden');
  shop = await createTestApp({ handlers: () => [], extras: () => [(app) => mountAssets(app, client)] });
});
afterAll(async () => {
  await shop.close();
  fs.rmSync(client, { recursive: true, force: true });
});

const send = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ method, url, headers });

describe('a file of the built client', () => {
  test.each([
    ['/assets/entry-1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/font-1.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'public, max-age=3600'],
  ])('%s has its content type and cache lifetime', async (url, type, life) => {
    const { statusCode, headers } = await send('GET', url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': type, 'cache-control': life });
    expect(String(headers.vary).toLowerCase()).toBe('accept-encoding');
  });

  test.each([{}, { 'accept-encoding': 'gzip, br' }])(
    'returns 304 when the browser has the file: %o',
    async (accept) => {
      const first = await send('GET', '/assets/entry-1.js', accept);
      expect(first.headers['content-encoding']).toBe('accept-encoding' in accept ? 'br' : undefined);
      const etag = String(first.headers.etag);
      const again = await send('GET', '/assets/entry-1.js', { ...accept, 'if-none-match': etag });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      expect(again.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const other = await send('GET', '/assets/entry-1.js', { ...accept, 'if-none-match': '"another"' });
      expect(other.statusCode).toBe(200);
    },
  );

  test('answers HEAD with headers only', async () => {
    const { statusCode, body, headers } = await send('HEAD', '/assets/entry-1.js');
    expect([statusCode, body, headers['content-length']]).toEqual([200, '', '7']);
  });
});

test.each([
  '/assets/',
  '/assets',
  '/assets/none.js',
  '/assets/entry-1.js.br',
  '/assets/entry-1.js/',
  '/assets/../.secret',
  '/assets/%2e%2e/.secret',
  '/assets/..%2f.secret',
  '/assets/%00',
  '/.secret',
  '/.vite/manifest.json',
  '/favicon.svg.br',
])('%s is not a file and returns the failure envelope', async (url) => {
  const { statusCode, headers, body } = await send('GET', url);
  expect([404, 400]).toContain(statusCode);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(JSON.parse(body)).toMatchObject({ success: false });
  expect(body).not.toContain('hidden');
});
