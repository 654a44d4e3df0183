import { describe, expect, test } from 'vitest';
import { toFailedCall, hasNoReply, toListedProblem, createProblem, toProblem } from '../../src/rules/failure.ts';
import {
  toCompletionProblem,
  isLoginCodeRequired,
  isOrderCancelled,
  isSignedOut,
} from '../../src/rules/failure-kinds.ts';

const refused = { kind: 'refused', status: 400, message: 'No more.', requestId: 'r1' };

describe('the error of a rejected call', () => {
  const noAnswer = {
    kind: 'broken',
    status: 0,
    message: '',
    code: null,
    requestId: null,
    fields: {},
    data: undefined,
    retryAfter: null,
  };
  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a string', 'no'],
    ['a programming error', new TypeError('x is not a function')],
    ['a kind without a status', { kind: 'refused', message: 'No more.' }],
    ['a status without a kind', { status: 400, message: 'No more.' }],
    ['a function with all fields', Object.assign(() => undefined, refused)],
  ])('%s is a broken response', (_, error) => expect(toFailedCall(error)).toEqual(noAnswer));
  test('a failed call keeps its fields, and missing fields are empty', () =>
    expect(toFailedCall(refused)).toEqual({ ...noAnswer, ...refused }));
  test.each([{ message: 3 }, { message: undefined }, {}])('an invalid message is empty: %o', (said) => {
    expect(toFailedCall({ kind: 'refused', status: 400, ...said }).message).toBe('');
  });
});

describe('A55, H15, Q4: the displayed text', () => {
  const shown = (change: object) => toProblem({ ...refused, ...change }, 'Listed.').text;
  test.each([200, 201, 400, 404, 499])('is the message for %i', (status) => expect(shown({ status })).toBe('No more.'));
  test.each([0, 199, 500, 501, 503])('is the default for %i', (status) => expect(shown({ status })).toBe('Listed.'));
  test('is the default for a broken response or an empty message', () => {
    expect(shown({ kind: 'broken' })).toBe('Listed.');
    expect(shown({ message: '' })).toBe('Listed.');
    expect(toProblem(new Error('x'), 'Listed.')).toEqual({ text: 'Listed.', requestId: null });
  });
  test('H14: always has the request id', () => {
    expect(toProblem(refused, 'Listed.')).toEqual({ text: 'No more.', requestId: 'r1' });
    expect(toListedProblem(refused, 'Listed.')).toEqual({ text: 'Listed.', requestId: 'r1' });
    expect(createProblem('No.')).toEqual({ text: 'No.', requestId: null });
  });
  test('§8, Q6: has a prefix for a failed account setup', () => {
    expect(toCompletionProblem(refused)).toEqual({ text: 'Registration failed: No more.', requestId: 'r1' });
    expect(toCompletionProblem(null).text).toBe('Registration failed: Account setup completion failed');
  });
});

describe('the meaning of a failure', () => {
  const of = (kind: string, status: number) => ({ kind, status, message: '' });
  test.each([
    ['offline', 0, true],
    ['timeout', 0, true],
    ['broken', 0, true],
    ['broken', 502, false],
    ['broken', 1, false],
    ['refused', 0, false],
    ['refused', 400, false],
    ['unauthorized', 401, false],
  ])('D10: %s with status %i leaves the result unknown: %s', (kind, status, isOpen) =>
    expect(hasNoReply(of(kind, status))).toBe(isOpen),
  );
  test.each([
    ['unauthorized', true],
    ['refused', false],
    ['offline', false],
  ])('D14: %s ends the session: %s', (kind, isEnd) => expect(isSignedOut(of(kind, 401))).toBe(isEnd));
  test.each([
    [{ orderStatus: 'cancelled' }, true],
    [{ orderStatus: 'pending' }, false],
    [{ status: 'cancelled' }, false],
    [Object.assign(() => undefined, { orderStatus: 'cancelled' }), false],
    ['cancelled', false],
    [undefined, false],
    [null, false],
  ])('a refusal with %o means that the order is cancelled: %s', (data, isCancelled) =>
    expect(isOrderCancelled({ ...refused, data })).toBe(isCancelled),
  );
});

describe('a code in addition to the password (D26)', () => {
  const refusal = (status: number, data: unknown) => ({ ...refused, status, data });
  test.each([
    [refusal(409, { code: true }), true],
    [refusal(409, { code: 'true' }), false],
    [refusal(409, {}), false],
    [refusal(409, null), false],
    [refusal(409, 'code'), false],
    [refusal(400, { code: true }), false],
    [new Error('x'), false],
  ])('X52, D26: only a 409 with data.code requires a login code: %#', (error, isAsked) => {
    expect(isLoginCodeRequired(error)).toBe(isAsked);
  });
});
