// @engine pglite
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCategories, listProducts } from '../../contract/catalogue.ts';
import { shop as config } from '../../contract/shop.config.ts';
import { readDemo } from '../../demo/data.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  await seed(shop.deps, getSeeds(readDemo()));
});
afterAll(() => shop.close());

test.each(config.popularTags)('A60: the popular tag %s finds something in the demo', async (search) => {
  expect((await shop.call(listProducts, { search })).body.data.pagination.total).toBeGreaterThan(0);
});

test('A60: the footer receives all popular tags', async () => {
  expect((await shop.call(listCategories, {})).body.data.tags).toEqual(config.popularTags);
});
