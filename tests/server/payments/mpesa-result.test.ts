import { describe, expect, test } from 'vitest';
import { parseMpesaResult } from '../../../server/providers/mpesa-result.rules.ts';
import {
  isUnknownTransaction,
  readBalance,
  readPayout,
  readReversal,
  readTransactionStatus,
} from '../../../server/providers/mpesa-result-readers.rules.ts';

/** Builds what Daraja posts to a ResultURL, with parameters as `[Key, Value]`. `[Key]` has no value. */
const post = (
  parameters: readonly (readonly [key: string, value?: unknown])[] | null,
  result: Readonly<Record<string, unknown>> = {},
) => ({
  Result: {
    ResultType: 0,
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    OriginatorConversationID: '10571-7910404-1',
    ConversationID: 'AG_20191219_00004e48cf7e3533f581',
    TransactionID: 'NLJ41HAY6Q',
    ...(parameters !== null && {
      ResultParameters: {
        ResultParameter: parameters.map(([Key, ...value]) => ({ Key, ...(value.length > 0 && { Value: value[0] }) })),
      },
    }),
    ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internalsandbox/' } },
    ...result,
  },
});
const parse = (...args: Parameters<typeof post>) => {
  const parsed = parseMpesaResult(post(...args));
  if (parsed === null) throw new Error('the result is not parsed');
  return parsed;
};

describe('providers 1.11: what Daraja posts to a result address', () => {
  test.each([
    [0, '0'],
    ['0', '0'],
    [' 2001 ', '2001'],
    ['R000002', 'R000002'],
    ['SFC_IC0003', 'SFC_IC0003'],
    ['500.001.1001', '500.001.1001'],
  ])('providers 1.11: the code %j is text', (code, text) => {
    expect(parse([], { ResultCode: code }).code).toBe(text);
  });

  test('providers 1.11: a failure has no parameters and perhaps no receipt', () => {
    expect(parse(null, { ResultCode: 2001, ResultDesc: 'The initiator information is invalid.' })).toEqual({
      code: '2001',
      text: 'The initiator information is invalid.',
      conversationId: 'AG_20191219_00004e48cf7e3533f581',
      originatorConversationId: '10571-7910404-1',
      transactionId: 'NLJ41HAY6Q',
      parameters: [],
    });
    const bare = parseMpesaResult({ Result: { ResultCode: '1', TransactionID: '' } });
    expect(bare).toMatchObject({ text: '', transactionId: null, conversationId: null, originatorConversationId: null });
  });

  test('providers 1.11: parameters repeat, have no value, or are a single one', () => {
    const parsed = parse([['A', 1], ['A', 'two'], ['B'], ['C', ''], ['D', { odd: true }]]);
    expect(parsed.parameters).toEqual([
      { name: 'A', value: '1' },
      { name: 'A', value: 'two' },
      { name: 'B', value: null },
      { name: 'C', value: null },
      { name: 'D', value: null },
    ]);
    const one = post(null, { ResultParameters: { ResultParameter: { Key: 'A', Value: 1 } } });
    expect(parseMpesaResult(one)?.parameters).toEqual([{ name: 'A', value: '1' }]);
  });

  test.each([[{ Key: 'A' }], [[{ Key: 'A', Value: 'B' }, { Key: 'A' }, { Value: 3 }]], [null], ['text']])(
    'providers 1.11: reference data %j does not matter',
    (ReferenceItem) => {
      expect(parse([['A', 1]], { ReferenceData: { ReferenceItem } }).parameters).toEqual([{ name: 'A', value: '1' }]);
    },
  );

  test.each([[null], [[]], ['text'], [{ ResultParameter: null }], [{ ResultParameter: ['a', 3, null, { Key: {} }] }]])(
    'providers 1.11: malformed parameters %j are skipped',
    (ResultParameters) => {
      expect(parse(null, { ResultParameters }).parameters).toEqual([]);
    },
  );

  test.each([
    [undefined],
    [null],
    ['<html>'],
    [[]],
    [{}],
    [{ Result: null }],
    [{ Result: {} }],
    [{ Result: { ResultCode: null } }],
    [{ Result: { ResultCode: '' } }],
    [{ Result: { ResultCode: 'a b' } }],
    [{ Result: { ResultCode: Number.NaN } }],
  ])('providers 1.11: %j is no result', (body) => {
    expect(parseMpesaResult(body)).toBeNull();
  });

  test('providers 1.11: text that a database refuses is replaced, and long text is cut', () => {
    const { text, parameters } = parse([['A', `a\u0000b${'\ud800'}`]], { ResultDesc: 'x'.repeat(1000) });
    expect(text).toHaveLength(200);
    expect(parameters[0]?.value).toBe('a\ufffdb\ufffd');
  });
});

