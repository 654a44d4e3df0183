// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCategories, listProducts } from '../../../contract/catalogue.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addCategory, addProduct, inMs } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  await addCategory(shop, 'phones', { sortOrder: 2 });
  await addCategory(shop, 'tvs', { sortOrder: 1 });
  await addCategory(shop, 'audio', { sortOrder: 1 });
  await addCategory(shop, 'hidden', { sortOrder: 0, isActive: false });
  await addCategory(shop, 'smartphones', { parentId: await addCategory(shop, 'phones') });
  const day = 86_400_000;
  const spec = (value: string) => [
    { name: 'RAM', value },
    { name: 'page', value: 'A4' },
  ];
  await addProduct(shop, {
    slug: 'spark',
    name: 'Spark 40',
    brand: 'tecno',
    price: 15_000,
    rating: 4.2,
    specifications: spec('8 GB'),
    createdAt: inMs(shop, -day),
  });
  await addProduct(shop, {
    slug: 'galaxy',
    name: 'Galaxy 100% A56',
    brand: 'samsung',
    category: 'smartphones',
    price: 50_000,
    originalPrice: 60_000,
    rating: 4.8,
    isFeatured: true,
    specifications: spec('8 GB'),
    createdAt: inMs(shop, -2 * day),
  });
  await addProduct(shop, {
    slug: 'flash',
    name: 'Flash phone',
    brand: 'samsung',
    price: 40_000,
    flashPrice: 10_000,
    flashEndsAt: inMs(shop, 3_600_000),
    stock: 0,
    createdAt: inMs(shop, -3 * day),
  });
  await addProduct(shop, {
    slug: 'bravia',
    name: 'Bravia',
    brand: 'sony',
    category: 'tvs',
    price: 90_000,
    createdAt: inMs(shop, -4 * day),
  });
  await addProduct(shop, { slug: 'old', name: 'Old phone', brand: 'tecno', price: 1, isActive: false });
});
afterAll(() => shop.close());

async function slugs(query: Record<string, unknown> = {}) {
  const { status, body } = await shop.call(listProducts, query);
  expect(status).toBe(200);
  return body.data.products.map(({ slug }) => slug);
}

