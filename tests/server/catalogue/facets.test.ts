// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFacets, getPriceRange, listProducts } from '../../../contract/catalogue.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addCategory, addProduct, inMs } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  const phones = await addCategory(shop, 'phones');
  await addCategory(shop, 'smartphones', { parentId: phones });
  const specs = (ram: string, colour: string) => [
    { name: 'RAM', value: ram },
    { name: 'Colour', value: colour },
  ];
  await addProduct(shop, {
    slug: 'a',
    brand: 'tecno',
    price: 10_000,
    isFeatured: true,
    specifications: specs('8 GB', 'Black'),
  });
  await addProduct(shop, { slug: 'b', brand: 'tecno', price: 20_000, specifications: specs('4 GB', 'Black') });
  await addProduct(shop, {
    slug: 'c',
    brand: 'samsung',
    category: 'smartphones',
    price: 50_000,
    specifications: specs('8 GB', 'Blue'),
  });
  await addProduct(shop, {
    slug: 'd',
    name: 'Bravia',
    brand: 'sony',
    category: 'tvs',
    price: 90_000,
    flashPrice: 5_000,
    flashEndsAt: inMs(shop, 60_000),
    specifications: [
      { name: 'Screen Size', value: '55"' },
      { name: ' ', value: 'x' },
      { name: 'Empty', value: '' },
    ],
  });
  await addProduct(shop, {
    slug: 'gone',
    brand: 'old',
    price: 1,
    isActive: false,
    specifications: specs('1 GB', 'Red'),
  });
});
afterAll(() => shop.close());

async function facets(query: Record<string, unknown> = {}) {
  const { status, body } = await shop.call(getFacets, query);
  expect(status).toBe(200);
  return {
    brands: Object.fromEntries(body.data.brands.map(({ slug, productCount }) => [slug, productCount])),
    specifications: Object.fromEntries(
      body.data.specifications.map(({ name, values }) => [
        name,
        Object.fromEntries(values.map(({ value, count }) => [value, count])),
      ]),
    ),
  };
}

