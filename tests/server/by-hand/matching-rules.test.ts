import { describe, expect, test } from 'vitest';
import { toOrderId } from '../../../contract/fields.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import { parseAccount } from '../../../server/modules/by-hand/account.rules.ts';
import {
  matchMoney,
  type ArrivedMoney,
  type MatchFacts,
  type OrderPrompt,
} from '../../../server/modules/by-hand/matching.rules.ts';

const phone = parseStoredMsisdn('254712345678');
const id = toOrderId('a1b2c3d4-0000-4000-8000-000000000000');
const money: ArrivedMoney = {
  amount: toShillings(3000),
  payer: { kind: 'masked', start: '25471', end: '678' },
  paidAt: new Date(2000),
  isShown: false,
  isOfPrompt: false,
};
const nothing: MatchFacts = {
  use: null,
  isOurShortcode: true,
  order: null,
  prompts: [],
  open: [],
  isCounter: false,
};
const open = { id, due: toShillings(3000), createdAt: new Date(1000), phones: [phone] };

describe('PAY-C4: a typed account', () => {
  test.each([
    ['A1B2C3D4', 'a1b2c3d4', false],
    [' a1b2 c3d4 ', 'a1b2c3d4', false],
    ['#A1B2-C3D4', 'a1b2c3d4', false],
    ['AIB2C3D4', 'a1b2c3d4', false],
    ['A1B2C3DO', 'a1b2c3d0', false],
    ['aib2c3do', 'a1b2c3d0', false],
    ['DUKAA1B2C3D4', 'a1b2c3d4', true],
    ['duka a1b2c3d4', 'a1b2c3d4', true],
    ['A1B2C3D', null, false],
    ['A1B2C3D45', null, false],
    ['G1B2C3D4', null, false],
    ['XUKAA1B2C3D4', null, false],
    ['', null, false],
  ])('%s', (typed, shortId, isOfPrompt) => expect(parseAccount(typed, 'Duka')).toEqual({ shortId, isOfPrompt }));

  test('of a shop whose letters look like digits', () =>
    expect(parseAccount('OILEA1B2C3D4', 'Oile')).toEqual({ shortId: 'a1b2c3d4', isOfPrompt: true }));
});

describe('PAY-C4: money without an account', () => {
  const match = (told: Partial<ArrivedMoney>, facts: Partial<MatchFacts>) =>
    matchMoney({ ...money, ...told }, { ...nothing, ...facts });

  test('is proved for the one order that fits', () =>
    expect(match({}, { open: [open] })).toEqual({ to: 'proving', orderId: id }));

  test.each([
    ['no phone', { payer: null }],
    ['another phone', { payer: { kind: 'masked', start: '25472', end: '678' } as const }],
    ['a payment of the moment of the order', { paidAt: new Date(1000) }],
    ['another amount', { amount: toShillings(2999) }],
  ])('fits no order with %s', (_, told) =>
    expect(match(told, { open: [open] })).toEqual({ to: 'unmatched', problem: 'noOrder' }),
  );

  test('that two orders fit is unmatched', () =>
    expect(match({}, { open: [open, { ...open }] })).toEqual({ to: 'unmatched', problem: 'manyOrders' }));

  test('pays at once when M-Pesa itself named the whole phone', () => {
    const whole = { payer: { kind: 'whole', phone } as const };
    expect(match({ ...whole, isShown: true }, { open: [open] })).toEqual({ to: 'order', orderId: id });
    expect(match({ ...whole, isShown: false }, { open: [open] })).toEqual({ to: 'proving', orderId: id });
    expect(match({ isShown: true }, { open: [open] })).toEqual({ to: 'proving', orderId: id });
  });

  test('of a short code that is also used at a counter is a sale there', () => {
    expect(match({}, { isCounter: true })).toEqual({ to: 'unmatched', problem: 'counter' });
    expect(match({}, { isCounter: true, open: [open] })).toEqual({ to: 'proving', orderId: id });
  });
});

describe('PAY-C3: the prompt of an order', () => {
  const prompt = { id: 'a1', phone, amount: toShillings(3000), doubted: null, isPaid: false, hasReceipt: false };
  const match = (isOfPrompt: boolean, change: Partial<OrderPrompt>, told: Partial<ArrivedMoney> = {}) =>
    matchMoney({ ...money, isOfPrompt, ...told }, { ...nothing, order: id, prompts: [{ ...prompt, ...change }] });
  const order = { to: 'order', orderId: id };

  test('gets its receipt when a query found its payment, with either account', () => {
    for (const isOfPrompt of [true, false])
      expect(match(isOfPrompt, { isPaid: true })).toEqual({ to: 'receipt', attemptId: 'a1', orderId: id });
    expect(match(true, { isPaid: true, hasReceipt: true })).toEqual(order);
    expect(match(true, { isPaid: true }, { payer: null })).toEqual(order);
  });

  test('is paid by money with its reference, amount and phone only', () => {
    expect(match(true, {})).toEqual({ to: 'prompt', attemptId: 'a1', orderId: id });
    expect(match(false, {})).toEqual(order);
    expect(match(true, { amount: toShillings(2000) })).toEqual(order);
    expect(match(true, { phone: parseStoredMsisdn('254722345678') })).toEqual(order);
  });

  test('D27: in doubt about its amount gets the receipt of that amount, and the right amount ends the doubt', () => {
    const doubted = { isPaid: true, doubted: toShillings(2999) };
    const own = { attemptId: 'a1', orderId: id };
    for (const isOfPrompt of [true, false]) {
      expect(match(isOfPrompt, doubted, { amount: toShillings(2999) })).toEqual({ to: 'doubted', ...own });
      expect(match(isOfPrompt, doubted)).toEqual({ to: 'prompt', ...own });
      expect(match(isOfPrompt, doubted, { amount: toShillings(2998) })).toEqual(order);
      expect(match(isOfPrompt, { ...doubted, hasReceipt: true }, { amount: toShillings(2999) })).toEqual(order);
    }
  });

  test('never takes a receipt with another use', () => {
    const facts = { ...nothing, order: id, prompts: [prompt] };
    expect(matchMoney(money, { ...facts, use: 'refund' })).toEqual({ to: 'ours' });
    expect(matchMoney(money, { ...facts, use: 'payment' })).toEqual({ to: 'known' });
    expect(matchMoney(money, { ...facts, isOurShortcode: false })).toEqual({ to: 'unmatched', problem: 'shortcode' });
    expect(matchMoney({ ...money, amount: null }, facts)).toEqual({ to: 'unmatched', problem: 'amount' });
  });
});
