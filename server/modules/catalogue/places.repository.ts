import type { Sql } from '../../db/client.ts';
import { idOf } from '../../db/ids.ts';
import type { CategoryName } from './import.rules.ts';
import { addCategories, ensureBrands, findCategories, type PlacedCategory } from './portion.repository.ts';

/** The brand and category of a product by name, with the wider category (null at the top). */
export interface NamedPlace {
  readonly brand: CategoryName;
  readonly category: CategoryName;
  readonly parent: CategoryName | null;
}

/** The brands and categories of products, which are there afterwards. */
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
 * The categories of products. A new one stands where the first product puts it, on one of two levels (A42): below a
 * lower one is beside it.
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
    const added = { id: idOf('category', name.slug), parentId };
    known.set(name.slug, added);
    missing.push({ ...name, ...added });
    return added;
  };
  for (const { parent, category } of all) {
    const above = parent === null ? null : place(parent, null);
    place(category, above === null ? null : (above.parentId ?? above.id));
  }
  if (missing.length === 0) return known;
  await addCategories(db, missing);
  return findCategories(db, slugs);
}
