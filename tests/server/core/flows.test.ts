// @engine pglite
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mountFlows, NOT_BUILT } from '../../../server/http/flows.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
let top: string;
let folder: string;

beforeAll(async () => {
  top = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-flows-'));
  folder = path.join(top, 'flows');
  fs.writeFileSync(path.join(top, 'secret.html'), 'hidden');
  shop = await createTestApp({ handlers: () => [], extras: () => [(app) => mountFlows(app, folder)] });
});
afterAll(async () => {
  await shop.close();
  fs.rmSync(top, { recursive: true, force: true });
});

const get = (url: string, accept = 'text/html') => shop.app.inject({ method: 'GET', url, headers: { accept } });

test('explains how to build the atlas when it is missing, and serves it when it is built', async () => {
  const before = await get('/flows/');
  expect([before.statusCode, before.body]).toEqual([404, expect.stringContaining(NOT_BUILT)]);

  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'index.html'), '<h1>Flows</h1>');
  fs.writeFileSync(path.join(folder, 'atlas.js'), 'atlas()');
  fs.writeFileSync(path.join(folder, 'sign-up.screens.js'), 'screens()');
  expect((await get('/flows/')).body).toBe('<h1>Flows</h1>');
  expect((await get('/flows/index.html')).body).toBe('<h1>Flows</h1>');
  expect((await get('/flows')).headers.location).toBe('/flows/');
  const script = await get('/flows/atlas.js');
  expect([script.body, script.headers['content-type']]).toEqual(['atlas()', 'text/javascript; charset=utf-8']);
  expect((await get('/flows/sign-up.screens.js')).body).toBe('screens()');
});

test('has its own policy that runs only scripts from its files', async () => {
  const policy = String((await get('/flows/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
});

test.each([
  '/flows/../secret.html',
  '/flows/..%2Fsecret.html',
  '/flows/%2e%2e/secret.html',
  '/flows/a/b.html',
  '/flows/.env',
])('no path leads out of the folder: %s', async (url) => {
  const answer = await get(url, '*/*');
  expect(answer.statusCode).toBe(404);
  expect(answer.body).not.toContain('hidden');
});
