import * as v from 'valibot';
import type { ImportedProduct } from './import.rules.ts';
import { compareKey } from './product-text.rules.ts';

/** What a file may change in a product, by the names that owners use. Stock is not among them: it changes by orders. */
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
} as const;
export type Changeable = keyof typeof CHANGEABLE;
export const CHANGEABLE_NAMES = Object.keys(CHANGEABLE) as readonly Changeable[];

const Shillings = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20_000_000));
const Place = v.strictObject({
  slug: v.pipe(v.string(), v.maxLength(150)),
  name: v.pipe(v.string(), v.maxLength(100)),
});
const Moment = v.nullable(v.pipe(v.string(), v.isoTimestamp()));

/** New values of a product; what is missing is not changed. Money in whole shillings. */
export const ProductPatch = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(300))),
  description: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  price: v.optional(
    v.strictObject({
      price: Shillings,
      originalPrice: v.nullable(Shillings),
      flashPrice: v.nullable(Shillings),
      flashStartsAt: Moment,
      flashEndsAt: Moment,
    }),
  ),
  brand: v.optional(Place),
  category: v.optional(v.strictObject({ category: Place, parent: v.nullable(Place) })),
  specifications: v.optional(v.array(v.strictObject({ name: v.string(), value: v.string() }))),
  active: v.optional(v.boolean()),
  featured: v.optional(v.boolean()),
  new: v.optional(v.boolean()),
});
export type ProductPatch = v.InferOutput<typeof ProductPatch>;

/** A product of a file and what is to be changed in it. */
export const ProductChange = v.strictObject({
  /** The id that an import of the same line makes. */
  id: v.pipe(v.string(), v.uuid()),
  slug: v.nullable(v.string()),
  /** The product of this name is meant when no id or address fits; null when the file has a code for each product. */
  named: v.nullable(v.string()),
  patch: ProductPatch,
});
export type ProductChange = v.InferOutput<typeof ProductChange>;

/** Returns the change that makes a product what the file says, in these columns. */
export function changeTo(product: ImportedProduct, id: string, columns: readonly Changeable[]): ProductChange {
  const { name, description, price, originalPrice, flashPrice, brand, category, parent } = product;
  const all: Required<ProductPatch> = {
    name,
    description,
    price: {
      price,
      originalPrice,
      flashPrice,
      flashStartsAt: product.flashStartsAt?.toISOString() ?? null,
      flashEndsAt: product.flashEndsAt?.toISOString() ?? null,
    },
    brand,
    category: { category, parent },
    specifications: [...product.specifications],
    active: product.isActive,
    featured: product.isFeatured,
    new: product.isNewArrival,
  };
  const patch: ProductPatch = Object.fromEntries(
    Object.entries(all).filter(([column]) => columns.some((one) => one === column)),
  );
  const hasCode = product.slug !== null || !product.key.startsWith('name ');
  return { id, slug: product.slug, named: hasCode ? null : name, patch };
}

/** Stored values by column; times are ISO texts, so that they compare and are stored as JSON. */
export type Values = Readonly<Record<string, unknown>>;

/** Returns the columns whose values differ, before and after; null when none does. */
export function differing(before: Values, after: Values): { readonly before: Values; readonly after: Values } | null {
  const columns = Object.keys(after).filter((column) => !isSame(before[column], after[column]));
  if (columns.length === 0) return null;
  const only = (values: Values) => Object.fromEntries(columns.map((column) => [column, values[column] ?? null]));
  return { before: only(before), after: only(after) };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one ?? null)) === JSON.stringify(sorted(other ?? null));
}

/** With the fields of objects in one order: jsonb has its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, held]) => [name, sorted(held)]);
}

/** Key of a name among the names of the shop. */
export const nameKey = compareKey;
