import * as v from 'valibot';
import { cleanText } from '../../../contract/rules/clean-text.ts';
import { parseMoment } from './moment.rules.ts';
import { cleanCell, cleanValue, shorten, toPlainText } from './product-text.rules.ts';

/** As in the database. */
const SERIAL_KINDS = ['none', 'serial', 'imei'] as const;
/** Higher prices are treated as mistakes, e.g. a rate applied twice. The price filter has the same limit. */
const HIGHEST_PRICE = 20_000_000;
const MOST_PICTURES = 20;
const MOST_PAIRS = 60;
const LONGEST_DESCRIPTION = 10_000;
const LONGEST_VALUE = 200;

const cleaned = (most: number, clean: (text: string) => string) =>
  v.pipe(
    v.string('must be a text'),
    v.transform(clean),
    v.maxLength(most, ({ received }) => `is longer than ${most} characters (${received})`),
  );
const filled = (most: number, clean = cleanCell) => v.pipe(cleaned(most, clean), v.nonEmpty('is empty'));
const money = v.pipe(
  v.number('is not a number'),
  v.finite('is not a number'),
  v.gtValue(0, 'must be above 0'),
  v.maxValue(1e12, 'is too large'),
);
const yes = (otherwise: boolean) => v.optional(v.boolean('must be true or false'), otherwise);

/** A brand or category by name, or as an object of the API. */
const Named = v.union(
  [
    filled(100),
    v.pipe(
      v.object({ name: filled(100) }),
      v.transform(({ name }) => name),
    ),
  ],
  'must be a name, or an object with a name',
);

const PAIRS = 'must be a list of { name, value }, or an object of texts';
/** `[{ "name": "RAM", "value": "8 GB" }]` or `{ "RAM": "8 GB" }`. */
const Pairs = v.pipe(
  v.union(
    [
      v.array(v.object({ name: filled(200), value: filled(LONGEST_VALUE, cleanValue) }, PAIRS)),
      v.pipe(
        v.record(filled(200), filled(LONGEST_VALUE, cleanValue)),
        v.transform((values) => Object.entries(values).map(([name, value]) => ({ name, value }))),
      ),
    ],
    PAIRS,
  ),
  v.maxLength(MOST_PAIRS, `has more than ${MOST_PAIRS}`),
);

const moment = (edge: 'start' | 'end') =>
  v.pipe(
    v.string('must be a date as text, e.g. "2026-12-31"'),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const found = parseMoment(dataset.value, edge);
      if (found !== null) return found;
      const text = cleanText(dataset.value).slice(0, 40);
      addIssue({
        message: `'${text}' is not a date like 2026-12-31, 31/12/2026 or 31 Dec 2026 18:00 (the day first)`,
      });
      return NEVER;
    }),
  );

/**
 * A product of a file: §3 Product, with names instead of ids. Prices are in the file's currency. Unknown fields are
 * ignored. Missing, `null` and empty mean the same.
 */
export const ProductRecord = v.object(
  {
    name: filled(300),
    price: money,
    /** Slug of the product page. Derived from the name when missing. */
    slug: v.optional(
      v.pipe(
        v.string('must be a text'),
        v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must look like-this-1'),
        v.maxLength(150, 'is longer than 150 characters'),
      ),
    ),
    /** Id in the source shop. The same SKU is the same product, regardless of its name. */
    sku: v.optional(cleaned(200, cleanText)),
    description: v.optional(cleaned(LONGEST_DESCRIPTION, cleanText), ''),
    brand: v.optional(Named),
    category: v.optional(Named),
    /** From the widest to the narrowest. Replaces `category`. */
    categories: v.optional(v.pipe(v.array(Named, 'must be a list of names'), v.maxLength(20, 'has more than 20')), []),
    /** Price before the discount. */
    originalPrice: v.optional(money),
    /** Sale price between its start and end. Without an end it becomes the price when the sale starts. */
    flashPrice: v.optional(money),
    flashStartsAt: v.optional(moment('start')),
    flashEndsAt: v.optional(moment('end')),
    /** Missing when the file has no stock count. */
    stock: v.optional(
      v.pipe(
        v.number('is not a number'),
        v.integer('must be a whole number'),
        v.minValue(0, 'is below 0'),
        v.maxValue(10_000_000, 'is above 10,000,000'),
      ),
    ),
    specifications: v.optional(Pairs, []),
    /** Shared by the variants of one product (H2). */
    group: v.optional(cleaned(300, cleanText)),
    /** Distinguishes this variant from the others. */
    options: v.optional(Pairs, []),
    /** `https` URLs, or paths of files next to the imported file. */
    images: v.optional(v.array(cleaned(2_000, cleanText), 'must be a list of addresses'), []),
    image: v.optional(cleaned(2_000, cleanText)),
    isActive: yes(true),
    isNewArrival: yes(false),
    isFeatured: yes(false),
    /** The numbers that each piece needs before it is sent (OWN-P5). */
    serials: v.optional(v.picklist(SERIAL_KINDS, 'must be none, serial or imei'), 'none'),
    createdAt: v.optional(moment('start')),
  },
  'is not a product: it must be an object with a name and a price',
);
type Input = v.InferInput<typeof ProductRecord>;
/** Input format of a product in a file. */
export type InputProduct = Readonly<Pick<Input, Needed>> & {
  readonly [Field in Exclude<keyof Input, Needed>]?: Input[Field] | null;
};
type Needed = 'name' | 'price';
/** Input format of a change to an existing product. Missing fields stay unchanged. */
export type InputFields = Partial<InputProduct>;
export type ProductRecord = v.InferOutput<typeof ProductRecord>;

