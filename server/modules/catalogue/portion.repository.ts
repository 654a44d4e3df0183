import { sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { brands, categories, productStock, products } from '../../db/schema.ts';
import { idOf } from '../../db/ids.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { CategoryName } from './import.rules.ts';

export type ProductRow = typeof products.$inferInsert;

/** A category with the one above it. */
export interface PlacedCategory {
  readonly id: string;
  readonly parentId: string | null;
}

/** Imported categories stand behind those whose order somebody chose, by name. */
const LAST = 1_000;

const statements = perHandle((db) => ({
  brandsBySlug: db
    .select({ id: brands.id, slug: brands.slug })
    .from(brands)
    .where(sql`${brands.slug} = any(${placeholder('slugs')})`)
    .prepare('import_brands'),
  categoriesBySlug: db
    .select({ id: categories.id, slug: categories.slug, parentId: categories.parentId })
    .from(categories)
    .where(sql`${categories.slug} = any(${placeholder('slugs')})`)
    .prepare('import_categories'),
  productsByIdOrSlug: db
    .select({ id: products.id, slug: products.slug, images: products.images, isActive: products.isActive })
    .from(products)
    .where(
      sql`${products.id} = any(${placeholder('ids')}::uuid[]) or ${products.slug} = any(${placeholder('slugs')}::text[])`,
    )
    .prepare('import_products'),
}));

/** The ids of those brands that are there, by their slugs. */
export async function findBrands(db: Sql, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await statements(db).brandsBySlug.execute({ slugs });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** The ids of brands by their slugs; those that are missing are added. */
export async function ensureBrands(db: Sql, names: readonly CategoryName[]): Promise<ReadonlyMap<string, string>> {
  const wanted = bySlug(names);
  const find = () => findBrands(db, [...wanted.keys()]);
  const known = await find();
  const missing = [...wanted.values()].filter(({ slug }) => !known.has(slug));
  if (missing.length === 0) return known;
  await db
    .insert(brands)
    .values(missing.map(({ slug, name }) => ({ id: idOf('brand', slug), slug, name })))
    .onConflictDoNothing();
  return find();
}

/** Those categories that are there, by their slugs. */
export async function findCategories(db: Sql, slugs: readonly string[]): Promise<ReadonlyMap<string, PlacedCategory>> {
  const rows = await statements(db).categoriesBySlug.execute({ slugs });
  return new Map(rows.map(({ slug, ...it }) => [slug, it]));
}

/** Adds categories that are missing. */
export async function addCategories(db: Sql, rows: readonly (CategoryName & PlacedCategory)[]): Promise<void> {
  const sorted = [...bySlug(rows).values()].map((row) => ({ ...row, sortOrder: LAST }));
  await db.insert(categories).values(sorted).onConflictDoNothing();
}

/** Products that are these, or that have one of these addresses. */
export function findTaken(db: Sql, ids: readonly string[], slugs: readonly string[]) {
  return statements(db).productsByIdOrSlug.execute({ ids, slugs });
}

/** Adds products with their stock; gives the ids of those that are new. */
export async function addProducts(
  db: Sql,
  rows: readonly { readonly product: ProductRow; readonly stock: number }[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const added = await db
    .insert(products)
    .values(rows.map(({ product }) => product))
    .onConflictDoNothing()
    .returning({ id: products.id });
  const ids = new Set(added.map(({ id }) => id));
  const stocked = rows.filter(({ product }) => ids.has(product.id));
  if (stocked.length > 0)
    await db
      .insert(productStock)
      .values(stocked.map(({ product, stock }) => ({ productId: product.id, onHand: stock })))
      .onConflictDoNothing();
  return ids;
}

/** Gives a product pictures, unless it has others than `before` by now. */
export async function setImages(
  db: Sql,
  { id, before, after }: { id: string; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  await db
    .update(products)
    .set({ images: [...after] })
    .where(sql`${products.id} = ${id} and ${products.images} = ${JSON.stringify(before)}::jsonb`);
}

/** Each once, in one order for everybody, so that two imports never wait for each other. */
function bySlug<Name extends CategoryName>(names: readonly Name[]): ReadonlyMap<string, Name> {
  const all = new Map<string, Name>();
  for (const name of names) if (!all.has(name.slug)) all.set(name.slug, name);
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}
