// @engine postgres
import { asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedByCode } from '../../../server/db/migrations/0030-derived-by-code.ts';
import { catalogueCounts, catalogueSpecifications, productSearch, products } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addBrand, addCategory, addProducts, changeProduct, removeProducts } from './products.ts';

const CATEGORIES = ['phones', 'tvs'];
const BRANDS = ['lg', 'sony'];
const VALUES = ['1', '2', ' '];

const wish = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  brand: fc.constantFrom(...BRANDS),
  isActive: fc.boolean(),
  isFeatured: fc.boolean(),
  specifications: fc.array(fc.record({ name: fc.constantFrom('RAM', ''), value: fc.constantFrom(...VALUES) }), {
    maxLength: 3,
  }),
});
const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const), which: fc.array(wish, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('change' as const), at: fc.nat(20), many: fc.nat(3), to: wish }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(20), many: fc.nat(3) }),
);

/** Returns the counts stored by writers, without zeros, and the same counted from the products. */
async function keptAndCounted({ db }: TestApp) {
  const { categoryId, brandId } = products;
  const kept = await db.sql
    .select({
      category: catalogueCounts.categoryId,
      brand: catalogueCounts.brandId,
      products: catalogueCounts.products,
      featured: catalogueCounts.featured,
    })
    .from(catalogueCounts)
    .where(sql`${catalogueCounts.products} <> 0 or ${catalogueCounts.featured} <> 0`)
    .orderBy(asc(catalogueCounts.categoryId), asc(catalogueCounts.brandId));
  const counted = await db.sql
    .select({
      category: categoryId,
      brand: brandId,
      products: sql`count(*)`.mapWith(Number),
      featured: sql`count(*) filter (where ${products.isFeatured})`.mapWith(Number),
    })
    .from(products)
    .where(eq(products.isActive, true))
    .groupBy(categoryId, brandId)
    .orderBy(asc(categoryId), asc(brandId));
  const specifications = await db.sql
    .select()
    .from(catalogueSpecifications)
    .where(sql`${catalogueSpecifications.products} <> 0`);
  const rows = await db.sql.select().from(products).where(eq(products.isActive, true));
  const expected = new Map<string, number>();
  for (const row of rows) {
    const distinct = new Set(row.specifications.map(({ name, value }) => `${row.categoryId} ${name} ${value}`));
    for (const it of distinct) expected.set(it, (expected.get(it) ?? 0) + 1);
  }
  const searched = await db.sql.select({ id: productSearch.productId }).from(productSearch);
  return {
    kept: {
      kept,
      specifications: specifications.map((it) => `${it.categoryId} ${it.name} ${it.value} ${it.products}`).sort(),
      searched: searched.map(({ id }) => id).sort(),
    },
    counted: {
      kept: counted,
      specifications: [...expected]
        .filter(([it]) => /^\S+ RAM \d$/.test(it))
        .map(([it, many]) => `${it} ${many}`)
        .sort(),
      searched: rows.map(({ id }) => id).sort(),
    },
  };
}

test('H7: keeps counts and words correct after any change of products', async () => {
  const shop = await createTestApp();
  const ids: Record<string, string> = {};
  for (const slug of CATEGORIES) ids[slug] = await addCategory(shop, slug);
  for (const slug of BRANDS) ids[slug] = await addBrand(shop, slug);
  const getRow = ({ category, brand, ...rest }: typeof wish extends fc.Arbitrary<infer It> ? It : never) => ({
    ...rest,
    categoryId: ids[category] ?? '',
    brandId: ids[brand] ?? '',
  });
  const some = async (at: number, many: number) => {
    const rows = await shop.db.sql.select({ id: products.id }).from(products).orderBy(asc(products.createdAt));
    return rows.slice(at, at + many + 1).map(({ id }) => id);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      await removeProducts(shop, await some(0, Infinity));
      for (const it of steps) {
        if (it.do === 'add')
          await addProducts(
            shop,
            it.which.map((one) => {
              const id = crypto.randomUUID();
              return { id, slug: id, name: `Thing ${id}`, price: 1, createdAt: shop.clock.now(), ...getRow(one) };
            }),
          );
        if (it.do === 'change')
          for (const id of await some(it.at, it.many)) await changeProduct(shop, id, getRow(it.to));
        if (it.do === 'remove') await removeProducts(shop, await some(it.at, it.many));
      }
      const { kept, counted } = await keptAndCounted(shop);
      expect(kept).toEqual(counted);
    }),
    { numRuns: 25 },
  );

  // The migration adds them to an existing shop, also when it runs again after a crash.
  const before = await keptAndCounted(shop);
  await shop.db.sql.update(catalogueCounts).set({ products: 99 });
  await shop.db.sql.delete(productSearch);
  for (const statement of derivedByCode) await shop.db.run(statement);
  expect((await keptAndCounted(shop)).kept).toEqual(before.kept);
  await shop.close();
});
