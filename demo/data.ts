import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** The seed that adds it: the original one, or the one with more products. */
const batch = v.picklist(['first', 'more']);
const text = v.pipe(v.string(), v.nonEmpty());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must look like-this-1'));

/** In the order of the category bar. `parent` is the slug of a wider category, which the bar shows instead. */
const Category = v.strictObject({ slug, name: text, parent: v.optional(slug), batch });
const Brand = v.strictObject({ slug, name: text, batch });

/** Fields of `npm run import`, with extra fields of the demo. Prices are in whole shillings. */
const Product = v.strictObject({
  slug,
  name: text,
  category: text,
  brand: text,
  price: count,
  originalPrice: v.optional(count),
  flashPrice: v.optional(count),
  /** Duration of the deal from the seeding on. */
  flashHours: v.optional(count),
  /** Whether the deal is extended before it ends. */
  flashLasts: v.optional(v.boolean()),
  stock: count,
  isNewArrival: v.optional(v.boolean()),
  isFeatured: v.optional(v.boolean()),
  description: text,
  specifications: v.record(text, text),
  /** Number of pictures: `pictures/<slug>-1.svg` to `<slug>-<pictures>.svg`. */
  pictures: count,
  /** At the time of seeding. */
  daysOld: count,
  batch,
});

/** `slug` of a product. `age` is a fraction of the product's age. */
const Review = v.strictObject({
  product: slug,
  author: text,
  rating: v.pipe(count, v.minValue(1), v.maxValue(5)),
  title: v.optional(v.string(), ''),
  comment: text,
  age: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
});

/** `town` is a constituency. With `usual` hours nothing is stored, so that the fallback of §3 applies. */
const Station = v.strictObject({
  county: text,
  town: text,
  name: text,
  address: text,
  hours: v.picklist(['usual', 'shop', 'mall', 'petrol', 'market']),
});

/** In the order of the carousel. The picture is `pictures/banner-<name>-1.svg`. */
const Banner = v.strictObject({ name: slug, title: text, subtitle: text, buttonText: text, link: text });

export type DemoCategory = v.InferOutput<typeof Category>;
export type DemoBrand = v.InferOutput<typeof Brand>;
export type DemoProduct = v.InferOutput<typeof Product>;
export type DemoReview = v.InferOutput<typeof Review>;
export type DemoStation = v.InferOutput<typeof Station>;
export type DemoBanner = v.InferOutput<typeof Banner>;

/** Data of the demo shop. */
export interface DemoData {
  readonly categories: readonly DemoCategory[];
  readonly brands: readonly DemoBrand[];
  readonly products: readonly DemoProduct[];
  readonly reviews: readonly DemoReview[];
  readonly stations: readonly DemoStation[];
  readonly banners: readonly DemoBanner[];
}

/** Reads the demo's `.jsonl` files in a folder. Throws with file, line and reason for an invalid line. */
export function readDemo(folder: string = import.meta.dirname): DemoData {
  const readLines = <Schema extends v.GenericSchema>(name: string, schema: Schema): v.InferOutput<Schema>[] =>
    readFileSync(path.join(folder, `${name}.jsonl`), 'utf8')
      .split('\n')
      .flatMap((line, index) => (line === '' ? [] : [readLine(`${name}.jsonl`, index + 1, line, schema)]));
  return {
    categories: readLines('categories', Category),
    brands: readLines('brands', Brand),
    products: readLines('catalogue', Product),
    reviews: readLines('reviews', Review),
    stations: readLines('stations', Station),
    banners: readLines('banners', Banner),
  };
}

function readLine<Schema extends v.GenericSchema>(
  file: string,
  number: number,
  line: string,
  schema: Schema,
): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, JSON.parse(line));
  if (success) return output;
  const [issue] = issues;
  throw new Error(`${file}, line ${number}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
}

/** Returns the products of one seed. */
export function getGoods({ categories, brands, products }: DemoData, wanted: v.InferOutput<typeof batch>) {
  const isInBatch = (one: { readonly batch: string }) => one.batch === wanted;
  return {
    categories: categories.filter(isInBatch),
    brands: brands.filter(isInBatch),
    products: products.filter(isInBatch),
  };
}
