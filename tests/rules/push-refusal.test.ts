import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { parsePushRefusal } from '../../src/rules/payment/push-refusal.ts';

const refused = (data: unknown, status = 409) => new ApiError({ kind: 'refused', status, message: 'No.', data });

const NOTHING = {
  retryAfter: null,
  orderStatus: null,
  proof: false,
  otherPhone: false,
  ways: null,
  isByHand: false,
  ownPhone: null,
};

test('D8: a 409 gives the seconds until the phone can be prompted again', () => {
  expect(parsePushRefusal(refused({ retryAfter: 42 }))).toEqual({ ...NOTHING, retryAfter: 42 });
  expect(parsePushRefusal(refused({ retryAfter: 41.2 })).retryAfter).toBe(42);
});

test('D9: a 409 gives the status of an order that can no longer be paid', () => {
  expect(parsePushRefusal(refused({ orderStatus: 'cancelled' }))).toEqual({ ...NOTHING, orderStatus: 'cancelled' });
});

test('PAY-M2: a 409 names the other ways while M-Pesa sends no prompts', () => {
  expect(parsePushRefusal(refused({ ways: ['cod', 7, 'new'] }))).toEqual({ ...NOTHING, ways: ['cod', 'new'] });
  expect(parsePushRefusal(refused({ ways: [] })).ways).toEqual([]);
  expect(parsePushRefusal(refused({ ways: 'cod' })).ways).toBeNull();
  expect(parsePushRefusal(refused({ ways: ['cod'] }, 429)).ways).toBeNull();
});

test('PAY-C5, PAY-S2: a 409 tells that a part is paid, or that a payment is being checked', () => {
  expect(parsePushRefusal(refused({ due: 2000 }))).toEqual({ ...NOTHING, isByHand: true });
  expect(parsePushRefusal(refused({ checking: true }))).toEqual({ ...NOTHING, isByHand: true });
  for (const data of [{ due: '2000' }, { checking: 'true' }, { checking: 1 }])
    expect(parsePushRefusal(refused(data))).toEqual(NOTHING);
  expect(parsePushRefusal(refused({ due: 2000, checking: true }, 429))).toEqual(NOTHING);
});

test('D25: a 409 requires a proof of the phone', () => {
  expect(parsePushRefusal(refused({ proof: true }))).toEqual({ ...NOTHING, proof: true });
  expect(parsePushRefusal(refused({ proof: true }, 400)).proof).toBe(false);
});

test('ignores all other data', () => {
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

test.each([0, -1, Number.POSITIVE_INFINITY, Number.NaN, '42'])('ignores a time of %s', (retryAfter) =>
  expect(parsePushRefusal(refused({ retryAfter })).retryAfter).toBeNull(),
);
test('the minimum time is one second', () => {
  expect(parsePushRefusal(refused({ retryAfter: 1 })).retryAfter).toBe(1);
  expect(parsePushRefusal(refused({ retryAfter: 0.5 })).retryAfter).toBe(1);
});
test('a function is not valid data', () =>
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
])('X14: a %i with %o offers another phone only when the data is valid', (status, data, wanted) =>
  expect(parsePushRefusal(refused(data, status))).toEqual({ ...NOTHING, ...wanted }),
);
