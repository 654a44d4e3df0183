import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getProfile } from '../../contract/auth.ts';
import { createOrder, getOrderByKey } from '../../contract/orders.ts';
import { createApi } from '../../src/services/api.ts';
import { createMpesaService } from '../../src/services/mpesa.service.ts';
import { createOrdersService } from '../../src/services/orders.service.ts';
import { wanjiku } from '../flows/support/account.samples.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

type Answer = () => Response | Promise<Response>;

const profile: Answer = () => Response.json({ success: true, data: { user: wanjiku } });
const lost: Answer = () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Answer = () => new Promise(() => undefined);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    Response.json({ success: false }, { status: code, headers });

/** The client of a server that answers so in turn, and the last for good; `at` holds when it was asked, ms. */
function client(...answers: Answer[]) {
  const began = performance.now();
  const at: number[] = [];
  vi.stubGlobal('fetch', () => {
    at.push(performance.now() - began);
    return Promise.resolve((answers[at.length - 1] ?? answers.at(-1) ?? silent)());
  });
  const call = createApi({ base: 'https://duka.test/api', token: () => null, onUnauthorized: () => undefined });
  return { call, at };
}

/** What becomes of a promise, and when, as far as the fake clock has come. */
function watch(promise: Promise<unknown>) {
  const began = performance.now();
  const outcome: { value?: unknown; error?: unknown; at: number | null } = { at: null };
  const settle = (fields: object) => void Object.assign(outcome, fields, { at: performance.now() - began });
  promise.then(
    (value) => settle({ value }),
    (error: unknown) => settle({ error }),
  );
  return outcome;
}

/** Every pause as long as it may be. */
const longestPauses = () => void vi.spyOn(Math, 'random').mockReturnValue(1);

test.each([
  ['no answer', lost],
  ['502', status(502)],
  ['503', status(503)],
  ['504', status(504)],
])('H18: a GET that met %s is tried again, and its answer counts', async (_, failure) => {
  const { call, at } = client(failure, failure, profile);
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.value).toMatchObject({ data: { user: { _id: wanjiku._id } } });
  expect(at).toHaveLength(3);
});

test.each([
  ['no answer', lost, { kind: 'offline', status: 0 }],
  ['503', status(503), { kind: 'refused', status: 503 }],
] as const)('H18: at most twice; then %s is what came of it', async (_, failure, error) => {
  const { call, at } = client(failure);
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.error).toMatchObject(error);
  expect(at).toHaveLength(3);
});

test.each([
  [0, [0, 250, 750]],
  [0.5, [0, 375, 1125]],
  [1, [0, 500, 1500]],
])('H18: the pauses grow, and chance (%d) makes them longer or shorter', async (chance, times) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const { call, at } = client(lost);
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual(times);
});

test.each([400, 401, 403, 404, 408, 409, 413, 429, 500])('H18: a GET that met %i is not tried again', async (code) => {
  const { call, at } = client(status(code, { 'retry-after': '1' }));
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test.each([
  ['no answer', lost],
  ['503', status(503)],
])('H18: a POST that met %s is not tried again, with a key or without', async (_, failure) => {
  const { call, at } = client(failure);
  watch(call(createOrder, {} as never, { headers: { 'idempotency-key': 'K' } }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test('H18: a GET that is asked once is not tried again', async () => {
  const { call, at } = client(lost);
  watch(call(getOrderByKey, { key: 'K' }, { once: true }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test('H18: calls with a rhythm of their own are asked once', async () => {
  const { call, at } = client(lost);
  const { signal } = new AbortController();
  watch(createMpesaService(call).status('C', signal));
  watch(createOrdersService(call).byKey('K', signal));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(2);
});

test('H18, §7: the call ends after 10000 ms, whichever try it is in', async () => {
  longestPauses();
  const { call, at } = client(lost, silent);
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(outcome.at).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toMatchObject({ error: { kind: 'timeout' }, at: 10_000 });
  expect(at).toEqual([0, 500]);
});

test.each([
  [9_499, 2],
  [9_500, 1],
])('H18: what fails after %i ms is asked %i times: no pause reaches the end of the 10000 ms', async (after, asked) => {
  longestPauses();
  const { call, at } = client(async () => {
    await new Promise((resolve) => setTimeout(resolve, after));
    return status(502)();
  }, status(502));
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.error).toMatchObject({ kind: 'refused', status: 502 });
  expect(at).toHaveLength(asked);
});

test('H18: a Retry-After is waited for, and the pause behind it', async () => {
  longestPauses();
  const { call, at } = client(status(503, { 'retry-after': '5' }), profile);
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([0, 5_500]);
});

test('H18: a Retry-After longer than the time left is not waited for', async () => {
  const { call, at } = client(status(503, { 'retry-after': '10' }));
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toMatchObject({ error: { kind: 'refused', status: 503, retryAfter: 10_000 }, at: 0 });
  expect(at).toHaveLength(1);
});

test('H18: giving up works at once in a pause, and nothing is asked afterwards', async () => {
  longestPauses();
  const { call, at } = client(lost);
  const stop = new AbortController();
  const outcome = watch(call(getProfile, {}, { signal: stop.signal }));
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error('left the page'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toMatchObject({ error: { message: 'left the page' }, at: 100 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});
