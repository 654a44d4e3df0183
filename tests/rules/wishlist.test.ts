import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCartProduct, isSameWishlist, parseStoredWishlist, toWishlistItem } from '../../src/rules/cart/wishlist.ts';
import { toCartLine } from '../../src/rules/cart/cart.ts';
import { phone, wish } from '../flows/wishlist/wishlist.samples.ts';

const { id: _id, ...withoutId } = wish.b;
const withEntry = (entry: unknown) => JSON.stringify([wish.a, entry]);

describe('§3, H10: the wishlist in the storage', () => {
  test('parses its entries and drops unknown fields', () => {
    expect(parseStoredWishlist(withEntry(wish.b))).toEqual([wish.a, wish.b]);
    expect(parseStoredWishlist(withEntry({ ...wish.b, color: 'red' }))).toEqual([wish.a, wish.b]);
    expect(parseStoredWishlist(withEntry({ ...wish.b, price: 0 }))).toEqual([wish.a, { ...wish.b, price: 0 }]);
  });
  test.each([
    ['no stored text', null],
    ['invalid JSON', '{oops'],
    ['an object', '{"a":1}'],
    ['null', 'null'],
  ])('%s gives an empty wishlist', (_, text) => expect(parseStoredWishlist(text)).toEqual([]));
  test.each([
    ['an entry that is null', withEntry(null)],
    ['an entry that is a string', withEntry('abc')],
    ['an entry without id', withEntry(withoutId)],
    ['an empty id', withEntry({ ...wish.b, id: '' })],
    ['an invalid name', withEntry({ ...wish.b, name: 2 })],
    ['an invalid picture', withEntry({ ...wish.b, image: null })],
    ['an invalid slug', withEntry({ ...wish.b, slug: {} })],
    ['a price that is a string', withEntry({ ...wish.b, price: '200' })],
    ['a price below 0', withEntry({ ...wish.b, price: -1 })],
    ['a product twice', withEntry(wish.a)],
  ])('X82: %s drops only that entry', (_, text) => expect(parseStoredWishlist(text)).toEqual([wish.a]));
});

test('H10: the wishlist parsed from any storage can be stored and parsed again', () => {
  const orNot = (good: fc.Arbitrary<unknown>) => fc.oneof({ arbitrary: good, weight: 9 }, fc.anything());
  const word = orNot(fc.string());
  const entry = fc.record(
    { id: word, name: word, price: orNot(fc.nat()), image: word, slug: word, more: fc.anything() },
    { requiredKeys: ['id', 'name', 'price', 'image', 'slug'] },
  );
  const list = fc.array(orNot(entry), { maxLength: 3 }).map((it) => JSON.stringify(it));
  const text = fc.oneof(fc.string(), fc.json(), list);
  fc.assert(
    fc.property(text, (it) => {
      const wishes = parseStoredWishlist(it);
      expect(parseStoredWishlist(JSON.stringify(wishes))).toEqual(wishes);
    }),
  );
});

test('A4: a wish and its cart line have the current charged price', () => {
  const reduced = { ...phone, price: 2000, finalPrice: 1500, originalPrice: 2000 };
  expect(toWishlistItem(reduced)).toEqual(wish.a);
  expect(toWishlistItem({ ...reduced, images: [] }).image).toBe('');
  expect(toCartLine(toCartProduct(wish.a), 1)).toEqual({ ...toCartLine(reduced, 1), category: '' });
});

test('compares wishlists by all fields and the order', () => {
  expect(isSameWishlist([wish.a, wish.b], [{ ...wish.a }, { ...wish.b }])).toBe(true);
  expect(isSameWishlist([wish.a, wish.b], [wish.b, wish.a])).toBe(false);
  for (const field of ['id', 'name', 'price', 'image', 'slug'] as const)
    expect(isSameWishlist([wish.a], [{ ...wish.a, [field]: field === 'price' ? 1 : 'x' }])).toBe(false);
});
