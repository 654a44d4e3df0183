import * as v from 'valibot';
import type { ImportedProduct } from './import.rules.ts';
import { compareKey } from './product-text.rules.ts';

/** Columns that a file may change, by the names used in files. A file counts the stock, and `all` leaves that out. */
export const CHANGEABLE = {
  name: ['name'],
  description: ['description'],
  price: ['price', 'originalPrice', 'flashPrice', 'flashStartsAt', 'flashEndsAt'],
  brand: ['brandId'],
  category: ['categoryId'],
  specifications: ['specifications'],
  active: ['isActive'],
  featured: ['isFeatured'],
  new: ['isNewArrival'],
  serials: ['serials'],
} as const;
export type Changeable = keyof typeof CHANGEABLE | 'stock';
export const CHANGEABLE_NAMES = Object.keys(CHANGEABLE) as readonly Changeable[];

/** Fields of a file that provide each column. One of them is enough. */
const FIELDS: Readonly<Record<Changeable, readonly string[]>> = {
  name: ['name'],
  description: ['description'],
  price: ['price'],
  brand: ['brand'],
  category: ['categories', 'category'],
  specifications: ['specifications'],
  active: ['isActive'],
  featured: ['isFeatured'],
  new: ['isNewArrival'],
  serials: ['serials'],
  stock: ['stock'],
};

/** Returns whether a file with these fields provides a column. A field that is present but empty clears the value. */
export function isInFile(column: Changeable, has: (field: string) => boolean): boolean {
  return FIELDS[column].some(has);
}

const PRICES_BESIDE = ['originalPrice', 'flashPrice', 'flashStartsAt', 'flashEndsAt'];

/**
 * Returns the part of a product in a file that a change of these columns needs. A code is enough to identify the
 * product. Other fields may be missing or invalid.
 */
export function toReadableProduct(given: unknown, columns: readonly Changeable[]): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const fields = new Map<string, unknown>(Object.entries(given));
  const isEmpty = (field: string) => ['', null, undefined].includes(fields.get(field) as '');
  const hasCode = !isEmpty('slug') || !isEmpty('sku');
  const isNameMeant = columns.includes('name') && fields.has('name');
  if (hasCode && isEmpty('name') && !isNameMeant) fields.set('name', 'named by its code');
  if (!columns.includes('stock')) fields.delete('stock');
  if (!columns.includes('price')) for (const field of PRICES_BESIDE) fields.delete(field);
  if (!columns.includes('price')) fields.set('price', 1);
  return Object.fromEntries(fields);
}

const Shillings = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20_000_000));
const Pieces = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000));
const Place = v.strictObject({
  slug: v.pipe(v.string(), v.maxLength(150)),
  name: v.pipe(v.string(), v.maxLength(100)),
});
const Moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()));

/** New values of a product. Missing fields stay unchanged. Prices are in whole shillings. */
export const ProductPatch = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))),
  description: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  price: v.optional(
    v.strictObject({
      price: Shillings,
      originalPrice: v.optional(v.nullable(Shillings)),
      flashPrice: v.optional(v.nullable(Shillings)),
      flashStartsAt: v.optional(Moment),
      flashEndsAt: v.optional(Moment),
    }),
  ),
  brand: v.optional(Place),
  category: v.optional(v.strictObject({ category: Place, parent: v.nullable(Place) })),
  specifications: v.optional(v.array(v.strictObject({ name: v.string(), value: v.string() }))),
  active: v.optional(v.boolean()),
  featured: v.optional(v.boolean()),
  new: v.optional(v.boolean()),
  serials: v.optional(v.picklist(['none', 'serial', 'imei'])),
  stock: v.optional(
    v.strictObject({
      counted: Pieces,
      /** Pieces on hand before the count, which a preview returns. */
      expected: v.optional(Pieces),
      /** The file with its content. It counts a product once. */
      source: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
    }),
  ),
});
export type ProductPatch = v.InferOutput<typeof ProductPatch>;

/** A product of a file and its new values. */
export const ProductChange = v.strictObject({
  /** The id that an import of the same line generates. */
  id: v.pipe(v.string(), v.uuid()),
  slug: v.nullable(v.string()),
  /**
   * Fallback: the product with this name, when no id or slug matches. `null` when the file has a code for each product.
   */
  named: v.nullable(v.string()),
  patch: ProductPatch,
});
export type ProductChange = v.InferOutput<typeof ProductChange>;

/** Returns the change that gives a product the values of the file, limited to `columns` that the file provides. */
export function toProductChange(
  product: ImportedProduct,
  id: string,
  {
    columns,
    has,
    source = '',
  }: {
    readonly columns: readonly Changeable[];
    readonly has: (field: string) => boolean;
    /** The file with its content, which counts the stock. */
    readonly source?: string;
  },
): ProductChange {
  const { name, description, price, originalPrice, flashPrice, brand, category, parent } = product;
  // A sale price without an end date becomes the price, and the previous price becomes the original price.
  const isBeforeTold = has('originalPrice') || originalPrice !== null;
  const all: Required<Omit<ProductPatch, 'stock'>> = {
    name,
    description,
    price: {
      price,
      ...(isBeforeTold && { originalPrice }),
      ...(has('flashPrice') && {
        flashPrice,
        flashStartsAt: product.flashStartsAt?.toISOString() ?? null,
        flashEndsAt: product.flashEndsAt?.toISOString() ?? null,
      }),
    },
    brand,
    category: { category, parent },
    specifications: [...product.specifications],
    active: product.isActive,
    featured: product.isFeatured,
    new: product.isNewArrival,
    serials: product.serials,
  };
  const patch: ProductPatch = Object.fromEntries(
    Object.entries(all).filter(([column]) => columns.some((one) => one === column && isInFile(one, has))),
  );
  // A product without a number was not counted.
  if (columns.includes('stock') && product.stock !== null) patch.stock = { counted: product.stock, source };
  const hasCode = product.slug !== null || !product.key.startsWith('name ');
  return { id, slug: product.slug, named: hasCode ? null : name, patch };
}

/** Returns the prices to write. Prices that the file does not have stay, unless they contradict the new price. */
export function toPrices(
  given: NonNullable<ProductPatch['price']>,
  stored: { readonly originalPrice: number | null; readonly flashPrice: number | null },
): FieldValues {
  const isBeforeOver = given.originalPrice === undefined && (stored.originalPrice ?? Infinity) <= given.price;
  const isSaleOver = given.flashPrice === undefined && (stored.flashPrice ?? 0) >= given.price;
  return {
    ...given,
    ...(isBeforeOver && { originalPrice: null }),
    ...(isSaleOver && { flashPrice: null, flashStartsAt: null, flashEndsAt: null }),
  };
}

/** Stored values by column. Times are ISO strings, so that they can be compared and stored as JSON. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** Returns the columns whose values differ, before and after. `null` when nothing differs. */
export function diffValues(
  before: FieldValues,
  after: FieldValues,
): { readonly before: FieldValues; readonly after: FieldValues } | null {
  const columns = Object.keys(after).filter((column) => !isSame(before[column], after[column]));
  if (columns.length === 0) return null;
  const only = (values: FieldValues) => Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
  return { before: only(before), after: only(after) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortFields(one ?? null)) === JSON.stringify(sortFields(other ?? null));
}

/** Sorts the fields of objects, because `jsonb` does not keep their order. */
function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, held]) => [name, sortFields(held)]);
}

/** Returns the key that compares product names. */
export const nameKey = compareKey;
