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

/** Creates a client whose server gives these answers in turn and repeats the last. `at` has the request times in ms. */
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

/** Records the result of a promise and its time on the fake clock. */
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

/** Makes every pause take its maximum length. */
const longestPauses = () => void vi.spyOn(Math, 'random').mockReturnValue(1);

test.each([
  ['no answer', lost],
  ['502', status(502)],
  ['503', status(503)],
  ['504', status(504)],
])('H18: retries a GET after %s and returns the later response', async (_, failure) => {
  const { call, at } = client(failure, failure, profile);
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(outcome.value).toMatchObject({ data: { user: { _id: wanjiku._id } } });
  expect(at).toHaveLength(3);
});

test.each([
  ['no answer', lost, { kind: 'offline', status: 0 }],
  ['503', status(503), { kind: 'refused', status: 503 }],
] as const)('H18: retries at most twice, then fails with %s', async (_, failure, error) => {
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
])('H18: the pauses grow, with jitter (%d)', async (chance, times) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const { call, at } = client(lost);
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual(times);
});

test.each([400, 401, 403, 404, 408, 409, 413, 429, 500])('H18: does not retry a GET after %i', async (code) => {
  const { call, at } = client(status(code, { 'retry-after': '1' }));
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test.each([
  ['no answer', lost],
  ['503', status(503)],
])('H18: does not retry a POST after %s, with or without a key', async (_, failure) => {
  const { call, at } = client(failure);
  watch(call(createOrder, {} as never, { headers: { 'idempotency-key': 'K' } }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test('H18: does not retry a GET with `once`', async () => {
  const { call, at } = client(lost);
  watch(call(getOrderByKey, { key: 'K' }, { once: true }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(1);
});

test('H18: does not retry calls that are polled', async () => {
  const { call, at } = client(lost);
  const { signal } = new AbortController();
  watch(createMpesaService(call).status('C', signal));
  watch(createOrdersService(call).byKey('K', signal));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toHaveLength(2);
});

test('H18, §7: the call ends after 10000 ms in total', async () => {
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
])('H18: a request that fails after %i ms is sent %i times: no pause exceeds the 10000 ms', async (after, asked) => {
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

test('H18: waits for Retry-After plus the pause', async () => {
  longestPauses();
  const { call, at } = client(status(503, { 'retry-after': '5' }), profile);
  watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(at).toEqual([0, 5_500]);
});

test('H18: fails immediately when Retry-After exceeds the remaining time', async () => {
  const { call, at } = client(status(503, { 'retry-after': '10' }));
  const outcome = watch(call(getProfile, {}));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toMatchObject({ error: { kind: 'refused', status: 503, retryAfter: 10_000 }, at: 0 });
  expect(at).toHaveLength(1);
});

test('H18: an abort during a pause takes effect immediately and stops further requests', async () => {
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
