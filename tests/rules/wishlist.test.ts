import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCartProduct, isSameWishlist, parseStoredWishlist, toWishlistItem } from '../../src/rules/cart/wishlist.ts';
import { toCartLine } from '../../src/rules/cart/cart.ts';
import { phone, wish } from '../flows/wishlist/wishlist.samples.ts';

const { id: _id, ...withoutId } = wish.b;
const withEntry = (entry: unknown) => JSON.stringify([wish.a, entry]);

describe('§3, H10: the wishlist in the storage', () => {
  test('its entries, and nothing else of them', () => {
    expect(parseStoredWishlist(withEntry(wish.b))).toEqual([wish.a, wish.b]);
    expect(parseStoredWishlist(withEntry({ ...wish.b, color: 'red' }))).toEqual([wish.a, wish.b]);
    expect(parseStoredWishlist(withEntry({ ...wish.b, price: 0 }))).toEqual([wish.a, { ...wish.b, price: 0 }]);
  });
  test.each([
    ['nothing', null],
    ['no JSON', '{oops'],
    ['an object', '{"a":1}'],
    ['null', 'null'],
  ])('%s is no wishlist', (_, text) => expect(parseStoredWishlist(text)).toEqual([]));
  test.each([
    ['an entry that is null', withEntry(null)],
    ['an entry that is a text', withEntry('abc')],
    ['an entry without id', withEntry(withoutId)],
    ['an empty id', withEntry({ ...wish.b, id: '' })],
    ['a name that is none', withEntry({ ...wish.b, name: 2 })],
    ['a picture that is none', withEntry({ ...wish.b, image: null })],
    ['a slug that is none', withEntry({ ...wish.b, slug: {} })],
    ['a price in words', withEntry({ ...wish.b, price: '200' })],
    ['a price below 0', withEntry({ ...wish.b, price: -1 })],
    ['a product twice', withEntry(wish.a)],
  ])('X82: %s loses only itself', (_, text) => expect(parseStoredWishlist(text)).toEqual([wish.a]));
});

test('H10: whatever stands in the storage, what is read of it can be stored and read again', () => {
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

test('A4: a wish and what the cart takes of it are at the price that is charged now', () => {
  const reduced = { ...phone, price: 2000, finalPrice: 1500, originalPrice: 2000 };
  expect(toWishlistItem(reduced)).toEqual(wish.a);
  expect(toWishlistItem({ ...reduced, images: [] }).image).toBe('');
  expect(toCartLine(toCartProduct(wish.a), 1)).toEqual({ ...toCartLine(reduced, 1), category: '' });
});

test('wishes are the same by all that they say, in order', () => {
  expect(isSameWishlist([wish.a, wish.b], [{ ...wish.a }, { ...wish.b }])).toBe(true);
  expect(isSameWishlist([wish.a, wish.b], [wish.b, wish.a])).toBe(false);
  for (const field of ['id', 'name', 'price', 'image', 'slug'] as const)
    expect(isSameWishlist([wish.a], [{ ...wish.a, [field]: field === 'price' ? 1 : 'x' }])).toBe(false);
});
