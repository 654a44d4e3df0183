import type * as v from 'valibot';
import type { Brand, Facets, Product } from '../../../contract/catalogue.ts';
import { discountPercent } from '../../../contract/rules/price.ts';
import type { ProductRow } from './catalogue.repository.ts';
import type { CountedBrand } from './facets.repository.ts';
import type { CountedValue } from './product-filter.rules.ts';

/** Prices of a product as they are stored. Whole shillings. */
export interface StoredPrices {
  readonly price: number;
  readonly originalPrice: number | null;
  readonly flashPrice: number | null;
  readonly flashEndsAt: Date | null;
}

/** What is charged at `now`: the flash price until its end, else the selling price (A3, H13). */
export function chargedPrice(stored: StoredPrices, now: Date): number {
  return isFlashDeal(stored, now) ? (stored.flashPrice ?? stored.price) : stored.price;
}

function isFlashDeal({ flashPrice, flashEndsAt }: StoredPrices, now: Date): boolean {
  return flashPrice !== null && flashEndsAt !== null && flashEndsAt > now;
}

/** The prices of a reply: each of them means the same for every product (A2). */
function normalisedPrices(stored: StoredPrices, now: Date) {
  const { price } = stored;
  const runs = isFlashDeal(stored, now);
  const before = stored.originalPrice !== null && stored.originalPrice > price ? stored.originalPrice : null;
  const originalPrice = before ?? (runs ? price : null);
  return {
    price,
    originalPrice,
    finalPrice: chargedPrice(stored, now),
    discount: originalPrice === null ? 0 : discountPercent(originalPrice, price),
    isFlashDeal: runs,
    flashPrice: runs ? stored.flashPrice : null,
    flashEndsAt: runs ? (stored.flashEndsAt?.toISOString() ?? null) : null,
  };
}

/** A row as §3 Product; ids become `_id` here (A34). Slim rows lack description and images (A10). */
export function productView(row: ProductRow, now: Date): v.InferInput<typeof Product> {
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...normalisedPrices(row, now),
    ...(row.images !== null && { images: row.images }),
    category: { _id: row.categoryId, name: row.categoryName, slug: row.categorySlug },
    brand: { _id: row.brandId, name: row.brandName, slug: row.brandSlug, logo: row.brandLogo },
    rating: row.rating,
    numReviews: row.numReviews,
    stock: row.stock,
    isNewArrival: row.isNewArrival,
    specifications: row.specifications,
  };
}

/** A counted brand as §3 Brand. */
export function brandView({ id, name, slug, logo, products }: CountedBrand): v.InferInput<typeof Brand> {
  return { _id: id, name, slug, logo, productCount: products };
}

/** Facets of a selection; `own` are the values of the specifications that are chosen, which take the place of theirs. */
export function facetsView(
  brands: readonly CountedBrand[],
  specifications: readonly CountedValue[],
  own: readonly CountedValue[],
): v.InferInput<typeof Facets> {
  const values = new Map<string, { value: string; count: number }[]>();
  const chosen = new Set(own.map(({ name }) => name));
  for (const { name, value, products } of [...own, ...specifications.filter((it) => !chosen.has(it.name))]) {
    const known = values.get(name) ?? [];
    values.set(name, known);
    known.push({ value, count: products });
  }
  return {
    brands: brands.map(brandView),
    specifications: [...values].map(([name, counted]) => ({ name, values: counted })),
  };
}
