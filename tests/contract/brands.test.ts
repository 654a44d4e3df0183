import { describe, expect, expectTypeOf, test } from 'vitest';
import { toOrderId, type OrderId } from '../../contract/fields.ts';
import { toShillings, sumShillings, multiplyShillings, type Shillings } from '../../contract/rules/money.ts';
import { parseStoredMsisdn, type Msisdn } from '../../contract/rules/phone.ts';
import type { PushRequest } from '../../server/modules/payments/push.service.ts';
import type { insertRefund } from '../../server/modules/settlement/refunds.repository.ts';
import type { findOrder, lockOrder, OrderRow } from '../../server/modules/settlement/stored-orders.repository.ts';
import type { Push } from '../../server/providers/mpesa.ts';
import { sources } from '../support/files.ts';

const ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

describe('types prevent a mix-up of money, phones and ids', () => {
  test('D6: a plain number is not money, but money is a number', () => {
    expectTypeOf<number>().not.toExtend<Shillings>();
    expectTypeOf<Shillings>().toExtend<number>();
    // Operators return a plain number, so functions compute sums.
    expectTypeOf(toShillings(1)).toEqualTypeOf<Shillings>();
  });

  test('A33: an order’s number is not its id', () => {
    expectTypeOf<OrderRow['shortId']>().not.toExtend<OrderId>();
    expectTypeOf<OrderRow['userId']>().not.toExtend<OrderId>();
    expectTypeOf<OrderRow['id']>().toEqualTypeOf<OrderId>();
    expectTypeOf<OrderId>().not.toExtend<Msisdn>();
  });

  test('D6, A19: the code that handles money requires these types', () => {
    expectTypeOf<Push['amount']>().toEqualTypeOf<Shillings>();
    expectTypeOf<Push['phone']>().toEqualTypeOf<Msisdn>();
    expectTypeOf<PushRequest['amount']>().toEqualTypeOf<Shillings>();
    expectTypeOf<OrderRow['totalPrice']>().toEqualTypeOf<Shillings>();
    expectTypeOf<Parameters<typeof findOrder>[1]>().toEqualTypeOf<OrderId>();
    expectTypeOf<Parameters<typeof lockOrder>[1]>().toEqualTypeOf<OrderId>();
    expectTypeOf<Parameters<typeof insertRefund>[1]['amount']>().toEqualTypeOf<Shillings>();
  });

  test('D6: only the parsers of these types cast to them', () => {
    const casts = ['contract', 'server', 'src'].flatMap((folder) =>
      sources(folder).flatMap(({ path, text }) =>
        [...text.matchAll(/\bas (?:unknown as )?(Msisdn|Shillings|OrderId)\b/g)].map(([, type]) => `${path}: ${type}`),
      ),
    );
    expect(casts).toEqual(['contract/rules/money.ts: Shillings', 'contract/rules/phone.ts: Msisdn']);
  });
});

describe('their parsers', () => {
  test.each([1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('D6: %s is not money', (amount) => {
    expect(() => toShillings(amount)).toThrow('whole shillings');
  });

  test('D6: products and sums of money are money', () => {
    const price = toShillings(1_500);
    expect(multiplyShillings(price, 3)).toBe(4_500);
    expect(sumShillings([price, multiplyShillings(price, 2)])).toBe(4_500);
    expect(sumShillings([])).toBe(0);
    expect(() => multiplyShillings(price, 0.3333)).toThrow('whole shillings');
  });

  test('A33: the short order number is not an id', () => {
    expect(toOrderId(ID)).toBe(ID);
    expect(() => toOrderId(ID.slice(0, 8))).toThrow();
  });

  test('A19: a stored phone has only digits; a landline of an older shop is valid', () => {
    expect(parseStoredMsisdn('254201234567')).toBe('254201234567');
    expect(() => parseStoredMsisdn('+254712345678')).toThrow('has digits only');
    expect(() => parseStoredMsisdn('')).toThrow('has digits only');
  });
});
