import { describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders.ts';
import { getLinesToCheck, canReorder, reorderLines, getNavigationTexts } from '../../src/rules/orders/reorder.ts';
import type { CurrentLine } from '../../src/rules/orders/reorder.ts';

const item = { _id: 'l1', product: 'a', name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' };
const cable = { ...item, _id: 'l2', product: 'b', name: 'Cable B', quantity: 1, price: 200 };
const order: Pick<Order, 'orderItems'> = { orderItems: [item, cable] };
const phoneNow: CurrentLine = { product: 'a', now: 1500, stock: 3 };
const cableNow: CurrentLine = { product: 'b', now: 200, stock: 9 };

/** The lines for the cart as `product x quantity at price`, and the texts. */
const outcome = (...lines: CurrentLine[]) => {
  const { added, texts } = reorderLines(order, lines);
  return [added.map(({ product, quantity }) => `${product._id} x ${quantity} at ${product.price}`), texts];
};

test('D21: a pending order cannot be reordered', () =>
  expect(
    (['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const).map((status) => canReorder({ status })),
  ).toEqual([false, true, true, true, true]));

test('Q25: requests the lines with their old prices', () =>
  expect(getLinesToCheck(order)).toEqual([
    { id: 'a', quantity: 2, price: 1500 },
    { id: 'b', quantity: 1, price: 200 },
  ]));

describe('Q25: a reorder adds to the cart', () => {
  test('all lines', () => expect(outcome(phoneNow, cableNow)).toEqual([['a x 2 at 1500', 'b x 1 at 200'], []]));

  test('the remaining pieces at the current price, with a text for each change (U17, A4)', () =>
    expect(outcome({ ...phoneNow, now: 1400, stock: 1 }, { ...cableNow, stock: 0 })).toEqual([
      ['a x 1 at 1400'],
      [
        'Only 1 of Phone A left; you had ordered 2.',
        'Phone A costs Ksh\u00a01,400 now (Ksh\u00a01,500 when you ordered it).',
        'Cable B is sold out.',
      ],
    ]));

  test('only products that the shop still sells', () =>
    expect(outcome({ ...phoneNow, stock: 2 })).toEqual([['a x 2 at 1500'], ['Cable B is no longer sold.']]));

  test('all pieces of a line without a stock limit (U17)', () =>
    expect(outcome(phoneNow, { ...cableNow, stock: null })).toEqual([['a x 2 at 1500', 'b x 1 at 200'], []]));

  test('nothing, with a text about it first', () =>
    expect(outcome({ ...phoneNow, stock: 0 })).toEqual([
      [],
      ['None of these items can be ordered any more.', 'Phone A is sold out.', 'Cable B is no longer sold.'],
    ]));
});

test.each([null, 'text', {}, { texts: 'no list' }, { texts: [1] }])(
  'Q25: a navigation state of %j has no texts',
  (state) => expect(getNavigationTexts(state)).toEqual([]),
);

test('Q25: the navigation state carries the texts to the cart', () =>
  expect(getNavigationTexts({ texts: ['Cable B is sold out.'] })).toEqual(['Cable B is sold out.']));
