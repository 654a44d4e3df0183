import { and, eq, inArray, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from '../../server/db/client.ts';
import type { Filling } from '../../server/db/fill.ts';
import { idOf } from '../../server/db/ids.ts';
import { banners, brands, categories, products } from '../../server/db/schema.ts';
import { addCatalogue } from '../../server/modules/catalogue/import.repository.ts';
import { setImages } from '../../server/modules/catalogue/portion.repository.ts';
import { demoBanners } from '../banners.ts';
import { brands as demoBrands, firstGoods, moreGoods } from '../catalogue/index.ts';

/** Of the first goods those that were shown from two sides. */
const FIRST_PICTURES = 2;

/** More goods, in four more categories, third views, marks of the brands and banners, where the shop has goods of the demo. */
export const moreOfAll: Filling = {
  name: '0005-more-goods',
  async run(sql, { now, onProgress }) {
    const ids = firstGoods.products.map(({ slug }) => idOf('product', slug));
    const [any] = await sql.select({ id: products.id }).from(products).where(inArray(products.id, ids)).limit(1);
    // A shop of an owner's own goods stays without the demo's.
    if (any === undefined) return true;
    const added = await withoutDeleted(sql);
    await addCatalogue(sql, { ...moreGoods, products: added }, now, onProgress);
    await addWordmarks(sql);
    await addThirdViews(sql);
    await addTypes(sql);
    await addBanners(sql);
    return true;
  },
};

/** What stands in a category or under a brand that the owner has deleted does not bring it back. */
async function withoutDeleted(sql: Sql) {
  const here = async (table: typeof categories | typeof brands) =>
    (await sql.select({ slug: table.slug }).from(table)).map(({ slug }) => slug);
  const shelves = new Set([...(await here(categories)), ...moreGoods.categories.map(({ slug }) => slug)]);
  const makers = new Set([...(await here(brands)), ...moreGoods.brands.map(({ slug }) => slug)]);
  return moreGoods.products.filter(({ category, brand }) => shelves.has(category) && makers.has(brand));
}

/** A mark of our own for each brand that has none (H20). */
async function addWordmarks(sql: Sql): Promise<void> {
  const ids = demoBrands.map(({ slug }) => idOf('brand', slug));
  await sql
    .update(brands)
    .set({ logo: text`'/media/brand-' || ${brands.slug} || '-1'` })
    .where(and(inArray(brands.id, ids), isNull(brands.logo)));
}

/** To the pictures as they were, which an owner has not changed. */
async function addThirdViews(sql: Sql): Promise<void> {
  for (const { slug, pictures } of firstGoods.products) {
    const images = Array.from({ length: pictures }, (_, index) => `/media/${slug}-${index + 1}`);
    await setImages(sql, { id: idOf('product', slug), before: images.slice(0, FIRST_PICTURES), after: images });
  }
}

/** The phones said of themselves everything but what they are, which is what shoppers search for (A60). */
async function addTypes(sql: Sql): Promise<void> {
  for (const { slug, specifications } of firstGoods.products.filter(({ category }) => category === 'phones')) {
    const before = JSON.stringify(specifications.filter(({ name }) => name !== 'Type'));
    await sql
      .update(products)
      .set({ specifications })
      .where(and(eq(products.id, idOf('product', slug)), text`${products.specifications} = ${before}::jsonb`));
  }
}

/** Where the shop has none of its owner's. */
async function addBanners(sql: Sql): Promise<void> {
  const [any] = await sql.select({ id: banners.id }).from(banners).limit(1);
  if (any !== undefined) return;
  await sql.insert(banners).values(
    demoBanners.map(({ name, title, subtitle, buttonText, link }, sortOrder) => ({
      id: idOf('banner', name),
      title,
      subtitle,
      buttonText,
      link,
      image: `/media/banner-${name}-1`,
      sortOrder,
    })),
  );
}