describe('providers 1.11: the result of Transaction Status', () => {
  const PAID = [
    ['DebitPartyName', '254708374149 - John Doe'],
    ['CreditPartyName', '600610 - Duka'],
    ['OriginatorConversationID', '236543-276372-2'],
    ['InitiatedTime', 20180223054110],
    ['DebitAccountType', 'MMF Account For Customer'],
    ['DebitPartyCharges', ''],
    ['TransactionReason'],
    ['ReasonType', 'Pay Bill Online'],
    ['TransactionStatus', 'Completed'],
    ['FinalisedTime', '20180223054112'],
    ['Amount', '300.00'],
    ['ReceiptNo', 'MBN31H462N'],
  ] as const;

  test('providers 1.11: has receipt, state, whole shillings, parties and times', () => {
    expect(readTransactionStatus(parse(PAID))).toEqual({
      receipt: 'MBN31H462N',
      status: 'Completed',
      amount: 300,
      initiatedAt: new Date('2018-02-23T02:41:10Z'),
      finalisedAt: new Date('2018-02-23T02:41:12Z'),
      reason: 'Pay Bill Online',
      phone: '254708374149',
      name: 'John Doe',
      shortcode: '600610',
      direction: 'in',
      texts: ['254708374149 - John Doe', '600610 - Duka'],
    });
  });

  const parties = (...all: readonly (readonly [string, string])[]) => readTransactionStatus(parse(all));
  const PHONE = '254708374149 - John Doe';
  const SHOP = '600610 - Duka';

  test.each([
    ['a payment', 'DebitPartyName', 'CreditPartyName', '', 'in'],
    ['money that the shop sent', 'CreditPartyName', 'DebitPartyName', '', 'out'],
    ['both as debit, from a customer', 'DebitPartyName', 'DebitPartyName', 'MMF Account For Customer', 'in'],
    ['both as debit, from a business', 'DebitPartyName', 'DebitPartyName', 'Utility Account', 'out'],
    ['both as debit, from an unknown account', 'DebitPartyName', 'DebitPartyName', '', null],
    ['both as debit, from an odd account', 'DebitPartyName', 'DebitPartyName', 'Merchant Account of a Customer', null],
  ] as const)('providers 1.11: the direction of %s', (_, ofPhone, ofShop, account, direction) => {
    const found = { phone: '254708374149', name: 'John Doe', shortcode: '600610', direction };
    expect(parties([ofShop, SHOP], [ofPhone, PHONE], ['DebitAccountType', account])).toMatchObject(found);
    expect(parties([ofPhone, PHONE], [ofShop, SHOP], ['DebitAccountType', account])).toMatchObject(found);
  });

  test('providers 1.11: parties that cannot be distinguished are only texts', () => {
    const none = { phone: null, name: null, shortcode: null, direction: null };
    expect(parties(['DebitPartyName', PHONE], ['CreditPartyName', '254711111111 - Jane'])).toMatchObject(none);
    expect(parties(['DebitPartyName', SHOP], ['CreditPartyName', '600611 - Another'])).toMatchObject(none);
    expect(parties(['DebitPartyName', 'John Doe'])).toMatchObject({ ...none, texts: ['John Doe'] });
    expect(parties()).toMatchObject({ ...none, texts: [] });
    expect(parties(['DebitPartyName', PHONE])).toMatchObject({
      phone: '254708374149',
      shortcode: null,
      direction: null,
    });
    const twice = parties(['DebitPartyName', PHONE], ['DebitPartyName', PHONE], ['CreditPartyName', SHOP]);
    expect(twice).toMatchObject({ phone: '254708374149', direction: 'in', texts: [PHONE, SHOP] });
  });

  test.each([
    ['254708374149', '254708374149', null],
    ['0708374149 - JOHN', '254708374149', 'JOHN'],
    ['254708374149 - Jean-Luc O - M', '254708374149', 'Jean-Luc O - M'],
    ['254708374149-John', '254708374149', 'John'],
    ['25470****149 - John', null, null],
    ['254208374149 - landline', null, null],
  ])('providers 1.11: the party %j', (text, phone, name) => {
    expect(parties(['DebitPartyName', text])).toMatchObject({ phone, name, shortcode: null });
  });

  test.each([
    [300, 300],
    ['1,300.00', 1300],
    ['300.50', null],
    ['0', null],
    ['-300', null],
    ['KES 300', null],
    [undefined, null],
  ])('providers 1.11: the amount %j is %j whole shillings', (value, amount) => {
    expect(readTransactionStatus(parse([['Amount', value]])).amount).toBe(amount);
  });
});

