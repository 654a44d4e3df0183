import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { pushRefusal } from '../../src/rules/push-refusal.ts';

const refused = (data: unknown, status = 409) => new ApiError({ kind: 'refused', status, message: 'No.', data });

test('D8: a 409 says after how many seconds the phone may be asked again', () => {
  expect(pushRefusal(refused({ retryAfter: 42 }))).toEqual({ retryAfter: 42, orderStatus: null, proof: false });
  expect(pushRefusal(refused({ retryAfter: 41.2 })).retryAfter).toBe(42);
});

test('D9: a 409 says that the order cannot be paid any more', () => {
  expect(pushRefusal(refused({ orderStatus: 'cancelled' }))).toEqual({
    retryAfter: null,
    orderStatus: 'cancelled',
    proof: false,
  });
});

test('D25: a 409 says that a code has to prove the phone first', () => {
  expect(pushRefusal(refused({ proof: true }))).toEqual({ retryAfter: null, orderStatus: null, proof: true });
  expect(pushRefusal(refused({ proof: true }, 400)).proof).toBe(false);
});

test('nothing else is believed', () => {
  const nothing = { retryAfter: null, orderStatus: null, proof: false };
  for (const data of [
    undefined,
    null,
    7,
    'cancelled',
    [],
    { retryAfter: '42' },
    { retryAfter: -1 },
    { retryAfter: Number.NaN },
    { orderStatus: 3 },
    { orderStatus: '' },
    { proof: 'true' },
    { proof: 1 },
    { proof: false },
  ]) {
    expect(pushRefusal(refused(data))).toEqual(nothing);
  }
  expect(pushRefusal(refused({ retryAfter: 42, orderStatus: 'cancelled' }, 400))).toEqual(nothing);
  expect(pushRefusal(new Error('x'))).toEqual(nothing);
  expect(pushRefusal(null)).toEqual(nothing);
});

test.each([0, -1, Number.POSITIVE_INFINITY, Number.NaN, '42'])('a time of %s is none', (retryAfter) =>
  expect(pushRefusal(refused({ retryAfter })).retryAfter).toBeNull(),
);
test('the least time is a second', () => {
  expect(pushRefusal(refused({ retryAfter: 1 })).retryAfter).toBe(1);
  expect(pushRefusal(refused({ retryAfter: 0.5 })).retryAfter).toBe(1);
});
test('a text that is said is no data', () =>
  expect(pushRefusal(refused(Object.assign(() => undefined, { retryAfter: 42 })))).toEqual({
    retryAfter: null,
    orderStatus: null,
    proof: false,
  }));
