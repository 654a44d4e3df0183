import { describe, expect, test } from 'vitest';
import {
  toCompletionProblem,
  toFailedCall,
  isLoginCodeRequired,
  isOrderCancelled,
  isSignedOut,
  hasNoReply,
  toListedProblem,
  createProblem,
  toProblem,
} from '../../src/rules/failure.ts';

const refused = { kind: 'refused', status: 400, message: 'No more.', requestId: 'r1' };

describe('what a slot rejects with', () => {
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
    ['nothing', undefined],
    ['null', null],
    ['a text', 'no'],
    ['an error of the program', new TypeError('x is not a function')],
    ['a kind alone', { kind: 'refused', message: 'No more.' }],
    ['a status alone', { status: 400, message: 'No more.' }],
    ['a function with all of it', Object.assign(() => undefined, refused)],
  ])('%s is a broken answer', (_, error) => expect(toFailedCall(error)).toEqual(noAnswer));
  test('a failed call is as it says, what it leaves out is empty', () =>
    expect(toFailedCall(refused)).toEqual({ ...noAnswer, ...refused }));
  test.each([{ message: 3 }, { message: undefined }, {}])('words that are none are empty: %o', (said) => {
    expect(toFailedCall({ kind: 'refused', status: 400, ...said }).message).toBe('');
  });
});

describe('A55, H15, Q4: whose words are shown', () => {
  const shown = (change: object) => toProblem({ ...refused, ...change }, 'Listed.').text;
  test.each([200, 201, 400, 404, 499])('the server’s for %i', (status) => expect(shown({ status })).toBe('No more.'));
  test.each([0, 199, 500, 501, 503])('the listed ones for %i', (status) => expect(shown({ status })).toBe('Listed.'));
  test('the listed ones where the answer is broken or says nothing', () => {
    expect(shown({ kind: 'broken' })).toBe('Listed.');
    expect(shown({ message: '' })).toBe('Listed.');
    expect(toProblem(new Error('x'), 'Listed.')).toEqual({ text: 'Listed.', requestId: null });
  });
  test('H14: always with the request', () => {
    expect(toProblem(refused, 'Listed.')).toEqual({ text: 'No more.', requestId: 'r1' });
    expect(toListedProblem(refused, 'Listed.')).toEqual({ text: 'Listed.', requestId: 'r1' });
    expect(createProblem('No.')).toEqual({ text: 'No.', requestId: null });
  });
  test('§8, Q6: the account that could not be finished', () => {
    expect(toCompletionProblem(refused)).toEqual({ text: 'Registration failed: No more.', requestId: 'r1' });
    expect(toCompletionProblem(null).text).toBe('Registration failed: Account setup completion failed');
  });
});

describe('what a failure means', () => {
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
  ])('D10: %s with status %i leaves it open: %s', (kind, status, isOpen) =>
    expect(hasNoReply(of(kind, status))).toBe(isOpen),
  );
  test.each([
    ['unauthorized', true],
    ['refused', false],
    ['offline', false],
  ])('D14: %s is the end of the login: %s', (kind, isEnd) => expect(isSignedOut(of(kind, 401))).toBe(isEnd));
  test.each([
    [{ orderStatus: 'cancelled' }, true],
    [{ orderStatus: 'pending' }, false],
    [{ status: 'cancelled' }, false],
    [Object.assign(() => undefined, { orderStatus: 'cancelled' }), false],
    ['cancelled', false],
    [undefined, false],
    [null, false],
  ])('a refusal with %o is of a cancelled order: %s', (data, isCancelled) =>
    expect(isOrderCancelled({ ...refused, data })).toBe(isCancelled),
  );
});

describe('a code beside the password (D26)', () => {
  const refusal = (status: number, data: unknown) => ({ ...refused, status, data });
  test.each([
    [refusal(409, { code: true }), true],
    [refusal(409, { code: 'true' }), false],
    [refusal(409, {}), false],
    [refusal(409, null), false],
    [refusal(409, 'code'), false],
    [refusal(400, { code: true }), false],
    [new Error('x'), false],
  ])('X52, D26: a login asks for a code by a 409 with data.code alone: %#', (error, isAsked) => {
    expect(isLoginCodeRequired(error)).toBe(isAsked);
  });
});
