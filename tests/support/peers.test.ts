import { expect, test } from 'vitest';
import { findFault } from '../../tools/bench/peers/check.ts';
import type { CatalogueProduct, FoundProduct } from '../../tools/bench/peers/contestant.ts';

const phones = [{ slug: 'phones', name: 'Phones' }];
const catalogue: CatalogueProduct[] = Array.from({ length: 14 }, (_, index) => ({
  slug: `phone-${index}`,
  name: `Samsung Phone ${index}`,
  price: 100 + index,
  description: '',
  stock: 1,
  brand: 'Samsung',
  categories: phones,
  specifications: [],
}));
const others = [{ ...catalogue[0], slug: 'cable', name: 'Anker Cable', price: 1, categories: [] } as CatalogueProduct];
const all = [...catalogue, ...others];
const list = { kind: 'list', category: 'phones' } as const;
const twelve: FoundProduct[] = catalogue.slice(0, 12).map(({ slug, name, price }) => ({ slug, name, price }));

test('accepts the cheapest twelve of a category, one product, and twelve matches in any order', () => {
  expect(findFault(list, 14, twelve, all)).toBeNull();
  expect(findFault({ kind: 'detail', slug: 'phone-3', isShort: false }, 1, twelve.slice(3, 4), all)).toBeNull();
  expect(findFault({ kind: 'search', word: 'samsung' }, 14, twelve.toReversed(), all)).toBeNull();
});

test.each<[string, number, FoundProduct[]]>([
  ['no products', 14, []],
  ['too few products', 14, twelve.slice(1)],
  ['another total', 13, twelve],
  ['a product twice', 14, [...twelve.slice(0, 11), ...twelve.slice(0, 1)]],
  ['a product of another category', 14, [...twelve.slice(0, 11), { slug: 'cable', name: 'Anker Cable', price: 1 }]],
  ['an unknown product', 14, [...twelve.slice(0, 11), { slug: 'phone-99', name: 'Samsung Phone 99', price: 111 }]],
  ['another price', 14, twelve.map((one, index) => (index === 0 ? { ...one, price: 10_000 } : one))],
  ['another name', 14, twelve.map((one, index) => (index === 0 ? { ...one, name: '' } : one))],
  ['another order', 14, twelve.toReversed()],
])('refuses a list with %s', (_, total, found) => {
  expect(findFault(list, total, found, all)).not.toBeNull();
});

test.each<[string, FoundProduct]>([
  ['a product twice', twelve[0] ?? { slug: '', name: '', price: 0 }],
  ['a product of another kind', { slug: 'cable', name: 'Anker Cable', price: 1 }],
  ['an unknown product', { slug: 'phone-99', name: 'Samsung Phone 99', price: 111 }],
  ['another price', { slug: 'phone-13', name: 'Samsung Phone 13', price: 111 }],
  ['another name', { slug: 'phone-13', name: 'Samsung', price: 113 }],
])('refuses a search with %s', (_, wrong) => {
  expect(findFault({ kind: 'search', word: 'samsung' }, 14, [...twelve.slice(0, 11), wrong], all)).not.toBeNull();
});

test('refuses a question that no product answers', () => {
  expect(findFault({ kind: 'search', word: 'nokia' }, 0, [], all)).not.toBeNull();
});
