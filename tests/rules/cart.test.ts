import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { OrderDraft } from '../../contract/orders.ts';
import {
  addLine,
  limitLines,
  limitQuantity,
  createCart,
  findLineChanges,
  EMPTY_CART,
  toCartLine,
  removeLine,
  removeOrdered,
  setLineQuantity,
  toKnownStock,
} from '../../src/rules/cart/cart.ts';
import { getCartRefusal } from '../../src/rules/cart/orderable.ts';
import type { CartLine } from '../../src/rules/cart/cart.ts';
import { toHomeDeliveryDraft } from '../../src/rules/checkout/checkout.ts';
import { phone, phoneLine } from '../flows/support/shop.samples.ts';
import { deliveryDetails } from '../support/samples/checkout.ts';

const line = (id: string, quantity = 1, price = 100): CartLine => ({
  id,
  name: id,
  price,
  image: '',
  category: '',
  quantity,
});
const ids = fc.constantFrom('a', 'b', 'c');

test('U18: adding n pieces equals adding one piece n times', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(ids, fc.integer({ min: 1, max: 5 }))),
      ids,
      fc.integer({ min: 1, max: 20 }),
      (held, id, n) => {
        const items = held.reduce<CartLine[]>((cart, [of, quantity]) => addLine(cart, line(of, quantity)), []);
        const stepwise = Array.from({ length: n }).reduce<CartLine[]>((cart) => addLine(cart, line(id)), items);
        expect(addLine(items, line(id, n))).toEqual(stepwise);
      },
    ),
  );
});

test('U19: the totals are the sums of the lines after any changes', () => {
  const change = fc.oneof(
    fc.record({ act: fc.constant('add' as const), id: ids, n: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ act: fc.constant('set' as const), id: ids, n: fc.integer({ min: -3, max: 9 }) }),
    fc.record({ act: fc.constant('remove' as const), id: ids, n: fc.constant(0) }),
    fc.record({ act: fc.constant('ordered' as const), id: ids, n: fc.integer({ min: 1, max: 9 }) }),
  );
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const items = changes.reduce<CartLine[]>((cart, { act, id, n }) => {
        if (act === 'add') return addLine(cart, line(id, n, n * 10));
        if (act === 'set') return limitLines(setLineQuantity(cart, id, n), {});
        return act === 'remove' ? removeLine(cart, id) : removeOrdered(cart, [{ id, quantity: n }]);
      }, []);
      const { totalQuantity, totalAmount } = createCart(items);
      expect(totalQuantity).toBe(items.reduce((sum, { quantity }) => sum + quantity, 0));
      expect(totalAmount).toBe(items.reduce((sum, { quantity, price }) => sum + quantity * price, 0));
      expect(items.every(({ quantity }) => quantity >= 1)).toBe(true);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    }),
  );
});

describe('U17: the stepper stops at the stock', () => {
  test.each([
    [4, 3, 3],
    [3, 3, 3],
    [0, 3, 1],
    [-4, null, 1],
    [100, null, 100],
    [2, 0, 2],
    [1.9, null, 1],
    [1_001, null, 1_000],
    [1_001, 5_000, 1_000],
    [1_001, 0, 1_000],
  ])('%d with stock %s is %i', (wanted, stock, quantity) => expect(limitQuantity(wanted, stock)).toBe(quantity));
});

describe('U6, Q22: removes only the ordered pieces from the cart', () => {
  test.each<[string, CartLine[], CartLine[]]>([
    ['removes exactly the ordered line', [line('a', 2)], []],
    ['keeps a line that was added later', [line('a', 2), line('b', 1)], [line('b', 1)]],
    ['keeps pieces that were added later', [line('a', 3)], [line('a', 1)]],
    ['does nothing for a repeated message', [], []],
  ])('%s', (_, before, after) => expect(removeOrdered(before, [{ id: 'a', quantity: 2 }])).toEqual(after));
});

