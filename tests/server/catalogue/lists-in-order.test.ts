// @engine postgres
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SORTS, getFacets, listCategories, listProducts } from '../../../contract/catalogue.ts';
import { findNewestProducts, findRunningDeals } from '../../../server/modules/catalogue/catalogue.repository.ts';
import { findKnownSpecifications } from '../../../server/modules/catalogue/facets.repository.ts';
import { listProducts as listRows } from '../../../server/modules/catalogue/list.repository.ts';
import { toFilter, isPlainSearch } from '../../../server/modules/catalogue/product-filter.rules.ts';
import { getChargedPrice } from '../../../server/modules/catalogue/product-view.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addBrand, addCategory, addProduct, inMs } from './products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function slugs(query: Record<string, unknown>) {
  const { status, body } = await shop.call(listProducts, query);
  expect(status).toBe(200);
  return body.data.products.map(({ slug }) => slug);
}

describe('products that differ only by id', () => {
  const getId = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
  const backwards = ['same-4', 'same-3', 'same-2', 'same-1'];

  beforeAll(async () => {
    // Inserted out of id order, so that the table order never equals the expected order.
    const of = { name: 'Same kettle', category: 'same', createdAt: shop.clock.now() };
    for (const at of [2, 0, 3, 1]) await addProduct(shop, { ...of, id: getId(at + 1), slug: `same-${at + 1}` });
  });

  test.each(SORTS)('§2: a list by %s has one order, as a whole and page by page', async (sortBy) => {
    for (const more of [{ category: 'same' }, { search: 'same kettle' }, { category: 'same', search: 'kettle' }]) {
      expect(await slugs({ ...more, sortBy })).toEqual(backwards);
      const pages = [];
      for (const page of [1, 2, 3, 4]) pages.push(...(await slugs({ ...more, sortBy, page, limit: 1 })));
      expect(pages).toEqual(backwards);
    }
  });

  test('§2: sorts equal ratings by more reviews, and equal prices by newest', async () => {
    const of = { category: 'close', rating: 4, price: 700 };
    await addProduct(shop, { ...of, slug: 'few', numReviews: 2, createdAt: inMs(shop, -1_000) });
    await addProduct(shop, { ...of, slug: 'many', numReviews: 9, createdAt: inMs(shop, -3_000) });
    await addProduct(shop, { ...of, slug: 'none', numReviews: 0, createdAt: inMs(shop, -2_000) });
    await addProduct(shop, { ...of, slug: 'best', numReviews: 1, rating: 4.5, createdAt: inMs(shop, -9_000) });
    expect(await slugs({ category: 'close', sortBy: 'rating' })).toEqual(['best', 'many', 'few', 'none']);
    for (const sortBy of ['newest', 'price_low', 'price_high'])
      expect(await slugs({ category: 'close', sortBy })).toEqual(['few', 'none', 'many', 'best']);
  });
});

test('§7: newest products and deals with equal times have one order', async () => {
  const [starts, now, ends] = ['2090-01-01', '2090-02-01', '2090-03-01'].map((day) => new Date(day));
  const deal = { price: 2_000, flashPrice: 500, flashStartsAt: starts ?? null, flashEndsAt: ends ?? null };
  const digits = [5, 2, 8, 1, 7, 3, 6, 4];
  const createdAt = inMs(shop, 60_000);
  for (const digit of digits) {
    const id = `00000000-0000-4000-8000-00000000001${digit}`;
    await addProduct(shop, { ...deal, id, slug: `deal-${digit}`, category: 'dealt', createdAt });
  }
  const backwards = digits.toSorted((one, other) => other - one).map((digit) => `deal-${digit}`);
  // Disables index scans, whose order could hide a missing sort.
  await shop.db.tx(async (tx) => {
    for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
      await tx.execute(sql`select set_config(${`enable_${way}`}, 'off', true)`);
    expect((await findNewestProducts(tx, 8)).map(({ slug }) => slug)).toEqual(backwards);
    const deals = await findRunningDeals(tx, 8, now ?? new Date(0));
    expect(deals.map(({ slug }) => slug)).toEqual(backwards);
  });
});

test('a search is plain when it has only words and sorts by relevance', () => {
  const plain = toFilter({ search: 'kettle' }, []);
  expect(isPlainSearch(plain)).toBe(true);
  for (const other of [{ terms: null }, { sort: 'newest' }, { category: 'kettles' }] as const)
    expect(isPlainSearch({ ...plain, ...other })).toBe(false);
});

test('U16: knows a requested specification by its name, with any value and in any category', async () => {
  await addProduct(shop, { category: 'known', specifications: [{ name: 'Known', value: 'yes' }] });
  await addProduct(shop, { category: 'elsewhere', specifications: [{ name: 'Known', value: 'yes' }] });
  const asked = [
    { name: 'Known', value: 'yes' },
    { name: 'Known', value: 'no' },
    { name: 'Unknown', value: 'yes' },
  ];
  const counts = async (category: string | null) =>
    (await findKnownSpecifications(shop.db.sql, asked, category))
      .map(({ name, value, products }) => `${name} ${value}: ${products}`)
      .sort();
  expect(await counts(null)).toEqual(['Known no: 0', 'Known yes: 2']);
  expect(await counts('known')).toEqual(['Known no: 0', 'Known yes: 1']);
});

