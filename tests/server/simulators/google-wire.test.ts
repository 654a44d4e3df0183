import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createSimulators } from '../../../simulators/app.ts';
import { google } from '../../../simulators/google/google.ts';

const now = Date.UTC(2026, 10, 21, 9);
const app = createSimulators({}, [google(() => now)]);
const headers = { host: 'localhost:3001' };
const person = { email: 'achieng@gmail.com', name: 'Achieng', sub: '1' };
const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers });
const credential = async (extras: object = {}): Promise<string> =>
  (await post('/control/google/credential', { ...person, ...extras })).json().credential;
const certs = () => app.inject({ url: '/google/oauth2/v3/certs', headers });
const keys = async () => (await certs()).json<JSONWebKeySet>();

beforeEach(async () => void (await post('/control/reset', {})));
afterAll(() => app.close());

test('H16: signs a credential with a published key', async () => {
  const { payload, protectedHeader } = await jwtVerify(await credential(), createLocalJWKSet(await keys()), {
    currentDate: new Date(now),
  });
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT', kid: expect.any(String) });
  expect(payload).toEqual({
    ...person,
    iss: 'https://accounts.google.com',
    azp: 'simulated.apps.googleusercontent.com',
    aud: 'simulated.apps.googleusercontent.com',
    email_verified: true,
    picture: 'http://127.0.0.1:3001/google/a/1',
    iat: now / 1000,
    exp: now / 1000 + 3600,
  });
  expect((await certs()).headers['cache-control']).toContain('max-age=600');
  expect(JSON.stringify(await keys())).not.toContain('"d"');
});

test('H16: applies the extras to the claims', async () => {
  const extras = { aud: 'x', iss: 'y', nonce: 'n', hd: 'h', email_verified: false, picture: null, expired: true };
  const claims = decodeJwt(await credential(extras));
  expect(claims).toMatchObject({ aud: 'x', iss: 'y', nonce: 'n', hd: 'h', email_verified: false });
  expect(claims).toMatchObject({ iat: now / 1000 - 7200, exp: now / 1000 - 3600 });
  expect(claims).not.toHaveProperty('picture');
  expect((await post('/control/google/credential', { ...person, role: 'admin' })).statusCode).toBe(400);
  expect((await post('/control/google/credential', { email: 'a@b.c' })).statusCode).toBe(400);
});

test('H16: rotates keys and keeps the previous one published', async () => {
  const old = await credential();
  await post('/control/google/rotate', {});
  const young = await credential();
  const published = await keys();
  expect(published.keys).toHaveLength(2);
  for (const token of [old, young])
    await jwtVerify(token, createLocalJWKSet(published), { currentDate: new Date(now) });
  await post('/control/google/rotate', {});
  await expect(jwtVerify(old, createLocalJWKSet(await keys()), { currentDate: new Date(now) })).rejects.toThrow();
});

test('H16: serves the replacement script, its window and the pictures, and applies faults to them', async () => {
  const get = (url: string) => app.inject({ url: `/google${url}`, headers });
  expect((await get('/gsi/client')).headers['content-type']).toContain('text/javascript');
  expect((await get('/gsi/select')).body).toContain('achieng@gmail.com');
  for (const part of ['/gsi/select.js', '/gsi/select.css']) expect((await get(part)).statusCode).toBe(200);
  const picture = await get('/a/1');
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  await post('/control/faults', { provider: 'google', mode: '503' });
  expect((await get('/gsi/client')).statusCode).toBe(503);
});
