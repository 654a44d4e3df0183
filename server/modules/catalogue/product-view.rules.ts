import type * as v from 'valibot';
import type { Brand, Facets, Product } from '../../../contract/catalogue.ts';
import { discountPercent } from '../../../contract/rules/price.ts';
import type { ProductRow } from './catalogue.repository.ts';
import type { CountedBrand } from './facets.repository.ts';
import type { CountedValue } from './product-filter.rules.ts';
import { sortNaturally } from './natural-order.rules.ts';

/** Stored prices of a product. Whole shillings. */
export interface StoredPrices {
  readonly price: number;
  readonly originalPrice: number | null;
  readonly flashPrice: number | null;
  /** `null`: a deal with an end has already started. */
  readonly flashStartsAt: Date | null;
  /** `null`: a deal with a start has no end. */
  readonly flashEndsAt: Date | null;
}

/** Returns the price at `now`: the flash price during its deal, otherwise the selling price (A3, H13). */
export function getChargedPrice(stored: StoredPrices, now: Date): number {
  return getRunningFlashPrice(stored, now) ?? stored.price;
}

function getRunningFlashPrice({ flashPrice, flashStartsAt, flashEndsAt }: StoredPrices, now: Date): number | null {
  if (flashStartsAt !== null && flashStartsAt > now) return null;
  const isRunning = flashEndsAt === null ? flashStartsAt !== null : flashEndsAt > now;
  return isRunning ? flashPrice : null;
}

/** Returns the prices of a response. Each field has the same meaning for every product (A2). */
function normalisePrices(stored: StoredPrices, now: Date) {
  const flash = getRunningFlashPrice(stored, now);
  const runs = flash !== null && stored.flashEndsAt !== null;
  // A deal without an end counts as a regular lower price (A3).
  const price = runs ? stored.price : (flash ?? stored.price);
  const before = stored.originalPrice !== null && stored.originalPrice > stored.price ? stored.originalPrice : null;
  const originalPrice = before ?? (flash === null ? null : stored.price);
  const finalPrice = getChargedPrice(stored, now);
  return {
    price,
    originalPrice,
    finalPrice,
    discount: originalPrice === null ? 0 : discountPercent(originalPrice, finalPrice),
    isFlashDeal: runs,
    flashPrice: runs ? flash : null,
    flashEndsAt: runs ? (stored.flashEndsAt?.toISOString() ?? null) : null,
  };
}

/** Converts a row to §3 Product. Ids become `_id` (A34). Slim rows have no description and no images (A10). */
export function toProductView(row: ProductRow, now: Date): v.InferInput<typeof Product> {
  return {
    _id: row.id,
    slug: row.slug,
    name: row.name,
    ...(row.description !== null && { description: row.description }),
    ...normalisePrices(row, now),
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

/** Converts a counted brand to §3 Brand. */
export function toBrandView({ id, name, slug, logo, products }: CountedBrand): v.InferInput<typeof Brand> {
  return { _id: id, name, slug, logo, productCount: products };
}

/**
 * Returns the facets of a selection. `own` contains the values of selected specifications. They replace the values from
 * `specifications`.
 */
export function toFacetsView(
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
    brands: brands.map(toBrandView),
    specifications: [...values].map(([name, counted]) => ({ name, values: sortNaturally(counted) })),
  };
}
