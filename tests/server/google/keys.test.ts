import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import { createGoogleKeys, NoKeysError } from '../../../server/providers/google-keys.ts';
import { json, scripted } from '../payments/daraja-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let key: JWK;
let credential: string;
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  key = { ...(await exportJWK(publicKey)), kid: 'one' };
  credential = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
});

/** Reads Google's keys with the test's clock. */
function reading(url: string) {
  let now = 1_800_000_000_000;
  const find = createGoogleKeys({ url, clock: { now: () => new Date(now) }, log: { warn: () => undefined } });
  const [header = '', payload = '', signature = ''] = credential.split('.');
  return {
    find: () => find({ alg: 'RS256', kid: 'one' }, { protected: header, payload, signature }),
    advance: (ms: number) => void (now += ms),
  };
}

test.each([
  [undefined, 10 * MINUTE],
  ['public, must-revalidate', 10 * MINUTE],
  ['max-age=1800', 30 * MINUTE],
  ['public, max-age=1800, must-revalidate', 30 * MINUTE],
  ['max-age=864000', 24 * HOUR],
  ['no-max-age=1800', 10 * MINUTE],
])('providers 1.9: keys with Cache-Control %s are cached for %i ms', async (cacheControl, ms) => {
  await using google = await scripted(
    json(200, { keys: [key] }, cacheControl === undefined ? {} : { 'cache-control': cacheControl }),
  );
  const { find, advance } = reading(google.url);
  await find();
  advance(ms - 1);
  await find();
  expect(google.heard).toHaveLength(1);
  advance(1);
  await find();
  expect(google.heard).toHaveLength(2);
});

test('providers 1.9: ignores a list without keys and keeps the last valid keys', async () => {
  await using google = await scripted(json(200, { keys: [key] }), json(200, { keys: [] }));
  const { find, advance } = reading(google.url);
  await find();
  advance(10 * MINUTE);
  expect(await find()).toBeDefined();
  await using empty = await scripted(json(200, { keys: [] }));
  await expect(reading(empty.url).find()).rejects.toThrow(NoKeysError);
});

test('providers 1.9: fetches keys for an unknown key id again after half a minute, and not a millisecond earlier', async () => {
  await using google = await scripted(json(200, { keys: [{ ...key, kid: 'another' }] }));
  const { find, advance } = reading(google.url);
  const asked = async () => {
    await Promise.resolve(find()).catch(() => null);
    return google.heard.length;
  };
  expect([await asked(), await asked()]).toEqual([1, 1]);
  advance(29_999);
  expect(await asked()).toBe(1);
  advance(1);
  expect([await asked(), await asked()]).toEqual([2, 2]);
});

test('providers 1.9: fetches keys again at once while there are none, once for all callers', async () => {
  await using google = await scripted(json(503, {}), json(200, { keys: [key] }));
  const { find } = reading(google.url);
  const outcomes = await Promise.allSettled([find(), find(), find()]);
  expect([outcomes.map(({ status }) => status), google.heard.length]).toEqual([
    ['rejected', 'rejected', 'rejected'],
    1,
  ]);
  await find();
  expect(google.heard).toHaveLength(2);
});

test('providers 1.9: waits five seconds for the keys', async () => {
  await using google = await scripted(json(200, { keys: [key] }));
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await reading(google.url).find();
  expect(timeout.mock.calls).toEqual([[5_000]]);
  timeout.mockRestore();
});
