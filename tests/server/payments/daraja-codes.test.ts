import { describe, expect, test } from 'vitest';
import { toCallbackResult, toQueryResult, toRefusedPush } from '../../../server/modules/payments/result-codes.rules.ts';
import { toCodeAlarm, toQueryAlarm } from '../../../server/modules/settlement/code-alarm.rules.ts';
import {
  MPESA_CODES,
  findMeaning,
  findRefusal,
  retryAfterFailure,
} from '../../../server/providers/mpesa-codes.rules.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe('PAY-M1: meanings of codes', () => {
  test.each([
    ['push', '400.002.02', 'Invalid CallBackURL', 'M-Pesa does not take the callback address', 'CALLBACK_ORIGIN'],
    ['push', '500.001.1001', 'Wrong credentials', 'M-Pesa refuses the passkey', 'MPESA_PASSKEY'],
    ['push', '500.001.1001', 'transaction does not exist', 'M-Pesa had an error of many meanings', 'API support'],
    ['query', '400.002.02', 'Invalid CheckoutRequestID', 'M-Pesa does not know the prompt yet', 'API support'],
    ['pushResult', '1037', 'DS timeout', 'The phone could not be reached', 'API support'],
    ['query', 'token.418', 'a teapot', 'M-Pesa gives no access token', 'MPESA_CONSUMER_KEY'],
    ['push', 'x.y', 'new words', 'Unknown code', 'API support'],
  ] as const)('a %s with %s, %s: the alarm has the meaning %s and a fix', (call, code, text, meaning, fix) => {
    const { subject, detail } = toCodeAlarm('strangeResult', { code, text }, call);
    expect([subject, detail]).toEqual([
      `${code} ${meaning}`,
      { code, text, meaning, fix: expect.stringContaining(fix) },
    ]);
  });

  test.each([
    ['401', '', 'badSettings'],
    ['token.400', '', 'badSettings'],
    ['token.network', '', 'badSettings'],
    ['token.503', '', 'mpesaAway'],
    ['500.001.1001', 'Merchant does not exist', 'badSettings'],
    ['500.001.1001', 'The transaction is being processed', null],
    ['429', '', null],
    ['x.token.', '', 'strangeResult'],
    ['599', '', 'mpesaAway'],
    ['200', '', 'mpesaAway'],
    ['600', '', 'strangeResult'],
    ['no-answer', '', 'mpesaAway'],
  ])('X1, PAY-M1: a query rejected with %s %s raises the alarm %s', (code, text, kind) => {
    expect(toQueryAlarm(code, text)?.kind ?? null).toBe(kind);
  });

  test('a rejected token has its own meaning for any code; a code’s text must match', () => {
    expect(findRefusal('token.403', '')?.meaning).toBe('M-Pesa gives no access token: a firewall refuses this server');
    expect(findRefusal('token.999', '')).toMatchObject({ code: 'token.999', fault: 'shop', isFinal: true });
    expect(findRefusal('999', '')).toBeNull();
    expect(findMeaning('push', '400.002.02', 'Invalid Amount')).toBeNull();
    expect(findMeaning('pushResult', '4999')?.isFinal).toBe(false);
  });
});

describe('X19: wait before a new push', () => {
  const getText = (code: string, call: 'token' | 'push' | 'pushResult' = 'push') =>
    MPESA_CODES[call].find((it) => it.code === code)?.text ?? '';

  test.each([
    ['17', 2 * MINUTE],
    ['1001', MINUTE],
    ['26', MINUTE],
    ['8', MINUTE],
    ['429', MINUTE],
    ['500.003.02', MINUTE],
    ['500.003.03', 10 * MINUTE],
    ['401', MINUTE],
    ['not-sent', MINUTE],
    ['1025', 0],
  ])('%s: %i ms', (code, ms) => {
    expect(retryAfterFailure(code, getText(code))).toBe(ms);
  });

  test('for a token, a result, no code, and a code with a different text', () => {
    expect(retryAfterFailure('token.400', getText('token.400', 'token'))).toBe(MINUTE);
    expect(retryAfterFailure('1032', getText('1032', 'pushResult'))).toBe(0);
    expect([retryAfterFailure('', ''), retryAfterFailure('429', 'Other words.')]).toEqual([0, 0]);
  });
});

describe('providers 1.5: handling of a code', () => {
  const IDS = { merchantRequestId: 'm', checkoutRequestId: 'ws' };

  test.each([
    ['1032', { type: 'result.failed', mayHidePayment: false }],
    ['1037', { type: 'result.failed', mayHidePayment: true }],
    ['4999', { type: 'result.open', shouldAsk: false, isStrange: false }],
    ['1036', { type: 'result.open', shouldAsk: true, isStrange: false }],
    ['77777', { type: 'result.open', shouldAsk: true, isStrange: true }],
  ])('a callback with %s', (code, wanted) => {
    expect(toCallbackResult(code, IDS, 'said')).toMatchObject({ ...wanted, code, text: 'said', ids: IDS });
  });

  test.each([
    ['0', { type: 'money.received', receipt: null, isByQuery: true }],
    ['1032', { type: 'result.failed', mayHidePayment: false }],
    ['9999', { type: 'result.open', shouldAsk: false, isStrange: false }],
    ['77777', { type: 'result.open', shouldAsk: false, isStrange: false }],
  ])('a query with %s', (code, wanted) => {
    expect(toQueryResult(code)).toMatchObject(wanted);
  });

  test('a rejected push has its own reason, or a general one', () => {
    expect(toRefusedPush('26')).toMatchObject({ reason: 'M-Pesa is busy, try again.', alarm: null });
    expect(toRefusedPush('77777')).toMatchObject({
      reason: 'Failed to initiate M-Pesa payment',
      alarm: 'strangeResult',
    });
  });
});
