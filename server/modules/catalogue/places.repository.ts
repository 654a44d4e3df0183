import type { Sql } from '../../db/client.ts';
import { toStableId } from '../../db/ids.ts';
import type { CategoryName } from './import.rules.ts';
import { addNamedCategories, ensureBrands, findCategories, type PlacedCategory } from './batch.repository.ts';

/** Brand and category of a product by name, with the parent category (`null` at the top level). */
export interface NamedPlace {
  readonly brand: CategoryName;
  readonly category: CategoryName;
  readonly parent: CategoryName | null;
}

/** Adds missing brands and categories of products. Returns a function that looks up their ids. */
export async function ensurePlaces(db: Sql, all: readonly NamedPlace[]) {
  const brands = await ensureBrands(
    db,
    all.map(({ brand }) => brand),
  );
  const categories = await ensureCategories(db, all);
  return ({ brand, category }: Pick<NamedPlace, 'brand' | 'category'>) => ({
    brandId: brands.get(brand.slug) ?? '',
    categoryId: categories.get(category.slug)?.id ?? '',
  });
}

/**
 * Adds missing categories. The first product decides the place of a new category. There are two levels (A42), so a
 * child of a second-level category becomes its sibling.
 */
export async function ensureCategories(
  db: Sql,
  all: readonly Omit<NamedPlace, 'brand'>[],
): Promise<ReadonlyMap<string, PlacedCategory>> {
  const slugs = [...new Set(all.flatMap(({ parent, category }) => [category.slug, parent?.slug ?? category.slug]))];
  const known = new Map(await findCategories(db, slugs));
  const missing: (CategoryName & PlacedCategory)[] = [];
  const place = (name: CategoryName, parentId: string | null): PlacedCategory => {
    const found = known.get(name.slug);
    if (found !== undefined) return found;
    const added = { id: toStableId('category', name.slug), parentId };
    known.set(name.slug, added);
    missing.push({ ...name, ...added });
    return added;
  };
  for (const { parent, category } of all) {
    const above = parent === null ? null : place(parent, null);
    place(category, above === null ? null : (above.parentId ?? above.id));
  }
  if (missing.length === 0) return known;
  await addNamedCategories(db, missing);
  return findCategories(db, slugs);
}