describe('lines of the cart', () => {
  test('U19: an empty cart costs nothing', () => {
    expect(EMPTY_CART).toEqual({ items: [], totalQuantity: 0, totalAmount: 0 });
    expect(createCart([])).toEqual(EMPTY_CART);
  });
  test('A4: converts a product to a line', () => {
    expect(toCartLine(phone, 2)).toEqual(phoneLine(2));
    expect(toCartLine({ ...phone, category: { name: 'Phones', slug: 'phones' } as never }, 2)).toEqual(phoneLine(2));
    expect(toCartLine({ ...phone, images: [], category: null as never }, 2)).toMatchObject({ image: '', category: '' });
  });
  test.each([
    [0, 1],
    [-3, 1],
    [1, 1],
    [2.9, 2],
  ])('a quantity of %d becomes %i', (quantity, pieces) => expect(toCartLine(phone, quantity).quantity).toBe(pieces));
  test('adds a new line at the end, and pieces to an existing line', () => {
    expect(addLine([line('a'), line('b')], line('c'))).toEqual([line('a'), line('b'), line('c')]);
    expect(addLine([line('a', 2), line('b')], line('a', 3, 120))).toEqual([line('a', 5, 120), line('b')]);
  });
  test('removes a line by its id', () => expect(removeLine([line('a'), line('b')], 'a')).toEqual([line('b')]));
  test('U17: limits the quantity to 1 up to the stock', () => {
    expect(setLineQuantity([line('a'), line('b')], 'b', 4)).toEqual([line('a'), line('b', 4)]);
    expect(limitLines([line('a', 4), line('b', 4)], { b: 3 })).toEqual([line('a', 4), line('b', 3)]);
    expect(limitQuantity(4, null)).toBe(4);
    expect(limitQuantity(4, 0)).toBe(4);
    expect(limitQuantity(4, 1)).toBe(1);
    expect(limitQuantity(0, 3)).toBe(1);
  });
  test('A4: finds changed prices and insufficient stock', () => {
    const now = (change: object) => ({ product: 'a', name: 'a', was: 100, now: 100, stock: 5, ...change });
    expect(findLineChanges([line('a', 2), line('b')], [now({})])).toEqual([]);
    expect(findLineChanges([line('a', 2)], [now({ now: 90 })])).toEqual([now({ now: 90 })]);
    expect(findLineChanges([line('a', 2)], [now({ stock: 1 })])).toEqual([now({ stock: 1 })]);
    expect(findLineChanges([line('a', 2)], [now({ stock: 2 })])).toEqual([]);
  });
  test('returns the stock of the products in the cart', () => {
    const of = (product: string, stock: number) => ({ product, name: product, was: 1, now: 1, stock });
    expect(toKnownStock([line('a'), line('b')], [of('a', 3), of('b', 0), of('c', 9)])).toEqual({ a: 3, b: 0 });
  });
});

describe('X82: the cart checks the limits of an order', () => {
  const filled = (count: number, quantity = 1, price = 100) =>
    Array.from({ length: count }, (_, index) => line(randomUuid(index), quantity, price));
  const randomUuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const isTaken = (items: CartLine[]) => {
    const { orderItems, itemsPrice, taxPrice, shippingPrice, totalPrice } = toHomeDeliveryDraft(
      createCart(items),
      deliveryDetails(),
      'cod',
    );
    const draft = { ...OrderDraft.entries };
    return (
      v.is(draft.orderItems, orderItems) &&
      [itemsPrice, taxPrice, shippingPrice, totalPrice].every((sum) => v.is(draft.totalPrice, sum))
    );
  };

  test.each([
    [100, 1, 100],
    [101, 1, 100],
    [103, 1, 100],
    [1, 1_000, 20_000],
    [1, 1_000, 20_001],
    [2, 1_000, 10_000],
    [100, 1, 200_000],
    [100, 1, 200_001],
    [1, 1, 20_000_000],
  ])('X82: %d lines of %d pieces at Ksh %d are rejected exactly when the order is', (lines, quantity, price) => {
    const items = filled(lines, quantity, price);
    expect(getCartRefusal(createCart(items), {}) === null).toBe(isTaken(items));
  });

  test('X82: the text states how much to remove', () => {
    expect(getCartRefusal(createCart(filled(103)), {})).toBe(
      'One order takes at most 100 different products. Please remove 3 to go on.',
    );
    expect(getCartRefusal(createCart(filled(1, 1_000, 20_001)), {})).toBe(
      'One order comes to at most Ksh\u00a020,000,000. Please remove items worth Ksh\u00a01,000 to go on.',
    );
  });
});
