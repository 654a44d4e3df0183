import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOrders } from '../../contract/admin.ts';
import { getProfile, login, register } from '../../contract/auth.ts';
import { getProduct, listProducts } from '../../contract/catalogue.ts';
import type { Access } from '../../contract/endpoint.ts';
import { ApiError } from '../../contract/errors.ts';
import { createApi } from '../../src/services/api.ts';
import { withoutSessionEnd } from '../../src/services/without-session-end.ts';
import { wanjiku } from '../flows/support/account.samples.ts';

/** Creates a client whose server responds with `answer`. A `fetch` stub records the requests. */
function client(answer: (request: Request) => Response | Promise<Response>, token: string | null = null) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request.clone());
    return answer(request);
  });
  const onUnauthorized = vi.fn();
  const onServerTime = vi.fn();
  const call = createApi({ base: 'https://duka.test/api', token: () => token, onUnauthorized, onServerTime });
  return { call, requests, onUnauthorized, onServerTime };
}

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) =>
      error instanceof ApiError ? error : Promise.reject(new Error(`not an ApiError: ${String(error)}`)),
  );

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init);
const profile = () => json({ success: true, data: { user: wanjiku } });
const request = { email: 'a@b.c', password: 'x', remember: true };

afterEach(() => vi.unstubAllGlobals());

describe('requests', () => {
  test('§7: have the base address, a JSON body, and the bearer token if there is one', async () => {
    const { call, requests } = client(profile, 'T');
    await call(getProfile, {});
    expect(requests[0]?.url).toBe('https://duka.test/api/auth/profile');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer T');
    const guest = client(() => json({ success: true }));
    await guest.call(register, { name: 'W', email: 'a@b.c', password: 'x', phone: '0712345678' });
    expect(guest.requests[0]?.headers.has('authorization')).toBe(false);
    expect(guest.requests[0]?.headers.get('content-type')).toContain('application/json');
    expect(await guest.requests[0]?.json()).toEqual({ name: 'W', email: 'a@b.c', password: 'x', phone: '0712345678' });
  });

  test('§7: put escaped parameters into the path and the other fields of a GET into the query', async () => {
    const { call, requests } = client(() => json({}));
    await failure(call(getProduct, { idOrSlug: 'a/b?c' }));
    await failure(call(listProducts, { category: 'tvs & more', page: '2' }));
    expect(requests[0]?.url).toBe('https://duka.test/api/products/a%2Fb%3Fc');
    expect(new URL(requests[1]?.url ?? '').search).toBe('?category=tvs+%26+more&page=2');
  });

  test('D10: are never retried automatically unless they are GET', async () => {
    const { call, requests } = client(() => json({ success: false }, { status: 503 }));
    await failure(call(login, request));
    expect(requests).toHaveLength(1);
  });
});

