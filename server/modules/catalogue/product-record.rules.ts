import * as v from 'valibot';

/** Above this a price is taken for a mistake, e.g. a rate too many. Filters end here too. */
const HIGHEST_PRICE = 20_000_000;
const MOST_PICTURES = 20;
const MOST_PAIRS = 60;
const LONGEST_DESCRIPTION = 10_000;

/** Text that PostgreSQL takes: no control characters, no half of a surrogate pair. */
const text = (most: number) =>
  v.pipe(
    v.string(),
    v.transform((value) => value.replace(HALF, '\ufffd').replace(CONTROL, ' ').trim()),
    v.maxLength(most, ({ received }) => `is longer than ${most} characters (${received.replace(/\D/g, '') || 'more'})`),
  );
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const HALF = /\p{Surrogate}/gu;

const filled = (most: number) => v.pipe(text(most), v.nonEmpty('is empty'));
const money = v.pipe(
  v.number('is not a number'),
  v.finite('is not a number'),
  v.gtValue(0, 'has to be above 0'),
  v.maxValue(1e12, 'is too large'),
);
/** Missing, null and empty text mean the same in a file. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(
    v.nullable(
      v.union([
        schema,
        v.pipe(
          v.literal(''),
          v.transform(() => undefined),
        ),
      ]),
    ),
    null,
  );

/** A brand or category by its name, or as the API shows it. */
const Named = v.union(
  [
    filled(100),
    v.pipe(
      v.object({ name: filled(100) }),
      v.transform(({ name }) => name),
    ),
  ],
  'has to be a name, or an object with a name',
);

const Pair = v.object({ name: filled(200), value: filled(200) });
/** `[{ "name": "RAM", "value": "8 GB" }]` or `{ "RAM": "8 GB" }`. */
const Pairs = v.pipe(
  v.union(
    [
      v.array(Pair),
      v.pipe(
        v.record(filled(200), filled(200)),
        v.transform((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
      ),
    ],
    'has to be a list of { name, value }, or an object of texts',
  ),
  v.maxLength(MOST_PAIRS, `has more than ${MOST_PAIRS}`),
);

const moment = v.pipe(
  v.string(),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'is not a time like 2026-03-31T12:00:00Z'),
  v.transform((value) => new Date(value)),
);

/**
 * A product as a file holds it: §3 Product, with names in the place of ids. Money in the file's currency. What is not
 * named here is passed over.
 */
export const ProductRecord = v.object({
  name: filled(300),
  price: money,
  /** Its place in the shop's address; made of the name where it is missing. */
  slug: maybe(v.pipe(v.string(), v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'has to be like-this-1'), v.maxLength(150))),
  /** What the shop that it comes from knows it by: the same sku is the same product, whatever its name. */
  sku: maybe(text(200)),
  description: v.optional(v.nullable(text(LONGEST_DESCRIPTION)), ''),
  brand: maybe(Named),
  category: maybe(Named),
  /** From the widest to the narrowest, in the place of `category`. */
  categories: v.optional(v.pipe(v.array(Named), v.maxLength(20)), []),
  /** Before the discount. */
  originalPrice: maybe(money),
  flashPrice: maybe(money),
  flashEndsAt: maybe(moment),
  /** Null where nobody counts: then there is some. */
  stock: maybe(v.pipe(v.number(), v.integer('has to be a whole number'), v.minValue(0), v.maxValue(10_000_000))),
  specifications: v.optional(v.nullable(Pairs), []),
  /** Shared by the variants of one product (H2). */
  group: maybe(text(300)),
  /** What tells this variant from the others. */
  options: v.optional(v.nullable(Pairs), []),
  /** https addresses, or files beside the one that is imported. */
  images: v.optional(v.pipe(v.array(text(2_000)), v.maxLength(MOST_PICTURES, `has more than ${MOST_PICTURES}`)), []),
  image: maybe(text(2_000)),
  isActive: v.optional(v.boolean(), true),
  isNewArrival: v.optional(v.boolean(), false),
  isFeatured: v.optional(v.boolean(), false),
  createdAt: maybe(moment),
});
/** What a file may say of a product. */
export type GivenProduct = v.InferInput<typeof ProductRecord>;
export type ProductRecord = v.InferOutput<typeof ProductRecord>;

/** Why a product stays out: the field, empty where it is the whole, and what is wrong with it. */
export interface Fault {
  readonly field: string;
  readonly reason: string;
}

/** Reads one product of a file; the first fault where it cannot be sold like this. */
export function readProduct(given: unknown): { readonly product: ProductRecord } | { readonly fault: Fault } {
  const parsed = v.safeParse(ProductRecord, given);
  if (parsed.success) return { product: parsed.output };
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? '';
  const isMissing = issue.received === 'undefined' && field !== '';
  return { fault: { field, reason: isMissing ? 'is missing' : issue.message } };
}

/** An amount of the file in whole shillings; null where it is no price of this shop. */
export function shillings(amount: number, rate: number): number | null {
  const value = Math.max(1, Math.round(amount * rate));
  return value <= HIGHEST_PRICE ? value : null;
}
