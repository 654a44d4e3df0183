// @engine postgres
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../support/server.ts';
import { isHard, size } from '../../support/size.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { createFakeGoogle } from '../accounts/google-world.ts';
import { FORM } from '../accounts/steps.ts';
import { payingShop } from '../payments/mpesa-steps.ts';
import { apiCalls, type ApiCall } from './api-calls.ts';
import { getRequests, type FuzzedRequest, type Known } from './fuzzed-requests.ts';
import { oneOfEach } from './one-of-each.ts';

const REQUESTS = size(750, 20_000);
const ROUNDS = size(2, 5);
const SLOW_MS = 2_000;
const MOST_GROWTH = 50 * 1024 * 1024;
/** A slow machine must not fail the test. */
const PATIENCE_MS = size(300_000, 1_800_000);

/** Messages of refusals before the handler runs. */
const REFUSED_UNHEARD = new Set([
  'Please check the highlighted fields.',
  'The request could not be read.',
  'Not found',
  'Your session has expired. Please log in again.',
  'Your role does not allow this.',
  'The request is nested too deeply.',
  'The Idempotency-Key cannot be used.',
  'The request is too large.',
  'The address is too long.',
  'Please send JSON.',
]);

let shop: TestApp;
let world: Awaited<ReturnType<typeof oneOfEach>>;
let calls: readonly ApiCall[];
let known: Known;

const google = createFakeGoogle();

beforeAll(async () => {
  const env = { ...UNBOUND, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'error' };
  shop = await payingShop({ env, google });
  calls = await apiCalls(shop);
});
afterAll(() => shop.close());

/** Creates new rows to attack, because the last round may have cancelled or deleted them. */
async function newWorld(): Promise<void> {
  world = await oneOfEach(shop);
  const { email, phone } = world.A.user;
  const words = { token: 'x', pin: '123456', search: 'phone', category: 'phones', brand: 'tecno' };
  known = getWords([
    ...Object.values(world.bodies),
    ...calls.map(({ path }) => world.fieldsOf(path)),
    { ...FORM, email, phone, ...words, credential: google.credentialOf() },
  ]);
}

/** Collects the values of the examples by field name. Ids are also listed under `ids`. */
function getWords(examples: readonly object[]): Known {
  const words = new Map<string, Set<unknown>>();
  const add = (name: string, value: unknown) => words.set(name, (words.get(name) ?? new Set()).add(value));
  const read = (name: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) read(Array.isArray(value) ? name : key, part);
    else {
      add(name, value);
      if (typeof value === 'string' && /^[\da-f]{8}-/.test(value)) add('ids', value);
    }
  };
  for (const example of examples) read('', example);
  return new Map([...words].map(([name, values]) => [name, [...values]]));
}

/** Every kind of caller. Each function returns a new valid token. */
const ROLES = {
  guest: async () => undefined,
  A: () => world.sessionOf(world.A),
  B: () => world.sessionOf(world.B),
  owner: async () => (await shop.signInStaff({ role: 'owner' })).token,
  catalogue: async () => (await shop.signInStaff({ role: 'catalogue' })).token,
  orders: async () => (await shop.signInStaff({ role: 'orders' })).token,
  nobody: async () => `cus_${'0'.repeat(43)}`,
} as const satisfies Record<string, () => Promise<string | undefined>>;

const send = ({ headers, ...request }: FuzzedRequest, token: string | undefined) =>
  shop.app.inject({
    ...request,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });

/** Returns whether every try of a request takes too long. A machine that is busy for a moment is not a hang. */
async function hangs(request: FuzzedRequest, token: string | undefined, tries = 3): Promise<boolean> {
  if (tries === 0) return true;
  const before = performance.now();
  await send(request, token);
  return performance.now() - before > SLOW_MS && hangs(request, token, tries - 1);
}

/** Returns the memory in use after garbage collection. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let n = 0; n < 3; n += 1) {
    collect();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().rss;
}

test(
  `R22: ${REQUESTS} requests from the schemas of all calls, by every role: no 5xx, no hang, no leak`,
  async () => {
    const each = Math.ceil(REQUESTS / (calls.length * Object.keys(ROLES).length * ROUNDS));
    const heard = new Set<string>();
    let before = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await newWorld();
      for (const [role, newToken] of Object.entries(ROLES)) {
        let token = await newToken();
        for (const call of calls)
          await fc.assert(
            fc.asyncProperty(getRequests(call, known, world.bodies[call.name]), async (request) => {
              const started = performance.now();
              const { statusCode, body } = await send(request, token);
              const took = performance.now() - started;
              const seen = `${role}: ${statusCode} ${body.slice(0, 200)} ${JSON.stringify(shop.lines().at(-1))}`;
              expect(statusCode, seen).toBeLessThan(500);
              const reply = JSON.parse(body) as { success: boolean; message?: string };
              expect(reply.success, seen).toBe(statusCode < 400);
              if (statusCode >= 400) expect(reply.message, seen).toBeTruthy();
              if (took > SLOW_MS) expect(await hangs(request, token, 2), seen).toBe(false);
              if (!REFUSED_UNHEARD.has(reply.message ?? '')) heard.add(call.name);
              if (statusCode === 401 || call.name === 'POST /auth/logout') token = await newToken();
            }),
            { numRuns: each },
          );
      }
      await shop.deps.background.idle();
      // Ends all waits and runs the due jobs.
      shop.clock.advance(20 * 60_000);
      await shop.deps.jobs.runDue();
      // The first round fills caches that stay: compiled code, statements, cached replies.
      if (round === 0) before = await memory();
    }
    if (isHard) expect(calls.filter(({ name }) => !heard.has(name))).toEqual([]);
    expect(await memory()).toBeLessThan(before + MOST_GROWTH);
  },
  PATIENCE_MS,
);
