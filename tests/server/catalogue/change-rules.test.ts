import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  CHANGEABLE_NAMES,
  diffValues,
  isSame,
  ProductChange,
  toPrices,
  toProductChange,
  toReadableProduct,
  type Changeable,
} from '../../../server/modules/catalogue/change.rules.ts';
import { parseProduct } from '../../../server/modules/catalogue/import.rules.ts';

const x = (length: number) => 'x'.repeat(length);
const ID = '00000000-0000-4000-8000-000000000001';

describe('X76: a change of a product', () => {
  const isValid = (patch: object, more: object = {}) =>
    v.is(ProductChange, { id: ID, slug: null, named: null, patch, ...more });
  const place = (more: object) => ({ slug: x(150), name: x(100), ...more });
  const price = (more: object) => ({ price: { price: 1, ...more } });
  const stock = (more: object) => ({ stock: { counted: 5, source: 'abc a.csv', ...more } });

  test.each<[object, object]>([
    [{ name: x(300) }, { name: x(301) }],
    [{ name: 'A' }, { name: '' }],
    [{ description: x(10_000) }, { description: x(10_001) }],
    [price({}), price({ price: 0 })],
    [price({ price: 20_000_000 }), price({ price: 20_000_001 })],
    [price({ originalPrice: null }), price({ originalPrice: 0 })],
    [price({ flashPrice: 1 }), price({ flashPrice: 1.5 })],
    [price({ flashEndsAt: null }), price({ flashEndsAt: 'soon' })],
    [price({ flashStartsAt: '2099-01-01T00:00:00.000Z' }), price({ flashStartsAt: 5 })],
    [{ brand: place({}) }, { brand: place({ slug: x(151) }) }],
    [
      { category: { category: place({}), parent: null } },
      { category: { category: place({ name: x(101) }), parent: null } },
    ],
    [{ active: true, featured: false, new: true }, { stock: 5 }],
    [stock({}), stock({ counted: -1 })],
    [stock({ counted: 10_000_000, expected: 0 }), stock({ counted: 10_000_001 })],
    [stock({ source: x(300) }), stock({ source: x(301) })],
    [stock({ counted: 0 }), stock({ source: '' })],
    [stock({ expected: 5 }), stock({ expected: 0.5 })],
  ])('takes %j, and not %j', (taken, refused) => {
    expect([isValid(taken), isValid(refused)]).toEqual([true, false]);
  });

  test('names its product by an id', () => {
    expect([isValid({}), isValid({}, { id: 'a' })]).toEqual([true, false]);
  });

  test('ends a price before and a sale that are not above and below the new price', () => {
    const stored = { originalPrice: 200, flashPrice: 100 };
    const sale = { flashPrice: null, flashStartsAt: null, flashEndsAt: null };
    expect(toPrices({ price: 199 }, stored)).toEqual({ price: 199 });
    expect(toPrices({ price: 200 }, stored)).toEqual({ price: 200, originalPrice: null });
    expect(toPrices({ price: 101 }, stored)).toEqual({ price: 101 });
    expect(toPrices({ price: 100 }, stored)).toEqual({ price: 100, ...sale });
    expect(toPrices({ price: 300, originalPrice: 400 }, stored)).toEqual({ price: 300, originalPrice: 400 });
    expect(toPrices({ price: 50, flashPrice: 40 }, stored)).toEqual({ price: 50, flashPrice: 40 });
    expect(toPrices({ price: 5 }, { originalPrice: null, flashPrice: null })).toEqual({ price: 5 });
  });

  test('has the columns that differ, in any order of their fields', () => {
    const before = { a: 1, b: [{ name: 'x', value: 'y' }], c: null };
    expect(diffValues(before, { b: [{ value: 'y', name: 'x' }], c: undefined })).toBeNull();
    expect(diffValues(before, { a: 2, b: [], c: 5, d: undefined })).toEqual({
      before: { a: 1, b: [{ name: 'x', value: 'y' }], c: null },
      after: { a: 2, b: [], c: 5 },
    });
    expect([isSame([1, 2], [2, 1]), isSame('1', 1), isSame(null, undefined), isSame({ a: null }, {})]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('X76: what a change reads of a product', () => {
  test('reads a price and what belongs to it only to change prices, and the stock only to count it', () => {
    const prices = { price: 'x', originalPrice: 2, flashPrice: 3, flashStartsAt: 'a', flashEndsAt: 'b' };
    const given = { name: 'A', sku: 's', stock: 'y', ...prices };
    expect(toReadableProduct(given, ['price'])).toEqual({ name: 'A', sku: 's', ...prices });
    expect(toReadableProduct(given, ['name'])).toEqual({ name: 'A', sku: 's', price: 1 });
    expect(toReadableProduct(given, ['stock'])).toEqual({ name: 'A', sku: 's', price: 1, stock: 'y' });
  });

  test('needs a name where there is no code, or where the name changes', () => {
    const named = (given: object, columns: readonly Changeable[] = ['description']) =>
      (toReadableProduct(given, columns) as { name?: unknown }).name;
    for (const code of [{ sku: 's' }, { slug: 's' }, { sku: 's', name: '' }, { sku: 's', name: null }])
      expect(named(code), JSON.stringify(code)).toBe('named by its code');
    expect(named({ sku: '', slug: null })).toBeUndefined();
    expect(named({ sku: 's', name: 'A' })).toBe('A');
    expect([named({ sku: 's', name: '' }, ['name']), named({ sku: 's' }, ['name'])]).toEqual(['', 'named by its code']);
    for (const none of [null, 'text', [1]]) expect(toReadableProduct(none, ['name'])).toBe(none);
  });

  test('changes the columns that are meant and in the file', () => {
    const now = new Date('2026-06-01');
    const given = { name: 'A', price: 100, flashPrice: 90, flashEndsAt: '2099-01-01', isFeatured: true };
    const outcome = parseProduct(given, { rate: 1, lowest: 1, now });
    if ('fault' in outcome) throw new Error(outcome.fault.reason);
    const changed = (columns: readonly Changeable[], fields: readonly string[], more: object = {}, source = '') =>
      toProductChange({ ...outcome.product, ...more }, ID, { columns, has: (field) => fields.includes(field), source });
    expect(changed(CHANGEABLE_NAMES, ['price'])).toEqual({
      id: ID,
      slug: null,
      named: 'A',
      patch: { price: { price: 100 } },
    });
    expect(changed(['price'], ['price', 'originalPrice', 'flashPrice', 'name']).patch).toEqual({
      price: {
        price: 100,
        originalPrice: null,
        flashPrice: 90,
        flashStartsAt: null,
        flashEndsAt: '2099-01-01T20:59:59.999Z',
      },
    });
    expect(changed(['price'], ['price'], { originalPrice: 120 }).patch).toEqual({
      price: { price: 100, originalPrice: 120 },
    });
    const source = 'abc a.csv';
    expect(changed(['stock'], ['stock'], { stock: 0 }, source).patch).toEqual({ stock: { counted: 0, source } });
    for (const [columns, stock] of [
      [['stock'], null],
      [CHANGEABLE_NAMES, 5],
    ] as const)
      expect(changed(columns, ['stock'], { stock }, source).patch).toEqual({});
    expect(changed(['featured', 'active'], ['isFeatured']).patch).toEqual({ featured: true });
    expect(changed(['category'], ['category']).patch).toMatchObject({ category: { category: { name: 'Other' } } });
    expect(changed(['category'], ['categories']).patch).toHaveProperty('category');
    expect(changed(['name'], ['name'], { slug: 'a' })).toMatchObject({ slug: 'a', named: null, patch: { name: 'A' } });
    expect(changed(['name'], ['name'], { key: 'sku s' }).named).toBeNull();
  });
});