describe('§7 GET /products', () => {
  test('§2: newest first, also for an unknown sort', async () => {
    expect(await slugs()).toEqual(['spark', 'galaxy', 'flash', 'bravia']);
    expect(await slugs({ sortBy: 'newest' })).toEqual(['spark', 'galaxy', 'flash', 'bravia']);
    expect(await slugs({ sortBy: 'toString' })).toEqual(['spark', 'galaxy', 'flash', 'bravia']);
  });

  test('A3: price filters and price sorts use the current price', async () => {
    expect(await slugs({ sortBy: 'price_low' })).toEqual(['flash', 'spark', 'galaxy', 'bravia']);
    expect(await slugs({ sortBy: 'price_high' })).toEqual(['bravia', 'galaxy', 'spark', 'flash']);
    expect(await slugs({ maxPrice: 14_999 })).toEqual(['flash']);
    expect(await slugs({ minPrice: 15_000, maxPrice: 50_000 })).toEqual(['spark', 'galaxy']);
    expect(await slugs({ minPrice: 2, maxPrice: 1 })).toEqual([]);
  });

  test('§2: sorts by rating', async () => {
    expect((await slugs({ sortBy: 'rating' })).slice(0, 2)).toEqual(['galaxy', 'spark']);
  });

  test('§2: filters by a category with its children, by brands with commas, and by both', async () => {
    expect(await slugs({ category: 'phones' })).toEqual(['spark', 'galaxy', 'flash']);
    expect(await slugs({ category: 'smartphones' })).toEqual(['galaxy']);
    expect(await slugs({ category: 'nothing' })).toEqual([]);
    expect(await slugs({ brand: 'sony, samsung' })).toEqual(['galaxy', 'flash', 'bravia']);
    expect(await slugs({ brand: ',' })).toHaveLength(4);
    expect(await slugs({ category: 'phones', brand: 'samsung', sortBy: 'price_low' })).toEqual(['flash', 'galaxy']);
  });

  test('§7, H7: a search finds words in name, brand and category, and ignores symbols', async () => {
    expect(await slugs({ search: 'GALAXY' })).toEqual(['galaxy']);
    expect(await slugs({ search: 'samsung phone' })).toEqual(['flash', 'galaxy']);
    expect(await slugs({ search: 'tvs' })).toEqual(['bravia']);
    expect(await slugs({ search: '100%' })).toEqual(['galaxy']);
    expect(await slugs({ search: '%' })).toEqual([]);
    expect(await slugs({ search: '_' })).toEqual([]);
    expect(await slugs({ search: '\\' })).toEqual([]);
    expect(await slugs({ search: '   ' })).toHaveLength(4);
  });

  test('§7: filters by featured', async () => {
    expect(await slugs({ featured: 'true' })).toEqual(['galaxy']);
    expect(await slugs({ featured: 'false' })).toHaveLength(4);
  });

  test('Q25, A5: filters by a known specification and ignores an unknown key', async () => {
    expect(await slugs({ RAM: '8 GB' })).toEqual(['spark', 'galaxy']);
    expect(await slugs({ RAM: '16 GB' })).toEqual([]);
    expect(await slugs({ RAM: '8 GB', brand: 'samsung' })).toEqual(['galaxy']);
    expect(
      await slugs({ Sparkle: 'yes', utm_source: 'whatsapp', fbclid: 'x', gclid: 'y', ref: 'z', section: 'orders' }),
    ).toHaveLength(4);
    // A reserved name is a parameter. The specification with that name needs the prefix `spec.`.
    expect(await slugs({ 'spec.page': 'A4' })).toEqual(['spark', 'galaxy']);
  });

  test('A58: only the empty list of an unknown category is marked as such', async () => {
    const isUnknown = async (query: Record<string, unknown>) =>
      (await shop.call(listProducts, query)).body.data.isUnknownCategory;
    expect(await isUnknown({ category: 'no-such' })).toBe(true);
    expect(await isUnknown({ category: 'no-such', brand: 'sony', page: 9 })).toBe(true);
    // A shopper must not learn that a hidden category exists.
    expect(await isUnknown({ category: 'hidden' })).toBe(true);
    expect(await isUnknown({ category: 'audio' })).toBeUndefined();
    expect(await isUnknown({ category: 'phones', RAM: '16 GB' })).toBeUndefined();
    expect(await isUnknown({ category: 'phones', search: 'nothing' })).toBeUndefined();
    expect(await isUnknown({ category: 'phones', page: 9 })).toBeUndefined();
    expect(await isUnknown({ category: 'phones' })).toBeUndefined();
    expect(await isUnknown({ search: 'nothing' })).toBeUndefined();
  });

  test('D20: a guest never sees inactive products, with any parameters', async () => {
    expect(await slugs({ activeOnly: false })).not.toContain('old');
    expect(await slugs({ activeOnly: 'false', search: 'old' })).toEqual([]);
  });

  test('A8: ignores the reserved rating, with any value', async () => {
    for (const given of [{ rating: '5' }, { minRating: '5' }, { rating: '-1', minRating: 'NaN' }])
      expect(await slugs(given)).toEqual(['spark', 'galaxy', 'flash', 'bravia']);
  });

  test('A58: reports an unknown category, and not one without products', async () => {
    const isUnknown = async (query: Record<string, unknown>) =>
      (await shop.call(listProducts, query)).body.data.isUnknownCategory ?? false;
    expect(await isUnknown({ category: 'nope' })).toBe(true);
    expect(await isUnknown({ category: 'nope', brand: 'sony', search: 'tv', page: 2 })).toBe(true);
    expect(await isUnknown({ category: 'hidden' })).toBe(true);
    for (const query of [{}, { category: 'audio' }, { category: 'tvs', brand: 'tecno' }, { category: 'tvs', page: 9 }])
      expect(await isUnknown(query), JSON.stringify(query)).toBe(false);
  });

  test('A10, U16: 12 per page, at most 48, and 1000 slim rows for the old filter call', async () => {
    const readLimit = async (limit?: number) =>
      (await shop.call(listProducts, limit === undefined ? {} : { limit })).body.data.pagination.limit;
    expect([
      await readLimit(),
      await readLimit(0),
      await readLimit(-5),
      await readLimit(48),
      await readLimit(49),
      await readLimit(999),
      await readLimit(1001),
    ]).toEqual([12, 1, 1, 48, 48, 48, 48]);
    const { body } = await shop.call(listProducts, { limit: 1000 });
    expect(body.data.pagination).toEqual({ page: 1, limit: 1000, total: 4, pages: 1 });
    expect(body.data.products[0]).not.toHaveProperty('description');
    expect(body.data.products[0]).not.toHaveProperty('images');
    expect(body.data.products[0]?.specifications).toHaveLength(2);
  });

  test('§3 Pagination: all pages, the last one and one beyond it', async () => {
    const page = async (page: number) => (await shop.call(listProducts, { page, limit: 3 })).body.data;
    expect((await page(1)).pagination).toEqual({ page: 1, limit: 3, total: 4, pages: 2 });
    expect((await page(2)).products.map(({ slug }) => slug)).toEqual(['bravia']);
    expect(await page(3)).toEqual({ products: [], pagination: { page: 3, limit: 3, total: 4, pages: 2 } });
    expect(
      (await shop.call(listProducts, { page: 100_000, limit: 48, category: 'none' })).body.data.pagination.total,
    ).toBe(0);
  });

  test.each([
    [{ page: 0 }],
    [{ page: 'x' }],
    [{ limit: 1.5 }],
    [{ minPrice: -1 }],
    [{ maxPrice: 'NaN' }],
    [{ category: 'x'.repeat(201) }],
  ])('H15: %j returns 400 and names the field', async (query) => {
    const { status, body } = await shop.call(listProducts, query as never);
    expect(status).toBe(400);
    expect(Object.keys(body.fields ?? {})).toEqual(Object.keys(query));
  });
});

