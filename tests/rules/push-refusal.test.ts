import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { parsePushRefusal } from '../../src/rules/payment/push-refusal.ts';

const refused = (data: unknown, status = 409) => new ApiError({ kind: 'refused', status, message: 'No.', data });

const NOTHING = { retryAfter: null, orderStatus: null, proof: false, otherPhone: false, ownPhone: null };

test('D8: a 409 says after how many seconds the phone may be asked again', () => {
  expect(parsePushRefusal(refused({ retryAfter: 42 }))).toEqual({ ...NOTHING, retryAfter: 42 });
  expect(parsePushRefusal(refused({ retryAfter: 41.2 })).retryAfter).toBe(42);
});

test('D9: a 409 says that the order cannot be paid any more', () => {
  expect(parsePushRefusal(refused({ orderStatus: 'cancelled' }))).toEqual({ ...NOTHING, orderStatus: 'cancelled' });
});

test('D25: a 409 says that a code has to prove the phone first', () => {
  expect(parsePushRefusal(refused({ proof: true }))).toEqual({ ...NOTHING, proof: true });
  expect(parsePushRefusal(refused({ proof: true }, 400)).proof).toBe(false);
});

test('nothing else is believed', () => {
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
    expect(parsePushRefusal(refused(data))).toEqual(NOTHING);
  }
  expect(parsePushRefusal(refused({ retryAfter: 42, orderStatus: 'cancelled' }, 400))).toEqual(NOTHING);
  expect(parsePushRefusal(new Error('x'))).toEqual(NOTHING);
  expect(parsePushRefusal(null)).toEqual(NOTHING);
});

test.each([0, -1, Number.POSITIVE_INFINITY, Number.NaN, '42'])('a time of %s is none', (retryAfter) =>
  expect(parsePushRefusal(refused({ retryAfter })).retryAfter).toBeNull(),
);
test('the least time is a second', () => {
  expect(parsePushRefusal(refused({ retryAfter: 1 })).retryAfter).toBe(1);
  expect(parsePushRefusal(refused({ retryAfter: 0.5 })).retryAfter).toBe(1);
});
test('a text that is said is no data', () =>
  expect(parsePushRefusal(refused(Object.assign(() => undefined, { retryAfter: 42 })))).toEqual(NOTHING));

test.each([
  [429, { otherPhone: true, ownPhone: '0712 345 678' }, { otherPhone: true, ownPhone: '254712345678' }],
  [429, { otherPhone: true }, { otherPhone: true }],
  [429, { otherPhone: 1, ownPhone: '020 123' }, {}],
  [429, { ownPhone: 712345678 }, {}],
  [429, { ownPhone: '+2348012345678' }, {}],
  [429, undefined, {}],
  [409, { otherPhone: true, ownPhone: '0712 345 678' }, {}],
  [429, { retryAfter: 42, orderStatus: 'cancelled', proof: true }, {}],
])('X14: a %i with %o offers another phone only where it is well-formed', (status, data, wanted) =>
  expect(parsePushRefusal(refused(data, status))).toEqual({ ...NOTHING, ...wanted }),
);
