import { describe, expect, test } from 'vitest';
import { parseStoredCart } from '../../src/rules/cart/stored-cart.ts';
import { cableLine, phoneLine, stored } from '../flows/support/shop.samples.ts';

const withLine = (line: unknown) => JSON.stringify({ items: [phoneLine(1), line] });
const { id: _id, ...withoutId } = cableLine(1);

describe('§4, H10: the cart in the storage', () => {
  test('parses its lines and drops unknown fields', () => {
    expect(parseStoredCart(stored(phoneLine(2), cableLine(1)))).toEqual([phoneLine(2), cableLine(1)]);
    expect(parseStoredCart(withLine({ ...cableLine(1), color: 'red' }))).toEqual([phoneLine(1), cableLine(1)]);
  });
  test('U19: ignores the stored totals', () =>
    expect(parseStoredCart(JSON.stringify({ items: [phoneLine(2)], totalAmount: 'free' }))).toEqual([phoneLine(2)]));
  test('accepts a price of 0 and a quantity of 1', () =>
    expect(parseStoredCart(withLine({ ...cableLine(1), price: 0 }))).toEqual([
      phoneLine(1),
      { ...cableLine(1), price: 0 },
    ]));
  test.each([
    ['no stored text', null],
    ['invalid JSON', '{'],
    ['a string', '"items"'],
    ['a number', '3'],
    ['null', 'null'],
    ['no lines', '{}'],
    ['lines that are not a list', '{"items":"ab"}'],
    ['lines that are null', '{"items":null}'],
  ])('%s gives an empty cart', (_, text) => expect(parseStoredCart(text)).toEqual([]));
  test.each([
    ['a line that is null', withLine(null)],
    ['a line that is a string', withLine('abc')],
    ['a line without id', withLine(withoutId)],
    ['an empty id', withLine({ ...cableLine(1), id: '' })],
    ['an id that is a number', withLine({ ...cableLine(1), id: 2 })],
    ['an invalid name', withLine({ ...cableLine(1), name: 2 })],
    ['an invalid picture', withLine({ ...cableLine(1), image: null })],
    ['an invalid category', withLine({ ...cableLine(1), category: {} })],
    ['a price that is a string', withLine({ ...cableLine(1), price: '200' })],
    ['a price with cents', withLine({ ...cableLine(1), price: 0.5 })],
    ['a price below 0', withLine({ ...cableLine(1), price: -1 })],
    ['no pieces', withLine({ ...cableLine(1), quantity: 0 })],
    ['half a piece', withLine({ ...cableLine(1), quantity: 1.5 })],
    ['a quantity that is a string', withLine({ ...cableLine(1), quantity: '1' })],
    ['a product twice', stored(phoneLine(1), phoneLine(2))],
  ])('X82: %s drops only that line', (_, text) => expect(parseStoredCart(text)).toEqual([phoneLine(1)]));
});
