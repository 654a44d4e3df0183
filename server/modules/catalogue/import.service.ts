import * as v from 'valibot';
import type { Deps } from '../../deps.ts';
import type { OnProgress } from '../../db/fill.ts';
import { addCatalogue, type Catalogue, type NewProduct } from './import.repository.ts';

/** A product of a foreign shop's export: price in US dollars, categories from the widest to the narrowest. */
const Foreign = v.object({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(300)),
  description: v.optional(v.pipe(v.string(), v.maxLength(10_000)), ''),
  brand: v.pipe(v.string(), v.minLength(1)),
  categories: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
  price: v.pipe(v.number(), v.gtValue(0), v.maxValue(100_000)),
  popularity: v.optional(v.number(), 0),
});
type Foreign = v.InferOutput<typeof Foreign>;

const SHILLINGS_PER_DOLLAR = 129;

/** Fills the shop from another shop's export. */
export function createImportService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /**
   * Adds the products of a parsed JSON file, all or none; those that are in the shop stay as they are. Gives their
   * number. Throws ValiError.
   */
  async function importProducts(json: unknown, onProgress: OnProgress): Promise<number> {
    const catalogue = catalogueOf(v.parse(v.array(Foreign), json));
    const now = clock.now();
    await db.tx((tx) => addCatalogue(tx, catalogue, now, onProgress));
    return catalogue.products.length;
  }

  return { importProducts };
}

function catalogueOf(rows: readonly Foreign[]): Catalogue {
  const categories = new Map<string, Catalogue['categories'][number]>();
  const brands = new Map<string, Catalogue['brands'][number]>();
  const products = new Map<string, NewProduct>();
  for (const [index, row] of rows.entries()) {
    const [widest = '', narrower] = row.categories;
    const parent = slugOf(widest);
    categories.set(parent, { slug: parent, name: widest });
    const category = narrower === undefined ? parent : slugOf(narrower);
    if (narrower !== undefined && category !== parent)
      categories.set(category, { slug: category, name: narrower, parent });
    const brand = slugOf(row.brand);
    brands.set(brand, { slug: brand, name: row.brand });
    const plain = slugOf(row.name);
    const slug = products.has(plain) ? `${plain}-${index}` : plain;
    products.set(slug, productOf(row, { slug, category, brand, index }));
  }
  const parentsFirst = [...categories.values()].sort(
    (one, other) => Number(one.parent !== undefined) - Number(other.parent !== undefined),
  );
  return { categories: parentsFirst, brands: [...brands.values()], products: [...products.values()] };
}

/** What the file lacks is derived from its position, so that every import is equal. */
function productOf(
  row: Foreign,
  { slug, category, brand, index }: { slug: string; category: string; brand: string; index: number },
): NewProduct {
  const price = Math.max(1, Math.round(row.price * SHILLINGS_PER_DOLLAR));
  return {
    slug,
    category,
    brand,
    price,
    name: row.name,
    description: row.description,
    originalPrice: index % 4 === 0 ? Math.ceil(price * 1.15) : undefined,
    stock: (index * 37) % 400,
    rating: 3 + (index % 20) / 10,
    numReviews: Math.round(row.popularity / 100),
    isNewArrival: index % 25 === 0,
    isFeatured: index % 40 === 0,
    specifications: [{ name: 'Type', value: row.categories.at(-1) ?? '' }],
    pictures: 1,
    createdDaysAgo: index / 10,
  };
}

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 150);
  return slug === '' ? 'other' : slug;
}