/** A problem with a field, or a change to it. `field` is empty for the whole product. */
export interface Fault {
  readonly field: string;
  readonly reason: string;
}

export interface ParsedProduct {
  readonly product: ProductRecord;
  /** Values that were shortened or left out. */
  readonly notes: readonly Fault[];
}

/** Parses one product of a file. Returns the first fault when it is invalid. */
export function parseRecord(given: unknown): ParsedProduct | { readonly fault: Fault } {
  const notes: Fault[] = [];
  const parsed = v.safeParse(ProductRecord, isObject(given) ? fitFields(given, notes) : given);
  if (parsed.success) return { product: parsed.output, notes };
  const [issue] = parsed.issues;
  const field = v.getDotPath(issue) ?? '';
  const isMissing = issue.received === 'undefined' && field !== '';
  return { fault: { field, reason: isMissing ? 'is missing' : issue.message } };
}

/** Returns the fields that are not empty. Shortens long texts and lists. */
function fitFields(given: object, notes: Fault[]): object {
  const fields = new Map(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
  const html = fields.get('description');
  if (typeof html === 'string') {
    const words = toPlainText(html, (tag) =>
      notes.push({
        field: 'description',
        reason: `is cut: '<${tag}' is never closed, so the text after it was left out`,
      }),
    );
    fields.set('description', shortenText('description', words, LONGEST_DESCRIPTION, notes));
  }
  const images = fields.get('images');
  if (Array.isArray(images) && images.length > MOST_PICTURES) {
    fields.set('images', images.slice(0, MOST_PICTURES));
    notes.push({ field: 'images', reason: `has ${images.length} pictures; the first ${MOST_PICTURES} are used` });
  }
  for (const field of ['specifications', 'options']) {
    const pairs = fields.get(field);
    if (typeof pairs === 'object') fields.set(field, shortenPairs(field, pairs as object, notes));
  }
  return Object.fromEntries(fields);
}

function shortenPairs(field: string, pairs: object, notes: Fault[]): object {
  const fit = (value: unknown) =>
    typeof value === 'string' ? shortenText(field, cleanValue(value), LONGEST_VALUE, notes) : value;
  if (!Array.isArray(pairs))
    return Object.fromEntries(Object.entries(pairs).map(([name, value]) => [name, fit(value)]));
  return pairs.map((pair: unknown) => (isObject(pair) && 'value' in pair ? { ...pair, value: fit(pair.value) } : pair));
}

function shortenText(field: string, text: string, most: number, notes: Fault[]): string {
  const short = shorten(text, most);
  if (short !== text) notes.push({ field, reason: `is shortened from ${count(text)} to ${count(short)} characters` });
  return short;
}

const count = ({ length }: string) => length.toLocaleString('en');

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Converts an amount of the file to whole shillings. `null` when it exceeds the highest price. */
export function shillings(amount: number, rate: number): number | null {
  const value = Math.max(1, Math.round(amount * rate));
  return value <= HIGHEST_PRICE ? value : null;
}
