// @engine postgres
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listBrands, listCategories, listFlashDeals } from '../../../contract/catalogue.ts';
import { findRunningDeals } from '../../../server/modules/catalogue/catalogue.repository.ts';
import { createCatalogueService } from '../../../server/modules/catalogue/catalogue.service.ts';
import { toFilter } from '../../../server/modules/catalogue/product-filter.rules.ts';
import { findNeighbours, isKnownWordStart } from '../../../server/modules/catalogue/search.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts, inMs } from './products.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp();
});
afterEach(() => shop.close());

/** Adds products that differ in id and slug, newest first. */
async function addMany(count: number, more: Parameters<typeof addProduct>[1] = {}) {
  const first = await addProduct(shop, { slug: 'p-0', ...more });
  const others = Array.from({ length: count - 1 }, (_, at) => ({
    ...first,
    id: crypto.randomUUID(),
    slug: `p-${at + 1}`,
    createdAt: new Date(first.createdAt.getTime() - at - 1),
  }));
  await addProducts(shop, others);
}

test('§7: lists 100 categories, 60 brands and the 200 newest deals', async () => {
  await addMany(201, { flashPrice: 900, flashEndsAt: inMs(shop, 60_000) });
  const names = (kind: string, count: number) => sql`insert into ${sql.identifier(kind)} (id, slug, name)
    select gen_random_uuid(), 'n-' || n, 'N ' || n from generate_series(1, ${count}) as n`;
  await shop.db.sql.execute(names('categories', 100));
  await shop.db.sql.execute(names('brands', 60));
  await shop.db.sql.execute(sql`insert into catalogue_counts (category_id, brand_id, products, featured)
    select (select id from categories limit 1), id, 1, 0 from brands where slug like 'n-%'`);
  expect((await shop.call(listCategories, {})).body.data.categories).toHaveLength(100);
  const brands = (await shop.call(listBrands, {})).body.data.brands.map(({ slug }) => slug);
  expect([brands.length, brands[0]]).toEqual([60, 'tecno']);
  const deals = (await shop.call(listFlashDeals, {})).body.data.flashDeals.map(({ product }) => product.slug);
  expect([deals.length, deals[0], deals.at(-1)]).toEqual([200, 'p-0', 'p-199']);
  expect(await findRunningDeals(shop.db.sql, 3, shop.clock.now())).toHaveLength(3);
});

test('H7: compares a misspelt word with 2,000 words at most, and knows a word by itself', async () => {
  await shop.db.sql.execute(sql`delete from search_words`);
  await shop.db.sql.execute(
    sql`insert into search_words (word, misspelt) select 'zz' || n, '{}' from generate_series(1, 2001) as n`,
  );
  expect(await findNeighbours(shop.db.sql, 'zzx', [])).toHaveLength(2_000);
  await shop.db.sql.execute(sql`delete from search_words where word <> 'zz7'`);
  await shop.db.sql.execute(sql`insert into search_words (word, misspelt) values ('kettle', '{}')`);
  expect(await isKnownWordStart(shop.db.sql, 'zz7')).toBe(true);
  expect(await isKnownWordStart(shop.db.sql, 'zz6')).toBe(false);
  expect(await isKnownWordStart(shop.db.sql, 'zz70')).toBe(false);
  expect(await findNeighbours(shop.db.sql, 'zy', ['zz7'])).toEqual(['zz7']);
});

test('X57: lets 30 counts of facets wait for another one, and refuses the next', async () => {
  await addProduct(shop);
  let open = () => {};
  const gate = new Promise<null>((resolve) => (open = () => resolve(null)));
  const search = { ...shop.services.search, corrected: () => gate };
  const { facets } = createCatalogueService(shop.deps, { search, popular: shop.services.popular });
  const filter = toFilter({ search: 'nothing' }, []);
  const counted = Array.from({ length: 31 }, () => facets(filter));
  await expect(facets(filter)).rejects.toMatchObject({ kind: 'unavailable' });
  const precounted = await facets(toFilter({}, []));
  expect(precounted.brands).toHaveLength(1);
  open();
  expect(await Promise.all(counted)).toEqual(counted.map(() => ({ brands: [], specifications: [] })));
});