describe('prices', () => {
  const find = async (slug: string) =>
    (await shop.call(listProducts, {})).body.data.products.find((it) => it.slug === slug);

  test('A2: normalizes price, original price, discount and final price', async () => {
    expect(await find('spark')).toMatchObject({ price: 15_000, originalPrice: null, discount: 0, finalPrice: 15_000 });
    expect(await find('galaxy')).toMatchObject({
      price: 50_000,
      originalPrice: 60_000,
      discount: 17,
      finalPrice: 50_000,
    });
    expect(await find('flash')).toMatchObject({
      price: 40_000,
      originalPrice: 40_000,
      finalPrice: 10_000,
      isFlashDeal: true,
      flashPrice: 10_000,
    });
  });

  test('A2: computes the discount from the current price: 40 % during a flash deal, then 20 %', async () => {
    const own = await createTestApp();
    await addProduct(own, {
      slug: 'deal',
      price: 1200,
      originalPrice: 1500,
      flashPrice: 900,
      flashEndsAt: inMs(own, 60_000),
    });
    const shown = async () => (await own.call(listProducts, {})).body.data.products[0];
    expect(await shown()).toMatchObject({ price: 1200, originalPrice: 1500, finalPrice: 900, discount: 40 });
    own.clock.advance(60_000);
    expect(await shown()).toMatchObject({ price: 1200, originalPrice: 1500, finalPrice: 1200, discount: 20 });
    await own.close();
  });

  test("A3, H13: ends a flash price by the server's clock", async () => {
    const own = await createTestApp();
    await addProduct(own, { slug: 'deal', price: 2000, flashPrice: 900, flashEndsAt: inMs(own, 60_000) });
    const price = async () =>
      (await own.call(listProducts, { maxPrice: 1000 })).body.data.products.map(({ finalPrice }) => finalPrice);
    expect(await price()).toEqual([900]);
    own.clock.advance(60_000);
    expect(await price()).toEqual([]);
    const [product] = (await own.call(listProducts, {})).body.data.products;
    expect(product).toMatchObject({
      finalPrice: 2000,
      originalPrice: null,
      isFlashDeal: false,
      flashPrice: null,
      flashEndsAt: null,
    });
    await own.close();
  });
});

describe('§7 GET /categories', () => {
  test('A42: top-level categories by order and name, then their children, never inactive ones', async () => {
    const { body } = await shop.call(listCategories, {});
    expect(body.data.categories.map(({ slug }) => slug)).toEqual(['audio', 'tvs', 'phones', 'smartphones']);
    expect(body.data.categories[3]?.parent).toEqual({ _id: body.data.categories[2]?._id });
    expect(
      (await shop.call(listCategories, { status: 'active', limit: 2 })).body.data.categories.map(({ slug }) => slug),
    ).toEqual(['audio', 'tvs']);
    expect((await shop.call(listCategories, { status: 'inactive' })).body.data.categories).toHaveLength(4);
  });

  test('§3: counts products with those of child categories, without inactive ones', async () => {
    const { body } = await shop.call(listCategories, {});
    expect(body.data.categories.map(({ productCount }) => productCount)).toEqual([0, 1, 3, 1]);
  });
});
