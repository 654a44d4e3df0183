import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { parseConfirmation } from '../../../server/providers/mpesa-confirmation.rules.ts';
import { parsePulledRows } from '../../../server/providers/mpesa-pull.rules.ts';
import { fitsWirePhone, parseEastAfricaTime, parseWirePhone } from '../../../server/providers/mpesa-values.rules.ts';

const BODY = {
  TransactionType: 'Pay Bill',
  TransID: 'RKL51ZDR4F',
  TransTime: '20231121121325',
  TransAmount: '1500.00',
  BusinessShortCode: '600966',
  BillRefNumber: ' 1a2B-3c4d ',
  InvoiceNumber: '',
  OrgAccountBalance: '25.00',
  ThirdPartyTransID: '',
  MSISDN: '25470****149',
  FirstName: 'NICHOLAS',
  MiddleName: '',
  LastName: 'Wekesa',
};
const read = (more: Readonly<Record<string, unknown>>) => parseConfirmation({ ...BODY, ...more });

describe('providers 1.11: the confirmation of a payment by hand', () => {
  test('providers 1.11: has receipt, amount, account, payer, name and time', () => {
    expect(parseConfirmation(BODY)).toEqual({
      receipt: 'RKL51ZDR4F',
      amount: 1500,
      kind: 'paybill',
      shortcode: '600966',
      account: '1a2B-3c4d',
      payer: { kind: 'masked', start: '25470', end: '149' },
      name: 'NICHOLAS Wekesa',
      paidAt: new Date('2023-11-21T09:13:25Z'),
    });
  });

  test.each([
    ['10', 10],
    [10, 10],
    ['10.00', 10],
    ['250,000.00', 250_000],
    ['10.5', 'cents'],
    ['10.01', 'cents'],
    ['0.00', 'zero'],
    ['-10', 'malformed'],
    ['ten', 'malformed'],
    ['1e3', 'malformed'],
    ['10,00', 'malformed'],
    ['9999999999', 'malformed'],
    ['', 'missing'],
    [null, 'missing'],
    [{}, 'missing'],
  ])('providers 1.11: the amount %j is %j', (TransAmount, amount) => {
    expect(read({ TransAmount })?.amount).toBe(amount);
  });

  test('providers 1.11: a till has no account, and names may be missing', () => {
    const bare = read({
      TransactionType: 'Buy Goods',
      BillRefNumber: undefined,
      FirstName: undefined,
      LastName: null,
      MSISDN: '',
      TransTime: 'soon',
      BusinessShortCode: 600966,
    });
    expect(bare).toMatchObject({ kind: 'till', account: '', name: null, payer: null, paidAt: null });
    expect(bare?.shortcode).toBe('600966');
    expect(read({ TransactionType: 'Send Money' })?.kind).toBe('other');
  });

  test('providers 1.11: a number as account is text', () => {
    expect(read({ BillRefNumber: 12_345_678 })?.account).toBe('12345678');
  });

  test.each([[null], ['text'], [{}], [{ ...BODY, TransID: '' }], [{ ...BODY, TransID: 'a b' }], [[BODY]]])(
    'providers 1.11: %j is no confirmation',
    (body) => {
      expect(parseConfirmation(body)).toBeNull();
    },
  );

  test('providers 1.11: a receipt is written in capital letters', () => {
    expect(read({ TransID: 'rkl51zdr4f' })?.receipt).toBe('RKL51ZDR4F');
  });
});

describe('providers 1.11: the phone on the wire', () => {
  const payer = toMsisdn('254708374149');
  const other = toMsisdn('254708374148');
  const sha256 = createHash('sha256').update('254708374149').digest('hex');

  test.each([
    ['254708374149', true, false],
    ['0708374149', true, false],
    [sha256, true, false],
    [sha256.toUpperCase(), true, false],
    ['25470****149', true, false],
    ['2547 ***** 149', true, false],
    ['2547XXXXX149', true, false],
    ['25470****49', true, false],
    ['25471****149', false, false],
    ['25470837****8', false, true],
    ['25470837****374149', false, false],
  ])('providers 1.11: %j', (text, fits, fitsOther) => {
    const wire = parseWirePhone(text);
    if (wire === null) throw new Error('not read');
    expect([fitsWirePhone(wire, payer), fitsWirePhone(wire, other)]).toEqual([fits, fitsOther]);
  });

  test.each([[null], [''], ['****'], ['254*'], ['25420****149x'], [sha256.slice(1)], ['John']])(
    'providers 1.11: %j is no phone',
    (text) => {
      expect(parseWirePhone(text)).toBeNull();
    },
  );
});

test.each([
  ['20191122063845', '2019-11-22T03:38:45.000Z'],
  ['2019-11-22 06:38:45', '2019-11-22T03:38:45.000Z'],
  ['2019-11-22T06:38:45', '2019-11-22T03:38:45.000Z'],
  ['22.11.2019 06:38:45', '2019-11-22T03:38:45.000Z'],
  ['2019-11-22T06:38:45+03:00', '2019-11-22T03:38:45.000Z'],
  ['2019-11-22T06:38:45Z', '2019-11-22T06:38:45.000Z'],
  ['20191322063845', undefined],
  ['201911220638', undefined],
  ['22.11.2019', undefined],
  ['today', undefined],
  [null, undefined],
])('providers 1.11: the time %j is %j', (text, time) => {
  expect(parseEastAfricaTime(text)?.toISOString()).toBe(time);
});

test('providers 1.11: the rows of Pull', () => {
  const row = {
    transactionId: 'YEH12RHRHR',
    trxDate: '2020-08-05T10:13:00+03:00',
    msisdn: 254_722_000_000,
    sender: 'UAT2',
    transactiontype: 'c2b-pay-bill-debit',
    billreference: '37207636392',
    amount: '168.00',
    organizationname: 'Daraja Pull API Test',
  };
  expect(parsePulledRows([[row, { ...row, transactionId: undefined }, 'odd', { transactionId: 'B2' }]])).toEqual([
    {
      receipt: 'YEH12RHRHR',
      amount: 168,
      payer: { kind: 'whole', phone: '254722000000' },
      at: new Date('2020-08-05T07:13:00Z'),
      account: '37207636392',
      kind: 'c2b-pay-bill-debit',
    },
    null,
    null,
    { receipt: 'B2', amount: 'missing', payer: null, at: null, account: '', kind: '' },
  ]);
  expect(parsePulledRows([row])).toHaveLength(1);
  expect(parsePulledRows([[]])).toEqual([]);
  expect(parsePulledRows('odd')).toEqual([]);
});
