// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { changeProducts } from '../../../server/modules/catalogue/writer.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts } from './products.ts';

let shop: TestApp;
/** From the newest to the oldest, which is the best match. */
const ids: string[] = [];

beforeAll(async () => {
  shop = await createTestApp();
  const first = await addProduct(shop, { slug: 'p-0', name: 'Very long black cable 0' });
  const others = Array.from({ length: 480 }, (_, at) => ({
    ...first,
    id: crypto.randomUUID(),
    slug: at === 479 ? 'oldest' : `p-${at + 1}`,
    name: at === 479 ? 'Cable' : `Very long black cable ${at + 1}`,
    createdAt: new Date(first.createdAt.getTime() - at - 1),
  }));
  await addProducts(shop, others);
  ids.push(first.id, ...others.map(({ id }) => id));
});
afterAll(() => shop.close());

/** Puts the oldest product and `count - 1` others on sale. */
const sell = (count: number) =>
  shop.db.tx((tx) =>
    changeProducts(
      tx,
      ids.map((id, at) => ({ id, set: { isActive: at >= ids.length - count } })),
    ),
  );
const search = async (more: object) => {
  const { products, pagination } = (await shop.call(listProducts, { search: 'cable', ...more })).body.data;
  return [products[0]?.slug === 'oldest', pagination.total];
};

test('U27: ranks the 480 newest results of a search, and the 200 newest for suggestions', async () => {
  const suggestions = { limit: 8, activeOnly: 'true' };
  await sell(481);
  expect(await search({})).toEqual([false, 481]);
  await sell(480);
  expect(await search({})).toEqual([true, 480]);
  await sell(201);
  expect(await search(suggestions)).toEqual([false, 100]);
  await sell(200);
  expect(await search(suggestions)).toEqual([true, 100]);
  // Another size or a page is a list.
  expect(await search({ ...suggestions, limit: 9 })).toEqual([true, 200]);
  expect(await search({ ...suggestions, page: 1 })).toEqual([true, 200]);
  await sell(100);
  expect(await search(suggestions)).toEqual([true, 100]);
  await sell(99);
  expect(await search(suggestions)).toEqual([true, 99]);
});

test('U27: ranks results beyond 480 when a page reaches them', async () => {
  await sell(481);
  const { products } = (await shop.call(listProducts, { search: 'cable', limit: 37, page: 13 })).body.data;
  // 12 pages of 37 are 444 results, so the last page has the other 37.
  expect(products.map(({ slug }) => slug).at(-1)).toBe('oldest');
  expect(products).toHaveLength(37);
});
