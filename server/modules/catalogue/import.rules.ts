import { createHash } from 'node:crypto';
import { compareKey } from './product-text.rules.ts';
import { parseRecord, shillings, type Fault, type ProductRecord } from './product-record.rules.ts';

/** Slug and name of a category. */
export interface CategoryName {
  readonly slug: string;
  readonly name: string;
}

/** A product of a file, converted for this shop. Prices are in whole shillings. */
export interface ImportedProduct {
  /** Identifies the product in every run. */
  readonly key: string;
  /** `null`: derived from the name, with a part of the id when the slug is taken. */
  readonly slug: string | null;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly originalPrice: number | null;
  readonly flashPrice: number | null;
  readonly flashStartsAt: Date | null;
  readonly flashEndsAt: Date | null;
  readonly brand: CategoryName;
  readonly category: CategoryName;
  /** Parent category. `null` at the top level. */
  readonly parent: CategoryName | null;
  /** `null` when the file has no stock count. */
  readonly stock: number | null;
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
  readonly group: string | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
  readonly images: readonly string[];
  readonly isActive: boolean;
  readonly isNewArrival: boolean;
  readonly isFeatured: boolean;
  /** The numbers that each piece needs (OWN-P5). */
  readonly serials: 'none' | 'serial' | 'imei';
  readonly createdAt: Date | null;
}

const NO_BRAND = 'Unbranded';
const NO_CATEGORY = 'Other';

/** One product of a file, with its line and id. */
export interface Line {
  /** Line number in the file. */
  readonly line: number;
  /** Product id in this shop, the same in every run. */
  readonly id: string;
  readonly product: ImportedProduct;
}

/** Settings that convert the prices of a file. */
export interface Pricing {
  /** Shillings per unit of the file's currency. */
  readonly rate: number;
  /** Prices below this are treated as mistakes. Shillings. */
  readonly lowest: number;
  readonly now: Date;
}

/** Parses one product of a file. Returns it with notes about shortened values, or the first fault. */
export function parseProduct(
  given: unknown,
  pricing: Pricing,
): { readonly product: ImportedProduct; readonly notes: readonly Fault[] } | { readonly fault: Fault } {
  const read = parseRecord(given);
  if ('fault' in read) return read;
  const outcome = toImportedProduct(read.product, pricing);
  return 'fault' in outcome ? outcome : { ...outcome, notes: read.notes };
}

/** Converts a parsed product. Returns a fault when its prices make no sense. */
export function toImportedProduct(
  record: ProductRecord,
  pricing: Pricing,
): { readonly product: ImportedProduct } | { readonly fault: Fault } {
  const prices = toPrices(record, pricing);
  if ('fault' in prices) return prices;
  const [widest, narrower] = toCategories(record);
  const images = [...record.images, record.image ?? ''].filter((image) => image !== '');
  return {
    product: {
      key: toProductKey(record),
      slug: record.slug ?? null,
      name: record.name,
      description: record.description,
      ...prices,
      brand: toCategoryName(record.brand ?? NO_BRAND),
      category: narrower ?? widest,
      parent: narrower === undefined ? null : widest,
      stock: record.stock ?? null,
      specifications: toSpecifications(record),
      group: record.group ?? null,
      options: record.options,
      images: [...new Set(images)],
      isActive: record.isActive,
      isNewArrival: record.isNewArrival,
      isFeatured: record.isFeatured,
      serials: record.serials,
      createdAt: record.createdAt ?? null,
    },
  };
}

type Prices = Pick<ImportedProduct, 'price' | 'originalPrice' | 'flashPrice' | 'flashStartsAt' | 'flashEndsAt'>;

/**
 * A sale with an end date is a flash deal. A sale that is over is dropped, and a running sale without an end date
 * becomes the price (A3).
 */
function toPrices(record: ProductRecord, { rate, lowest, now }: Pricing): Prices | { readonly fault: Fault } {
  const price = shillings(record.price, rate);
  if (price === null) return { fault: { field: 'price', reason: 'is above 20,000,000 shillings: is the rate right?' } };
  const original = record.originalPrice === undefined ? null : shillings(record.originalPrice, rate);
  const flash = record.flashPrice === undefined ? null : shillings(record.flashPrice, rate);
  const tooLow = price < lowest ? (['price', price] as const) : (['flashPrice', flash ?? lowest] as const);
  if (tooLow[1] < lowest) return { fault: { field: tooLow[0], reason: formatBelowLowest(tooLow[1], lowest) } };
  const plain = { price, originalPrice: original !== null && original > price ? original : null, ...NO_SALE };
  const { flashStartsAt: start = null, flashEndsAt: end = null } = record;
  if (flash === null) return plain;
  if (flash >= price) return { fault: { field: 'flashPrice', reason: 'must be below the price' } };
  if (start !== null && end !== null && start >= end)
    return { fault: { field: 'flashEndsAt', reason: 'is before the start of the sale' } };
  if (end !== null && end <= now) return plain;
  const hasBegun = start === null || start <= now;
  if (end === null && hasBegun) return { price: flash, originalPrice: plain.originalPrice ?? price, ...NO_SALE };
  return { ...plain, flashPrice: flash, flashStartsAt: start, flashEndsAt: end };
}

const NO_SALE = { flashPrice: null, flashStartsAt: null, flashEndsAt: null };

const formatBelowLowest = (price: number, lowest: number) =>
  `comes to Ksh ${price}, which is below Ksh ${lowest}: add --rate if the file is in another currency, or --lowest ${price} if the price is right`;

/** Returns the first two category levels, because the shop shows only two (A42). */
function toCategories({ categories, category }: ProductRecord): [CategoryName, CategoryName?] {
  const given = categories.length > 0 ? categories : [category ?? NO_CATEGORY];
  const [widest = toCategoryName(NO_CATEGORY), narrower] = given.map(toCategoryName);
  return narrower === undefined || narrower.slug === widest.slug ? [widest] : [widest, narrower];
}

/**
 * Adds the third category level as the specification `Type`, and the options, because shoppers can filter by
 * specifications.
 */
function toSpecifications({ categories, specifications, options }: ProductRecord) {
  const narrowest = categories.length > 2 ? (categories.at(-1) ?? '') : '';
  const all = [...specifications, ...options, ...(narrowest === '' ? [] : [{ name: 'Type', value: narrowest }])];
  const seen = new Set<string>();
  return all.filter(({ name }) => !seen.has(compareKey(name)) && seen.add(compareKey(name)));
}

/**
 * Returns a key that does not depend on price or stock, so that a changed file does not duplicate a product. With a
 * slug or SKU it does not depend on the name either.
 */
function toProductKey({ slug, sku, name, brand, description, image, images, options }: ProductRecord): string {
  if (typeof slug === 'string') return slug;
  if (typeof sku === 'string' && sku !== '') return `sku ${sku}`;
  const picture = images[0] ?? image ?? null;
  const rest = [name, brand ?? null, picture ?? description, options];
  return `name ${createHash('sha256').update(JSON.stringify(rest)).digest('hex')}`;
}

function toCategoryName(name: string): CategoryName {
  return { slug: toSlug(name), name };
}

/** Converts a name to a slug. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 150)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? `x${createHash('sha256').update(name).digest('hex').slice(0, 12)}` : slug;
}

/** Returns a free slug for a product. `taken` reports the slugs of other products. */
export function toFreeSlug({ slug, name }: ImportedProduct, id: string, taken: (slug: string) => boolean): string {
  const plain = slug ?? toSlug(name);
  return taken(plain) ? `${plain}-${id.slice(0, 8)}` : plain;
}
