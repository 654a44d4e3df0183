// @engine postgres
import { inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brands, categories, products, productStock } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addBrand, addCategory, addProduct } from './products.ts';

/**
 * Compares the tables that triggers fill from products, brands and categories with a fresh build, after random changes.
 * Fails where a renamed parent does not reach the products below it.
 */

let shop: TestApp;
const CATEGORIES = ['electronics', 'home', 'phones', 'tvs'];
const BRANDS = ['lg', 'sony'];
const NAMES = ['Alpha One', 'Beta Two', 'Gamma Three', 'Delta-Four'];
const ids: Record<string, string> = {};

beforeAll(async () => {
  shop = await createTestApp();
  for (const slug of CATEGORIES) ids[slug] = await addCategory(shop, slug);
  for (const slug of BRANDS) ids[slug] = await addBrand(shop, slug);
});
afterAll(() => shop.close());

const name = fc.constantFrom(...NAMES);
const step = fc.oneof(
  fc.record({ do: fc.constant('rename brand' as const), which: fc.constantFrom(...BRANDS), name }),
  fc.record({ do: fc.constant('rename category' as const), which: fc.constantFrom(...CATEGORIES), name }),
  fc.record({
    do: fc.constant('move category' as const),
    which: fc.constantFrom('phones', 'tvs'),
    below: fc.constantFrom('electronics', 'home', null),
  }),
  fc.record({
    do: fc.constant('change products' as const),
    at: fc.nat(3),
    to: fc.oneof(
      fc.record({ name }),
      fc.record({ isActive: fc.boolean() }),
      fc.record({ isFeatured: fc.boolean() }),
      fc.record({ brandId: fc.constantFrom(...BRANDS).map((slug) => ({ slug })) }),
      fc.record({ categoryId: fc.constantFrom('phones', 'tvs').map((slug) => ({ slug })) }),
      fc.record({ specifications: fc.array(fc.record({ name: fc.constant('RAM'), value: name }), { maxLength: 2 }) }),
    ),
  }),
  fc.record({ do: fc.constant('add product' as const), name, category: fc.constantFrom('phones', 'tvs') }),
  fc.record({ do: fc.constant('remove product' as const), at: fc.nat(3) }),
);

const rowsOf = async (statement: ReturnType<typeof sql>): Promise<unknown[]> => {
  const { rows } = (await shop.db.sql.execute(statement)) as unknown as { rows: unknown[] };
  return rows;
};

/** Every derived row that says something, in an order of its own. */
async function derived() {
  return {
    counts: await rowsOf(
      sql`select category_id, brand_id, products, featured from catalogue_counts where products <> 0 or featured <> 0 order by 1, 2`,
    ),
    specifications: await rowsOf(
      sql`select category_id, name, value, products from catalogue_specifications where products <> 0 order by 1, 2, 3`,
    ),
    search: await rowsOf(sql`select product_id, document::text as document from product_search order by 1`),
    words: await rowsOf(sql`select word, misspelt::text as misspelt from search_words order by word`),
  };
}

async function some(at: number): Promise<string[]> {
  const rows = await shop.db.sql.select({ id: products.id }).from(products).orderBy(products.id);
  return rows.slice(at, at + 2).map(({ id }) => id);
}

async function make(change: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const { sql: db } = shop.db;
  const only = (table: typeof brands | typeof categories, slug: string) => inArray(table.id, [ids[slug] ?? '']);
  switch (change.do) {
    case 'rename brand':
      return void (await db.update(brands).set({ name: change.name }).where(only(brands, change.which)));
    case 'rename category':
      return void (await db.update(categories).set({ name: change.name }).where(only(categories, change.which)));
    case 'move category': {
      const parentId = change.below === null ? null : (ids[change.below] ?? null);
      return void (await db.update(categories).set({ parentId }).where(only(categories, change.which)));
    }
    case 'add product':
      return void (await addProduct(shop, { name: change.name, category: change.category, brand: 'lg' }));
    case 'remove product': {
      const which = await some(change.at);
      await db.delete(productStock).where(inArray(productStock.productId, which));
      return void (await db.delete(products).where(inArray(products.id, which)));
    }
    default: {
      const { to } = change;
      const set = Object.fromEntries(
        Object.entries(to).map(([field, value]) => [field, (field.endsWith('Id') && ids[value.slug]) || value]),
      );
      await db
        .update(products)
        .set(set)
        .where(inArray(products.id, await some(change.at)));
    }
  }
}

test('X72: keeps derived tables equal to a fresh build after any change of products, brands and categories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      await shop.db.sql.delete(productStock);
      await shop.db.sql.delete(products);
      for (const category of ['phones', 'tvs']) await addProduct(shop, { category, brand: 'sony', name: 'Alpha One' });
      for (const one of steps) await make(one);
      const kept = await derived();
      const active = await shop.db.sql
        .select({ id: products.id })
        .from(products)
        .where(sql`is_active`);
      await shop.db.sql.update(products).set({ isActive: false });
      expect(await derived()).toEqual({ counts: [], specifications: [], search: [], words: [] });
      await shop.db.sql
        .update(products)
        .set({ isActive: true })
        .where(
          inArray(
            products.id,
            active.map(({ id }) => id),
          ),
        );
      expect(kept).toEqual(await derived());
    }),
    { numRuns: 25 },
  );
});