describe('H15: failures', () => {
  test('refused: has the message, fields, data, request id and retry time of the server', async () => {
    const { call } = client(() =>
      json(
        { success: false, message: 'Slow down', requestId: 'r1', fields: { email: 'Taken' }, data: { left: 1 } },
        { status: 429, headers: { 'retry-after': '30' } },
      ),
    );
    expect(await failure(call(login, request))).toMatchObject({
      kind: 'refused',
      status: 429,
      message: 'Slow down',
      requestId: 'r1',
      fields: { email: 'Taken' },
      data: { left: 1 },
      retryAfter: 30_000,
    });
  });

  test('refused without a readable body: has an empty message and the request id of the header', async () => {
    const { call } = client(
      () => new Response('<html>Bad Gateway</html>', { status: 502, headers: { 'x-request-id': 'r2' } }),
    );
    expect(await failure(call(login, request))).toMatchObject({
      kind: 'refused',
      status: 502,
      message: '',
      requestId: 'r2',
      retryAfter: null,
    });
  });

  test('refused: covers a 200 with success false', async () => {
    const { call } = client(() => json({ success: false, message: 'No' }));
    expect(await failure(call(login, request))).toMatchObject({ kind: 'refused', status: 200, message: 'No' });
  });

  test.each([
    [200, 'no-otp-session', 'no-otp-session'],
    [400, 'no-otp-session', 'no-otp-session'],
    [409, 'email-in-use', 'email-in-use'],
    [400, undefined, null],
    [400, 'of a newer server', null],
    [400, 7, null],
  ])('H15: a refusal with status %i and code %j is reported with code %j', async (status, code, heard) => {
    const { call } = client(() => json({ success: false, message: 'No', code, fields: { a: 'b' } }, { status }));
    expect(await failure(call(login, request))).toMatchObject({ message: 'No', code: heard, fields: { a: 'b' } });
  });

  test('D14: reports unauthorized with the call and the rejected token', async () => {
    const { call, onUnauthorized } = client(
      () => json({ success: false, message: 'Please log in again.' }, { status: 401 }),
      'T',
    );
    expect(await failure(call(getProfile, {}))).toMatchObject({
      kind: 'unauthorized',
      status: 401,
      message: 'Please log in again.',
    });
    expect(onUnauthorized.mock.calls).toEqual([[{ access: 'customer', path: '/auth/profile' }, 'T']]);
  });

  test('§6: selects the token by the access of the endpoint, not by the address', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async () => json({ success: false }, { status: 401 }));
    const base = 'https://duka.test/admin/api';
    const token = (access: Access) => (asked.push(access), access);
    const refused: unknown[] = [];
    const call = createApi({ base, token, onUnauthorized: (...of) => void refused.push(of) });
    await failure(call(listOrders, {}));
    await failure(call(getProfile, {}));
    expect(asked).toEqual(['admin', 'customer']);
    expect(refused).toEqual([
      [{ access: 'admin', path: '/admin/orders' }, 'admin'],
      [{ access: 'customer', path: '/auth/profile' }, 'customer'],
    ]);
  });

  test('Q1: a call that keeps the session reports unauthorized only to its caller', async () => {
    const { call, requests, onUnauthorized } = client(() => json({ success: false }, { status: 401 }), 'T');
    const headers = { 'x-test': 'yes' };
    expect(await failure(withoutSessionEnd(call)(getProfile, {}, { headers }))).toMatchObject({ kind: 'unauthorized' });
    expect(requests[0]?.headers.get('x-test')).toBe('yes');
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test.each([
    ['HTML', () => new Response('<html>')],
    ['half an object', () => new Response('{"success":true')],
    ['nothing', () => new Response('')],
    ['null', () => json(null)],
    ['another shape', () => json({ success: true, data: { user: { name: 5 } } })],
    ['no data', () => json({ success: true })],
  ])('broken: a response of %s is an error, not a value', async (_, answer) => {
    const { call } = client(answer);
    expect(await failure(call(getProfile, {}))).toMatchObject({ kind: 'broken', status: 200, message: '' });
  });

  test('offline: has no message of a library', async () => {
    const { call } = client(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await failure(call(login, request))).toMatchObject({
      kind: 'offline',
      status: 0,
      message: '',
      requestId: null,
    });
  });

  test('§7: a call that its caller aborts rejects without other callbacks', async () => {
    const { call, onUnauthorized } = client(
      ({ signal: asked }) =>
        new Promise((_, reject) => {
          const giveUp = () => reject(asked.reason as Error);
          if (asked.aborted) giveUp();
          asked.addEventListener('abort', giveUp);
        }),
    );
    const stop = new AbortController();
    const gone = call(getProfile, {}, { signal: stop.signal });
    stop.abort();
    await expect(gone).rejects.toThrow();
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});

describe('times', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('§7, §9: a call without a response times out after exactly 10000 ms', async () => {
    const { call } = client(() => new Promise<Response>(() => undefined));
    let isSettled = false;
    const failed = failure(call(getProfile, {})).finally(() => (isSettled = true));
    await vi.advanceTimersByTimeAsync(9_999);
    expect(isSettled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ kind: 'timeout', status: 0 });
  });

  test.each([
    ['good', 200],
    ['bad', 500],
  ])(
    '§7: a %s response that stalls also times out after 10000 ms',
    async (_, status) => {
      const { call } = client(
        () =>
          new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"succ')) }), {
            status,
          }),
      );
      const failed = failure(call(getProfile, {}));
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await failed).toMatchObject({ kind: 'timeout', status: 0 });
    },
    3_000,
  );

  test("H13: reports the server's time of good and bad responses", async () => {
    const headers = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' };
    const at = Date.parse(headers.date);
    const good = client(() => json({ success: true, data: { user: wanjiku } }, { headers }));
    await good.call(getProfile, {});
    expect(good.onServerTime).toHaveBeenCalledWith(at);
    const bad = client(() => json({ success: false }, { status: 500, headers }));
    await failure(bad.call(getProfile, {}));
    expect(bad.onServerTime).toHaveBeenCalledWith(at);
    const silent = client(profile);
    await silent.call(getProfile, {});
    expect(silent.onServerTime).not.toHaveBeenCalled();
  });
});