test('A3: a flash deal runs from its start up to, but not including, its end', async () => {
  const now = new Date('2026-11-27T09:00:00.000Z');
  const [before, later] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)];
  const of = { category: 'edges', price: 2_000, flashPrice: 500 };
  await addProduct(shop, { ...of, slug: 'starts', flashStartsAt: now, flashEndsAt: later });
  await addProduct(shop, { ...of, slug: 'open', flashStartsAt: now });
  await addProduct(shop, { ...of, slug: 'later', flashStartsAt: later, flashEndsAt: inMs(shop, 60_000) });
  await addProduct(shop, { ...of, slug: 'ends', flashStartsAt: before, flashEndsAt: now });
  const found = async (query: { readonly minPrice?: number; readonly maxPrice?: number }) => {
    const options = { isSlim: false, isSuggestion: false };
    const filter = toFilter({ category: 'edges', ...query }, []);
    const { rows } = await listRows(shop.db.sql, filter, options, now);
    for (const row of rows) expect(getChargedPrice(row, now), row.slug).toBe('maxPrice' in query ? 500 : 2_000);
    return rows.map(({ slug }) => slug).sort();
  };
  expect(await found({ maxPrice: 500 })).toEqual(['open', 'starts']);
  expect(await found({ minPrice: 501 })).toEqual(['ends', 'later']);
  // A sale without an end is a lower price, not a deal.
  expect((await findRunningDeals(shop.db.sql, 9, now)).map(({ slug }) => slug)).toEqual(['starts']);
});

describe('§7 GET /categories', () => {
  test('A42: lists first-level categories before those of the second level, in any sort order', async () => {
    const own = await createTestApp();
    const top = await addCategory(own, 'zz-top', { sortOrder: 9 });
    await addCategory(own, 'aa-below', { sortOrder: 0, parentId: top });
    await addCategory(own, 'ab-top', { sortOrder: 9 });
    const order = (await own.call(listCategories, {})).body.data.categories.map(({ slug }) => slug);
    expect(order).toEqual(['ab-top', 'zz-top', 'aa-below']);
    await own.close();
  });
});

describe('U16: limits of facets', () => {
  let own: TestApp;
  const facets = async (query: Record<string, unknown> = {}) => (await own.call(getFacets, query)).body.data;

  beforeAll(async () => {
    own = await createTestApp();
    // 201 brands with one product each, not ordered by name. One brand has two.
    const numbers = Array.from({ length: 201 }, (_, at) => (at * 100) % 201);
    for (const at of numbers) await addBrand(own, `maker-${String(at).padStart(3, '0')}`);
    const values = (at: number) => [
      ...(at < 3 ? [{ name: 'Zoom', value: `${at}x` }] : []),
      ...(at < 41 ? [{ name: 'Shade', value: `s${at}` }] : []),
      // 19 more names of one product each. With the two above, this is one over the limit.
      ...(at >= 100 && at < 119 ? [{ name: `Rare ${at}`, value: 'yes' }] : []),
    ];
    for (const at of numbers)
      await addProduct(own, {
        slug: `p-${at}`,
        brand: `maker-${String(at).padStart(3, '0')}`,
        specifications: values(at),
        isFeatured: true,
      });
    await addProduct(own, {
      slug: 'second',
      brand: 'maker-200',
      specifications: [{ name: 'Shade', value: 's40' }],
      isFeatured: true,
    });
  });
  afterAll(() => own.close());

  test.each([{}, { featured: 'true' }, { minPrice: 1 }, { search: 'phone' }])(
    'U16: with %j lists the 200 brands with most products, then by name',
    async (query) => {
      const { brands } = await facets(query);
      expect(brands).toHaveLength(200);
      expect(brands.slice(0, 3).map(({ slug }) => slug)).toEqual(['maker-200', 'maker-000', 'maker-001']);
      expect(brands.at(-1)?.slug).toBe('maker-198');
    },
  );

  test.each([{}, { featured: 'true' }, { minPrice: 1 }, { search: 'phone' }])(
    'U16: with %j lists the 20 most common names, each with its 40 most common values',
    async (query) => {
      const { specifications } = await facets(query);
      expect(specifications).toHaveLength(20);
      const names = specifications.map(({ name }) => name);
      expect(names.slice(0, 3)).toEqual(['Shade', 'Zoom', 'Rare 100']);
      expect(names).not.toContain('Rare 118');
      const shades = specifications[0]?.values ?? [];
      expect(shades).toHaveLength(40);
      expect(shades.find(({ value }) => value === 's40')?.count).toBe(2);
      // Shows 39 of the 40 shades with one product, in alphabetical order: s0, s1, s10 … s8. The last one is s9.
      expect(shades.map(({ value }) => value)).not.toContain('s9');
    },
  );
});
