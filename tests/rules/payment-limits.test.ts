import { describe, expect, test } from 'vitest';
import { methodRefusals, type PaymentLimits } from '../../contract/rules/payment-limits.ts';
import { getLimits } from '../flows/support/shop.samples.ts';

const LIMITS = getLimits({ cashValue: { most: 300_000, open: 0 } });
const FIRST = { cashValue: { most: 100_000, open: 0 }, isFirst: true };

/** Pattern of each refusal; null when the method is available. Each limit is tested at its maximum and one above. */
const TABLE: readonly [string, number, Partial<PaymentLimits>, RegExp | null, RegExp | null][] = [
  ['both methods available', 3000, {}, null, null],
  ['M-Pesa at its limit', 250_000, {}, null, null],
  ['M-Pesa above its limit', 250_001, {}, /M-Pesa takes at most Ksh.250,000/, null],
  ['PAY-C1: by hand in parts', 500_000, { byHand: 'second' }, null, /until one is|order less/],
  [
    'PAY-C1: above what M-Pesa takes a day',
    500_001,
    { byHand: 'first' },
    /M-Pesa takes at most Ksh.500,000 a day, and/,
    /a day, and/,
  ],
  ['PAY-C1: by hand is off', 250_001, { byHand: 'off' }, /M-Pesa takes at most Ksh.250,000 per payment/, null],
  ['two unpaid M-Pesa orders', 3000, { unpaidMpesa: { most: 3, open: 2 } }, null, null],
  ['three unpaid M-Pesa orders', 3000, { unpaidMpesa: { most: 3, open: 3 } }, /pay or cancel one of them first/, null],
  ['a cash order at its cap', 5000, { cashMax: 5000 }, null, null],
  ['a cash order above its cap', 5001, { cashMax: 5000 }, null, /up to Ksh.5,000/],
  ['nine cash orders', 3000, { cashOrders: { most: 10, open: 9 } }, null, null],
  ['ten cash orders', 3000, { cashOrders: { most: 10, open: 10 } }, null, /cancel one, or pay with M-Pesa/],
  ['cash orders up to their sum', 100_000, { cashValue: { most: 300_000, open: 200_000 } }, null, null],
  ['cash orders above their sum', 100_001, { cashValue: { most: 300_000, open: 200_000 } }, null, /wait until one is/],
  ['a first order at its sum', 100_000, FIRST, null, null],
  ['a first order above its sum', 100_001, FIRST, null, /Until your first order is delivered/],
  ['a first order above both', 250_001, FIRST, /fewer goods, or contact us/, /fewer goods, or contact us/],
  [
    'above both, with a cap of cash',
    250_001,
    { cashMax: 50_000 },
    /fewer goods/,
    /at most Ksh.50,000\. Please order fewer/,
  ],
  [
    'too much for M-Pesa and ten cash orders',
    250_001,
    { cashOrders: { most: 10, open: 10 } },
    /M-Pesa takes at most/,
    /until one is delivered, or cancel one\.$/,
  ],
  [
    'three unpaid M-Pesa orders and ten cash orders',
    3000,
    { unpaidMpesa: { most: 3, open: 3 }, cashOrders: { most: 10, open: 10 } },
    /pay or cancel one of them first/,
    /until one is delivered, or cancel one\.$/,
  ],
  [
    'three unpaid M-Pesa orders and too much cash',
    100_001,
    { unpaidMpesa: { most: 3, open: 3 }, cashValue: { most: 300_000, open: 200_000 } },
    /pay or cancel one of them first/,
    /order less, or wait until one is delivered\.$/,
  ],
  [
    'three unpaid M-Pesa orders and a first order with too much cash',
    100_001,
    { unpaidMpesa: { most: 3, open: 3 }, ...FIRST },
    /pay or cancel one of them first/,
    /together\. Please order less\.$/,
  ],
];

describe('X12: the reason why a payment method is refused', () => {
  test.each(TABLE)('X12: %s', (_, total, change, mpesa, cod) => {
    const refusals = methodRefusals(total, { ...LIMITS, ...change });
    for (const [text, pattern] of [
      [refusals.mpesa, mpesa],
      [refusals.cod, cod],
    ] as const) {
      if (pattern === null) expect(text).toBeNull();
      else expect(text).toMatch(pattern);
    }
  });

  test('X12: no refusal suggests a method that is refused, too', () => {
    for (const [title, total, change] of TABLE) {
      const { mpesa, cod } = methodRefusals(total, { ...LIMITS, ...change });
      if (mpesa !== null) expect(cod ?? '', title).not.toMatch(/pay with M-Pesa/);
      if (cod !== null) expect(mpesa ?? '', title).not.toMatch(/cash on delivery instead/);
    }
  });
});
