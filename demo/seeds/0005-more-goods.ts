import { and, eq, inArray, isNull, sql as text } from 'drizzle-orm';
import type { Sql } from '../../server/db/client.ts';
import type { Seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { banners, brands, categories, products } from '../../server/db/schema.ts';
import { changeProducts, setImages, setLogos } from '../../server/modules/catalogue/writer.repository.ts';
import { getGoods, type DemoData } from '../data.ts';
import { addGoods, toImagePaths } from './goods.ts';

/** The original products had two pictures. */
const FIRST_PICTURES = 2;

/**
 * Adds more products in four more categories, third pictures, brand logos and banners, when the shop has demo products.
 */
export const moreGoods = (demo: DemoData): Seed => ({
  name: '0005-more-goods',
  async run(sql, { now, onProgress }) {
    const ids = getGoods(demo, 'first').products.map(({ slug }) => toStableId('product', slug));
    const [any] = await sql.select({ id: products.id }).from(products).where(inArray(products.id, ids)).limit(1);
    // A shop with only the owner's products gets no demo products.
    if (any === undefined) return true;
    const more = { ...getGoods(demo, 'more'), products: await filterDeleted(sql, demo) };
    await addGoods(sql, more, { all: demo, now, onProgress });
    await addWordmarks(sql, demo);
    await addThirdViews(sql, demo);
    await addTypes(sql, demo);
    await addBanners(sql, demo);
    return true;
  },
});

/** Leaves out products in a category or of a brand that the owner has deleted. */
async function filterDeleted(sql: Sql, demo: DemoData) {
  const more = getGoods(demo, 'more');
  const findSlugs = async (table: typeof categories | typeof brands) =>
    (await sql.select({ slug: table.slug }).from(table)).map(({ slug }) => slug);
  const toNames = (all: readonly { readonly slug: string; readonly name: string }[], slugs: readonly string[]) =>
    new Set(all.filter(({ slug }) => slugs.includes(slug)).map(({ name }) => name));
  const shelves = toNames(demo.categories, [
    ...(await findSlugs(categories)),
    ...more.categories.map(({ slug }) => slug),
  ]);
  const makers = toNames(demo.brands, [...(await findSlugs(brands)), ...more.brands.map(({ slug }) => slug)]);
  return more.products.filter(({ category, brand }) => shelves.has(category) && makers.has(brand));
}

/** Adds a generated logo to each brand without one (H20). */
async function addWordmarks(sql: Sql, demo: DemoData): Promise<void> {
  const ids = demo.brands.map(({ slug }) => toStableId('brand', slug));
  const logo = text`'/media/brand-' || ${brands.slug} || '-1'`;
  await setLogos(sql, logo, and(inArray(brands.id, ids), isNull(brands.logo)));
}

/** Adds third pictures, unless an owner has changed the pictures. */
async function addThirdViews(sql: Sql, demo: DemoData): Promise<void> {
  for (const product of getGoods(demo, 'first').products) {
    const images = toImagePaths(product);
    const id = toStableId('product', product.slug);
    await setImages(sql, { id, before: images.slice(0, FIRST_PICTURES), after: images });
  }
}

/** Adds the specification `Type` to phones, because shoppers search for it (A60). */
async function addTypes(sql: Sql, demo: DemoData): Promise<void> {
  for (const product of getGoods(demo, 'first').products.filter(({ category }) => category === 'Phones')) {
    const { slug } = product;
    const specifications = Object.entries(product.specifications).map(([name, value]) => ({ name, value }));
    const before = JSON.stringify(specifications.filter(({ name }) => name !== 'Type'));
    // Spelling of sizes in the first releases.
    const inInch = before.replaceAll(' inches"', ' inch"');
    const found = await sql
      .select({ id: products.id })
      .from(products)
      .where(
        and(
          eq(products.id, toStableId('product', slug)),
          text`${products.specifications} in (${before}::jsonb, ${inInch}::jsonb)`,
        ),
      );
    await changeProducts(
      sql,
      found.map(({ id }) => ({ id, set: { specifications } })),
    );
  }
}

/** Adds banners when the shop has none. */
async function addBanners(sql: Sql, demo: DemoData): Promise<void> {
  const [any] = await sql.select({ id: banners.id }).from(banners).limit(1);
  if (any !== undefined) return;
  await sql.insert(banners).values(
    demo.banners.map(({ name, title, subtitle, buttonText, link }, sortOrder) => ({
      id: toStableId('banner', name),
      title,
      subtitle,
      buttonText,
      link,
      image: `/media/banner-${name}-1`,
      sortOrder,
    })),
  );
}
