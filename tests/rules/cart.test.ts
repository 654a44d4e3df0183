import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addLine, boundedQuantity, cartOf, removeLine, removeOrdered, setLineQuantity } from '../../src/rules/cart.ts';
import type { CartLine } from '../../src/rules/cart.ts';

const line = (id: string, quantity = 1, price = 100): CartLine => ({
  id,
  name: id,
  price,
  image: '',
  category: '',
  quantity,
});
const ids = fc.constantFrom('a', 'b', 'c');

test('U18: adding n is the same as adding one n times', () => {
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

test('U19: totals are sums of the lines after any changes', () => {
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
        if (act === 'set') return setLineQuantity(cart, id, n, null);
        return act === 'remove' ? removeLine(cart, id) : removeOrdered(cart, [{ id, quantity: n }]);
      }, []);
      const { totalQuantity, totalAmount } = cartOf(items);
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
  ])('%d with stock %s is %i', (wanted, stock, quantity) => expect(boundedQuantity(wanted, stock)).toBe(quantity));
});

describe('U6, Q22: what was ordered leaves the cart, and nothing else', () => {
  test.each<[string, CartLine[], CartLine[]]>([
    ['exactly the ordered line', [line('a', 2)], []],
    ['a line added meanwhile stays', [line('a', 2), line('b', 1)], [line('b', 1)]],
    ['pieces added meanwhile stay', [line('a', 3)], [line('a', 1)]],
    ['a second message changes nothing', [], []],
  ])('%s', (_, before, after) => expect(removeOrdered(before, [{ id: 'a', quantity: 2 }])).toEqual(after));
});
