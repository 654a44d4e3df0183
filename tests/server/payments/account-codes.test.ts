import { describe, expect, test } from 'vitest';
import { toCodeAlarm } from '../../../server/modules/settlement/code-alarm.rules.ts';
import { findMeaning, MPESA_CODES, type MpesaCall } from '../../../server/providers/mpesa-codes.rules.ts';

/** Codes of the calls beside the prompt (providers 1.11). */

describe('PAY-M1: the same number has another meaning in another call', () => {
  test.each([
    ['2001', 'pushResult', 'shopper'],
    ['2001', 'reversalResult', 'shop'],
    ['2001', 'payoutResult', 'shop'],
    ['2001', 'transactionStatusResult', 'shop'],
    ['2001', 'balanceResult', 'shop'],
    ['8006', 'pushResult', 'shopper'],
    ['8006', 'payoutResult', 'shop'],
    ['1', 'pushResult', 'shopper'],
    ['1', 'reversalResult', 'shop'],
    ['1', 'payoutResult', 'shop'],
    ['8', 'pushResult', 'shop'],
    ['8', 'payoutResult', 'shopper'],
    ['SFC_IC0003', 'pushResult', 'shop'],
    ['SFC_IC0003', 'payoutResult', 'shopper'],
    ['2040', 'payoutResult', 'shopper'],
    ['R000002', 'reversalResult', 'unknown'],
    ['R000002', 'transactionStatusResult', 'shopper'],
  ] as const)('PAY-M1: %s in %s is a fault of the %s', (code, call, fault) => {
    expect(findMeaning(call, code)?.fault).toBe(fault);
  });

  test.each([
    ['reversal', 'Invalid Initiator', 'MPESA_INITIATOR_NAME'],
    ['payout', 'Invalid InitiatorName', 'MPESA_INITIATOR_NAME'],
    ['payout', 'Invalid SecurityCredential', 'MPESA_CERTIFICATE'],
    ['payout', 'Invalid PartyA', 'MPESA_B2C_SHORTCODE'],
    ['balance', 'Invalid PartyA', 'MPESA_SHORTCODE'],
    ['balance', 'Invalid ResultURL', 'MPESA_CALLBACK_ORIGIN'],
    ['transactionStatus', 'Invalid QueueTimeOutURL', 'MPESA_CALLBACK_ORIGIN'],
  ] as const)('PAY-M1: 400.002.02 of %s, %s, names %s', (call, text, setting) => {
    expect(findMeaning(call, '400.002.02', `Bad Request - ${text}`)?.fix).toContain(setting);
  });

  test('PAY-M1: a bad phone of a payout is no fault of the shop', () => {
    expect(findMeaning('payout', '400.002.02', 'Bad Request - Invalid PartyB')?.fault).toBe('shopper');
  });
});

test.each(['reversalResult', 'payoutResult', 'transactionStatusResult', 'balanceResult'] as const)(
  'PAY-M1: the alarm about %s 2001 says how long the password is valid',
  (call) => {
    const { detail } = toCodeAlarm(
      'badSettings',
      { code: '2001', text: 'The initiator information is invalid.' },
      call,
    );
    expect(detail).toMatchObject({ fix: expect.stringContaining('90 days'), meaning: 'M-Pesa refuses the initiator' });
  },
);

const CALLS: readonly MpesaCall[] = [
  'transactionStatus',
  'reversal',
  'payout',
  'balance',
  'c2bRegister',
  'pullRegister',
  'pull',
  'qr',
];

test.each(CALLS)('PAY-M1: %s knows the errors of the gateway, and what is certain', (call) => {
  const known = (code: string, text = '') => findMeaning(call, code, text);
  for (const code of ['404.001.01', '404.001.03', '400.003.01', '403', '405.001', '401', 'not-set'])
    expect([code, known(code)?.fault, known(code)?.isFinal]).toEqual([code, 'shop', true]);
  for (const code of ['429', '500.003.02', '500.003.03'])
    expect([code, known(code)?.fault, known(code)?.isFinal]).toEqual([code, 'safaricom', true]);
  for (const code of ['500.003.1001', 'no-answer'])
    expect([code, known(code, 'Internal Server Error')?.isFinal]).toEqual([code, false]);
  expect(known('not-sent')).toMatchObject({ fault: 'network', isFinal: true });
});

test('PAY-M1: a payout with an id that M-Pesa knows may have been sent', () => {
  expect(findMeaning('payout', '500.002.1001')?.isFinal).toBe(false);
  expect(findMeaning('reversal', '500.002.1001')).toBeNull();
  expect(MPESA_CODES.payoutResult.every(({ isFinal }) => isFinal)).toBe(true);
});

test('PAY-M1: an unknown number as a result is no error page', () => {
  expect(toCodeAlarm('strangeResult', { code: '404' }, 'payoutResult').detail).toMatchObject({
    meaning: 'Unknown code',
  });
  expect(toCodeAlarm('strangeResult', { code: '404' }, 'payout').detail).toMatchObject({
    meaning: 'M-Pesa answered without a reason',
  });
});