describe('§7 GET /products/facets', () => {
  test('A1: is not read as a product slug', async () => {
    const { status, json } = await shop.app.inject('/api/products/facets').then((it) => ({
      status: it.statusCode,
      json: it.json<{ data: object }>(),
    }));
    expect([status, Object.keys(json.data)]).toEqual([200, ['brands', 'specifications']]);
  });

  test('U16, X35: the whole catalogue: brands with most products first, sizes ordered by size', async () => {
    expect(await facets()).toEqual({
      brands: { tecno: 2, samsung: 1, sony: 1 },
      specifications: {
        Colour: { Black: 2, Blue: 1 },
        RAM: { '8 GB': 2, '4 GB': 1 },
        'Screen Size': { '55"': 1 },
      },
    });
    const { body } = await shop.call(getFacets, {});
    expect(body.data.brands.map(({ slug }) => slug)).toEqual(['tecno', 'samsung', 'sony']);
    expect(body.data.brands[0]).toMatchObject({ name: 'Tecno', logo: null, productCount: 2 });
    expect(body.data.specifications[1]?.values).toEqual([
      { value: '4 GB', count: 1 },
      { value: '8 GB', count: 2 },
    ]);
  });

  test('U16: a category includes its children', async () => {
    expect((await facets({ category: 'phones' })).brands).toEqual({ tecno: 2, samsung: 1 });
    expect(await facets({ category: 'smartphones' })).toEqual({
      brands: { samsung: 1 },
      specifications: { Colour: { Blue: 1 }, RAM: { '8 GB': 1 } },
    });
    expect(await facets({ category: 'nothing' })).toEqual({ brands: {}, specifications: {} });
  });

  test('U16: a chosen brand narrows the specifications and keeps the other brands', async () => {
    expect(await facets({ brand: 'tecno' })).toEqual({
      brands: { tecno: 2, samsung: 1, sony: 1 },
      specifications: { Colour: { Black: 2 }, RAM: { '4 GB': 1, '8 GB': 1 } },
    });
  });

  test('U16: a chosen specification narrows all but its own group', async () => {
    const expected = {
      brands: { tecno: 1, samsung: 1 },
      specifications: { RAM: { '8 GB': 2, '4 GB': 1 }, Colour: { Black: 1, Blue: 1 } },
    };
    expect(await facets({ RAM: '8 GB' })).toEqual(expected);
    expect(await facets({ category: 'phones', RAM: '8 GB' })).toEqual(expected);
    expect(await facets({ RAM: '8 GB', Colour: 'Black' })).toEqual({
      brands: { tecno: 1 },
      specifications: { RAM: { '8 GB': 1, '4 GB': 1 }, Colour: { Black: 1, Blue: 1 } },
    });
  });

  test.each([
    {},
    { category: 'phones' },
    { brand: 'tecno' },
    { RAM: '8 GB' },
    { brand: 'tecno', RAM: '8 GB' },
    { minPrice: 10_000, maxPrice: 50_000 },
    { featured: 'true' },
    { search: 'phone' },
  ])('U16: with %j each count equals the number of products in the list', async (chosen) => {
    const { brands, specifications } = await facets(chosen);
    const found = async (more: object) =>
      (await shop.call(listProducts, { ...chosen, ...more })).body.data.pagination.total;
    expect(Object.keys(brands)).not.toEqual([]);
    for (const [brand, products] of Object.entries(brands)) expect(await found({ brand }), brand).toBe(products);
    for (const [name, values] of Object.entries(specifications))
      for (const [value, products] of Object.entries(values))
        expect(await found({ [name]: value }), `${name} ${value}`).toBe(products);
  });

  test('A9: a specification that the category does not have is omitted and finds nothing', async () => {
    expect(await facets({ category: 'tvs', RAM: '8 GB' })).toEqual({ brands: {}, specifications: {} });
  });

  test('A3: filters by the current price', async () => {
    expect((await facets({ maxPrice: 10_000 })).brands).toEqual({ sony: 1, tecno: 1 });
    expect((await facets({ minPrice: 20_000, maxPrice: 90_000 })).brands).toEqual({ samsung: 1, tecno: 1 });
  });

  test('A44: filters by featured and by search', async () => {
    expect((await facets({ featured: 'true' })).brands).toEqual({ tecno: 1 });
    expect(Object.keys((await facets({ featured: 'true' })).specifications)).toEqual(['Colour', 'RAM']);
    expect((await facets({ search: 'bravia' })).brands).toEqual({ sony: 1 });
    expect(await facets({ search: '%' })).toEqual({ brands: {}, specifications: {} });
  });

  test('A5, A8: ignores trackers, page, order and reserved names', async () => {
    expect(
      await facets({ utm_source: 'x', fbclid: 'y', page: 7, limit: 3, sortBy: 'rating', minRating: '4', rating: '5' }),
    ).toEqual(await facets());
  });
});

describe('§7 GET /products/price-range', () => {
  const range = async (query: Record<string, unknown> = {}) => (await shop.call(getPriceRange, query)).body.data;

  test('A3: uses the current price', async () => {
    expect(await range()).toEqual({ minPrice: 5_000, maxPrice: 50_000 });
    expect(await range({ category: 'phones', activeOnly: 'true' })).toEqual({ minPrice: 10_000, maxPrice: 50_000 });
    expect(await range({ category: 'phones', brand: 'tecno' })).toEqual({ minPrice: 10_000, maxPrice: 20_000 });
    expect(await range({ brand: 'sony,samsung' })).toEqual({ minPrice: 5_000, maxPrice: 50_000 });
    const own = await createTestApp();
    await addProduct(own, { price: 900, flashPrice: 100, flashEndsAt: inMs(own, 1_000) });
    own.clock.advance(1_000);
    expect((await own.call(getPriceRange, {})).body.data).toEqual({ minPrice: 900, maxPrice: 900 });
    await own.close();
  });

  test('A6: is empty without products', async () => {
    expect(await range({ category: 'nothing' })).toEqual({});
  });
});
