// @engine postgres
import { randomUUID } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBanners, listBrands, listCategories, listProducts } from '../../contract/catalogue.ts';
import { shop as config } from '../../contract/shop.config.ts';
import { existsSync } from 'node:fs';
import { getGoods, readDemo } from '../../demo/data.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { banners as bannerRows, products, productStock, users } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { readStock } from '../server/catalogue/products.ts';

const demo = readDemo();
const { brands, categories } = demo;
const seeds = getSeeds(demo);
const more = getGoods(demo, 'more').products.length;
const isThere = (image: string) => existsSync(`demo/pictures/${image.replace('/media/', '')}.svg`);
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test('the demo shop is seeded once, progress is reported, and later changes stay', async () => {
  const told: string[] = [];
  await seed(shop.deps, seeds, (done, total) => told.push(`${done}/${total}`));
  expect(told.at(-1)).toBe(`${more}/${more}`);
  const { body } = await shop.call(listProducts, { limit: 48 });
  expect(body.data.pagination.total).toBe(demo.products.length);
  const shelves = (await shop.call(listCategories, { status: 'active' })).body.data.categories;
  expect(shelves.map(({ slug }) => slug)).toEqual(categories.map(({ slug }) => slug));
  expect(shelves.every(({ productCount }) => productCount > 0)).toBe(true);

  const [{ _id } = { _id: '' }] = body.data.products;
  await shop.db.sql.update(productStock).set({ onHand: 3 }).where(eq(productStock.productId, _id));
  await seed(shop.deps, seeds);
  expect((await readStock(shop, _id)).onHand).toBe(3);
  expect(await shop.db.sql.select({ count: count() }).from(users)).toEqual([{ count: 1 }]);
});

test('H6: each product has at least three pictures, and each file exists', async () => {
  const rows = await shop.db.sql.select({ slug: products.slug, images: products.images }).from(products);
  for (const { slug, images } of rows) {
    expect(images.length, slug).toBeGreaterThanOrEqual(3);
    for (const image of images) expect(isThere(image), image).toBe(true);
  }
});

test('H20: each brand has a different wordmark', async () => {
  const { body } = await shop.call(listBrands, { limit: 100 });
  expect(body.data.brands).toHaveLength(brands.length);
  for (const { slug, logo } of body.data.brands) {
    expect(logo).toBe(`/media/brand-${slug}-1`);
    expect(isThere(`brand-${slug}-1`), slug).toBe(true);
  }
});

test('four banners are in their order, their pictures exist and their links show products', async () => {
  const { banners } = (await shop.call(listBanners, { position: 'hero' })).body.data;
  expect(banners.map(({ title }) => title)).toEqual(demo.banners.map(({ title }) => title));
  for (const { image, link, buttonText } of banners) {
    expect(buttonText).not.toBe('');
    expect(isThere(image ?? '')).toBe(true);
    const { searchParams } = new URL(link ?? '', 'https://duka.test');
    const category = searchParams.get('category') ?? undefined;
    const { total } = (await shop.call(listProducts, { category })).body.data.pagination;
    expect(total).toBeGreaterThan(0);
  }
});

test("H19: the demo adds no banners to an owner's banners", async () => {
  const mine = await createTestApp();
  await mine.db.sql.insert(bannerRows).values({ id: randomUUID(), title: 'Mine' });
  await seed(mine.deps, seeds);
  expect((await mine.call(listBanners, {})).body.data.banners.map(({ title }) => title)).toEqual(['Mine']);
  await mine.close();
});

test('A60: the categories include every popular tag', async () => {
  expect((await shop.call(listCategories, {})).body.data.tags).toEqual([...config.popularTags]);
});

test('A2, A3: every demo product has consistent prices', async () => {
  const { body } = await shop.call(listProducts, { limit: 1000 });
  for (const { price, originalPrice, finalPrice, discount } of body.data.products) {
    expect(originalPrice ?? price).toBeGreaterThanOrEqual(price);
    expect(finalPrice).toBeLessThanOrEqual(price);
    expect(discount).toBeGreaterThanOrEqual(0);
    expect(discount).toBeLessThan(100);
  }
});
