import { sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { brands, categories, products } from '../../db/schema.ts';
import { toStableId } from '../../db/ids.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { CategoryName } from './import.rules.ts';
import { addBrands, addCategories } from './writer.repository.ts';

/** A category with its parent. */
export interface PlacedCategory {
  readonly id: string;
  readonly parentId: string | null;
}

/** Imported categories sort after categories with an explicit order, by name. */
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

/** Returns the ids of existing brands, by slug. */
export async function findBrands(db: Sql, slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await statements(db).brandsBySlug.execute({ slugs });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

/** Returns the ids of brands, by slug. Adds missing brands. */
export async function ensureBrands(db: Sql, names: readonly CategoryName[]): Promise<ReadonlyMap<string, string>> {
  const wanted = toIdsBySlug(names);
  const find = () => findBrands(db, [...wanted.keys()]);
  const known = await find();
  const missing = [...wanted.values()].filter(({ slug }) => !known.has(slug));
  if (missing.length === 0) return known;
  await addBrands(
    db,
    missing.map(({ slug, name }) => ({ id: toStableId('brand', slug), slug, name })),
  );
  return find();
}

/** Returns existing categories, by slug. */
export async function findCategories(db: Sql, slugs: readonly string[]): Promise<ReadonlyMap<string, PlacedCategory>> {
  const rows = await statements(db).categoriesBySlug.execute({ slugs });
  return new Map(rows.map(({ slug, ...it }) => [slug, it]));
}

/** Adds categories. Skips existing ones. */
export async function addNamedCategories(db: Sql, rows: readonly (CategoryName & PlacedCategory)[]): Promise<void> {
  await addCategories(
    db,
    [...toIdsBySlug(rows).values()].map((row) => ({ ...row, sortOrder: LAST })),
  );
}

/** Returns products with one of these ids or slugs. */
export function findTakenSlugs(db: Sql, ids: readonly string[], slugs: readonly string[]) {
  return statements(db).productsByIdOrSlug.execute({ ids, slugs });
}

/** Returns unique names in a fixed order, so that two imports cannot deadlock. */
function toIdsBySlug<Name extends CategoryName>(names: readonly Name[]): ReadonlyMap<string, Name> {
  const all = new Map<string, Name>();
  for (const name of names) if (!all.has(name.slug)) all.set(name.slug, name);
  return new Map([...all].sort(([one], [other]) => (one < other ? -1 : 1)));
}
