// @engine postgres
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '../../../server/modules/catalogue/list.repository.ts';
import { toFilter } from '../../../server/modules/catalogue/product-filter.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  for (const [category, brand] of [
    ['phones', 'tecno'],
    ['phones', 'nokia'],
    ['tvs', 'sony'],
  ] as const) {
    const like = await addProduct(shop, { category, brand });
    const rows = Array.from({ length: 300 }, (_, at) => ({
      ...like,
      id: crypto.randomUUID(),
      slug: crypto.randomUUID(),
      createdAt: new Date(like.createdAt.getTime() - at),
    }));
    await addProducts(shop, rows);
  }
  for (let at = 0; at < 20; at += 1) await addProduct(shop, { category: `category-${at}`, brand: `brand-${at}` });
  await shop.db.run('analyze products, product_search, brands, categories, catalogue_counts');
});
afterAll(() => shop.close());

type Request = Parameters<typeof toFilter>[0];

/** Returns how often PostgreSQL planned a list for its values, and how often it used the common plan. */
async function countPlans(request: Request) {
  const options = { isSlim: false, isSuggestion: false };
  return shop.db.tx(async (tx) => {
    // Planning costs nothing, so the smallest advantage of known values would count, as it does in a large catalogue.
    await tx.execute(sql`set local cpu_operator_cost = 0.000001`);
    for (let run = 0; run < 8; run += 1) await listProducts(tx, toFilter(request, []), options, shop.clock.now());
    const { rows } = (await tx.execute(
      sql`select custom_plans::int as own, generic_plans::int as common from pg_prepared_statements
        where name like 'products_%' order by prepare_time desc limit 1`,
    )) as unknown as { rows: unknown[] };
    return rows[0];
  });
}

// PostgreSQL plans the first five executions of a statement for their values, and then compares the costs.
test.each<[string, Request]>([
  ['a category', { category: 'phones' }],
  ['a category and two brands', { category: 'phones', brand: 'nokia,tecno' }],
  ['a category and two brands by price', { category: 'phones', brand: 'nokia,tecno', sortBy: 'price_low' }],
  ['a short page', { limit: 1, sortBy: 'rating' }],
])('PostgreSQL plans %s once, not for each request', async (_, request) => {
  if (shop.db.kind === 'pglite') return;
  expect(await countPlans(request)).toEqual({ own: 5, common: 3 });
});