test.each([
  ['R000002', 'The OriginalTransactionID is invalid.', true],
  ['17', 'The transaction receipt number does not exist.', true],
  ['2033', 'Transaction not found', true],
  ['0', 'The initiator does not exist, and it succeeded.', false],
  ['2001', 'The initiator information is invalid.', false],
])('providers 1.11: a Transaction Status with %s %j: M-Pesa knows no such transaction: %j', (code, text, isUnknown) => {
  expect(isUnknownTransaction(parse(null, { ResultCode: code, ResultDesc: text }))).toBe(isUnknown);
});

test('providers 1.11: the result of a payout', () => {
  const result = parse([
    ['TransactionAmount', 1000],
    ['TransactionReceipt', 'NLJ41HAY6Q'],
    ['B2CRecipientIsRegisteredCustomer', 'Y'],
    ['B2CChargesPaidAccountAvailableFunds', -4510.0],
    ['ReceiverPartyPublicName', '254708374149 - John Doe'],
    ['TransactionCompletedDateTime', '06.07.2024 22:48:52'],
    ['B2CUtilityAccountAvailableFunds', 10_116.99],
    ['B2CWorkingAccountAvailableFunds', 900_000],
  ]);
  expect(readPayout(result)).toEqual({
    receipt: 'NLJ41HAY6Q',
    amount: 1000,
    phone: '254708374149',
    name: 'John Doe',
    completedAt: new Date('2024-07-06T19:48:52Z'),
    available: 10_116,
  });
  expect(readPayout(parse([]))).toEqual({
    receipt: 'NLJ41HAY6Q',
    amount: null,
    phone: null,
    name: null,
    completedAt: null,
    available: null,
  });
});

test('providers 1.11: the result of a reversal', () => {
  const result = parse(
    [
      ['DebitAccountBalance', 'Utility Account|KES|51661.00|51661.00|0.00|0.00'],
      ['Amount', 100],
      ['TransCompletedTime', 20181102091534],
      ['OriginalTransactionID', 'MJB81H2YGS'],
      ['Charge', 0],
      ['CreditPartyPublicName', '254708374149 - John Doe'],
      ['DebitPartyPublicName', '600610 - Duka'],
    ],
    { TransactionID: 'MJB91H2YGT' },
  );
  expect(readReversal(result)).toEqual({
    receipt: 'MJB91H2YGT',
    originalReceipt: 'MJB81H2YGS',
    amount: 100,
    phone: '254708374149',
    name: 'John Doe',
    completedAt: new Date('2018-11-02T06:15:34Z'),
  });
  expect(readReversal(parse(null, { TransactionID: '' }))).toEqual({
    receipt: null,
    originalReceipt: null,
    amount: null,
    phone: null,
    name: null,
    completedAt: null,
  });
});

test('providers 1.11: the result of a balance has the available shillings of each account', () => {
  const text =
    'Working Account|KES|700000.00|650000.50|0.00|0.00&Utility Account|KES|228037.99|228037.99|0.00|0.00' +
    '&Charges Paid Account|KES|-1540.00|-1540.00|0.00|0.00&&Odd|KES&Float Account|KES|1,000.00';
  expect(readBalance(parse([['AccountBalance', text]]))).toEqual([
    { name: 'Working Account', available: 650_000 },
    { name: 'Utility Account', available: 228_037 },
    { name: 'Float Account', available: 1_000 },
  ]);
  expect(readBalance(parse([]))).toEqual([]);
});
