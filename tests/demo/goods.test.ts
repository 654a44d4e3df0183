// @engine postgres
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories, listProducts } from '../../contract/catalogue.ts';
import { brands, categories, products } from '../../server/db/schema.ts';
import { getGoods, type DemoData, type DemoProduct } from '../../demo/data.ts';
import { addGoods } from '../../demo/seeds/goods.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { addBrand, addCategory, readStock } from '../server/catalogue/products.ts';

const NOW = new Date('2026-11-27T09:00:00.000Z');
const before = (ms: number) => new Date(NOW.getTime() - ms);
let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const product = (slug: string, more: Partial<DemoProduct> = {}): DemoProduct => ({
  slug,
  name: slug,
  description: 'Text',
  price: 900,
  category: 'Kettles',
  brand: 'Ramtons',
  stock: 4,
  specifications: { Power: '2000 W' },
  pictures: 2,
  daysOld: 2,
  batch: 'first',
  ...more,
});

const goods: DemoData = {
  categories: [
    { slug: 'home', name: 'Home', batch: 'first' },
    { slug: 'kettles', name: 'Kettles', parent: 'home', batch: 'first' },
  ],
  brands: [{ slug: 'ramtons', name: 'Ramtons', batch: 'first' }],
  reviews: [],
  stations: [],
  banners: [],
  products: [
    product('kettle', { originalPrice: 1_200, flashPrice: 500, flashHours: 3, isFeatured: true }),
    product('pot', { isNewArrival: true, pictures: 0, daysOld: 0 }),
  ],
};

async function add(demo: DemoData): Promise<string[]> {
  const told: string[] = [];
  await addGoods(shop.db.sql, getGoods(demo, 'first'), {
    all: demo,
    now: NOW,
    onProgress: (done, of) => told.push(`${done} of ${of}`),
  });
  return told;
}

test('adds products as described, in the order of their categories', async () => {
  expect(await add(goods)).toEqual(['2 of 2']);
  const all = (await shop.call(listCategories, {})).body.data.categories;
  expect(all.map(({ slug, order, productCount }) => [slug, order, productCount])).toEqual([
    ['home', 0, 2],
    ['kettles', 1, 2],
  ]);
  expect(all[1]?.parent).toEqual({ _id: all[0]?._id });
  const rows = await shop.db.sql.select().from(products).orderBy(asc(products.slug));
  expect(rows).toMatchObject([
    {
      slug: 'kettle',
      name: 'kettle',
      description: 'Text',
      price: 900,
      originalPrice: 1_200,
      flashPrice: 500,
      flashEndsAt: before(-3 * 3_600_000),
      images: ['/media/kettle-1', '/media/kettle-2'],
      specifications: [{ name: 'Power', value: '2000 W' }],
      isFeatured: true,
      isNewArrival: false,
      createdAt: before(2 * 86_400_000),
    },
    {
      slug: 'pot',
      originalPrice: null,
      flashPrice: null,
      flashEndsAt: null,
      images: [],
      isFeatured: false,
      isNewArrival: true,
      createdAt: NOW,
    },
  ]);
  expect((await readStock(shop, rows[0]?.id ?? '')).onHand).toBe(4);
});

test('a second run changes nothing, and progress is reported every hundred products', async () => {
  await add(goods);
  await shop.db.sql.update(products).set({ price: 1 }).where(eq(products.slug, 'pot'));
  const many = Array.from({ length: 199 }, (_, at) => product(`cup-${at}`));
  expect(await add({ ...goods, products: [...goods.products, ...many] })).toEqual([
    '100 of 201',
    '200 of 201',
    '201 of 201',
  ]);
  const { pagination } = (await shop.call(listProducts, { category: 'kettles' })).body.data;
  expect(pagination.total).toBe(201);
  expect((await shop.call(listProducts, { maxPrice: 1 })).body.data.products.map(({ slug }) => slug)).toEqual(['pot']);
});

test('products join a category and brand that an owner created with the same name', async () => {
  const categoryId = await addCategory(shop, 'irons');
  const brandId = await addBrand(shop, 'philips');
  await add({
    ...goods,
    categories: [{ slug: 'irons', name: 'Irons', batch: 'first' }],
    brands: [{ slug: 'philips', name: 'Philips', batch: 'first' }],
    products: [product('iron', { category: 'Irons', brand: 'Philips' })],
  });
  const [iron] = await shop.db.sql.select().from(products).where(eq(products.slug, 'iron'));
  expect(iron).toMatchObject({ categoryId, brandId });
  expect(
    await shop.db.sql
      .select()
      .from(categories)
      .where(inArray(categories.slug, ['irons'])),
  ).toHaveLength(1);
  expect(
    await shop.db.sql
      .select()
      .from(brands)
      .where(inArray(brands.slug, ['philips'])),
  ).toHaveLength(1);
});

test('an invalid product is named, and nothing of its batch is stored', async () => {
  const wrong = { ...goods, products: [product('dear', { flashPrice: 950, flashHours: 1 })] };
  await expect(add(wrong)).rejects.toThrow('catalogue.jsonl: dear: flashPrice must be below the price');
});
