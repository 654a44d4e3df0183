import { and, sql, type SQL } from 'drizzle-orm';
import { brands, catalogueCounts, categories, products, productSearch } from '../../db/schema.ts';
import { placeholder } from '../../db/statements.ts';
import { isNarrowed, type ProductFilter } from './product-filter.rules.ts';
import { toSearchQueries } from './search.rules.ts';

/** Parts of SQL statements that select products, shared by lists, counts and facets. */

/** A filter without sort and page. */
export type Selection = Omit<ProductFilter, 'sort' | 'limit' | 'offset'>;

/**
 * Condition: a flash deal runs now (A3). Few deals run, so they are queried separately and every price has an index.
 */
export const isRunning = sql`(${products.flashPrice} is not null
  and (${products.flashStartsAt} is null or ${products.flashStartsAt} <= ${placeholder('now')})
  and (${products.flashEndsAt} > ${placeholder('now')} or (${products.flashEndsAt} is null and ${products.flashStartsAt} is not null)))`;

/** Condition: the search matches the product. */
export const isFound = sql`${productSearch.document} @@ ${placeholder('query')}::tsquery`;

/** Current price: the flash price during its deal (A3). */
export const chargedPrice = sql<number>`case when ${isRunning} then ${products.flashPrice} else ${products.price} end`;

/** Ids of the selected category and its children. */
export const chosenCategories = sql`(
  select ${categories.id} from ${categories} left join ${categories} parent on parent.id = ${categories.parentId}
  where ${categories.slug} = ${placeholder('category')} or parent.slug = ${placeholder('category')}
)`;
// A subselect hides the number of brands, for which PostgreSQL would plan each list again.
const chosenBrands = sql`(
  select ${brands.id} from ${brands} where ${brands.slug} = any((select ${placeholder('brands')}::text[])::text[])
)`;

/** One row per selected category and brand. An index has the products of each in order. */
export const toBranches = ({ category, brands: slugs }: Pick<Selection, 'category' | 'brands'>) => {
  const inCategory = category === null ? null : sql`${chosenCategories} as in_category (id)`;
  const byBrand = slugs.length === 0 ? null : sql`${chosenBrands} as of_brand (id)`;
  const parts = [inCategory, byBrand].filter((part) => part !== null);
  return {
    from: parts.length === 0 ? sql`(select 1) as everything` : sql.join(parts, sql` cross join `),
    on: joinConditions([
      inCategory && sql`${products.categoryId} = in_category.id`,
      byBrand && sql`${products.brandId} = of_brand.id`,
      sql`${products.isActive}`,
    ]),
  };
};

/** Conditions other than category, brand, price and words. */
export const toDetailConditions = ({ isFeatured, specifications }: Selection): SQL =>
  joinConditions([
    sql`${products.isActive}`,
    isFeatured && sql`${products.isFeatured}`,
    ...specifications.map((_, index) => sql`${products.specifications} @> ${wanted(index)}`),
  ]);

/** Same as `detailsOf`, for an index scan in list order, which ends early when many products match. */
export const toScanConditions = (selection: Selection): SQL =>
  isCommon(selection)
    ? sql`${products.isActive} and jsonb_contains(${products.specifications}, ${wanted(0)})`
    : toDetailConditions(selection);

const wanted = (index: number) => sql`${placeholder(`specification${index}`)}::jsonb`;

/** Minimum number of matching products. Below it, the index lookup is faster. */
const COMMON = 500;

/** Returns whether a list scans in order instead of using the specification index, which needs another statement. */
export const isCommon = (selection: Selection) => (getPrecount(selection) ?? 0) >= COMMON;

export const toPriceConditions = ({ minPrice, maxPrice }: Selection, price: SQL): SQL =>
  joinConditions([
    minPrice !== null && sql`${price} >= ${placeholder('minPrice')}`,
    maxPrice !== null && sql`${price} <= ${placeholder('maxPrice')}`,
  ]);

/** All conditions, for `from products`, joined with `product_search` when there are search terms. */
export const toConditions = (selection: Selection): SQL => {
  const { category, terms } = selection;
  return joinConditions([
    toDetailConditions(selection),
    category !== null && sql`${products.categoryId} in ${chosenCategories}`,
    hasBrand(selection),
    hasPrice(selection) && toPriceConditions(selection, chargedPrice),
    terms !== null && isFound,
  ]);
};

/** Condition: the product has one of the selected brands. */
export const hasBrand = ({ brands: slugs }: Selection): SQL =>
  slugs.length === 0 ? sql`true` : sql`${products.brandId} in ${chosenBrands}`;

/** The tables for `conditionsOf`. */
export const toSource = ({ terms }: Selection): SQL =>
  terms === null
    ? sql`${products}`
    : sql`${productSearch} join ${products} on ${products.id} = ${productSearch.productId}`;

/** Total number of selected products. Uses precomputed counts when they cover the selection. */
export const toCountQuery = (selection: Selection): SQL<number> => {
  const { category, brands: slugs, isFeatured, specifications, terms } = selection;
  const kept = getPrecount(selection);
  if (kept !== null) return sql`(select ${placeholder('kept')}::int)`;
  if (terms !== null && !isNarrowed(selection)) return sql`(select count(*) from ${productSearch} where ${isFound})`;
  if (terms !== null || specifications.length > 0)
    return sql`(select count(*) from ${toSource(selection)} where ${toConditions(selection)})`;
  if (hasPrice(selection)) {
    // Each of the three counts uses an index only.
    const among = toConditions({ ...selection, minPrice: null, maxPrice: null });
    const counted = (where: SQL) => sql`(select count(*) from ${products} where ${among} and ${where})`;
    const listed = toPriceConditions(selection, sql`${products.price}`);
    return sql`(${counted(listed)} - ${counted(sql`${isRunning} and ${listed}`)}
      + ${counted(sql`${isRunning} and ${toPriceConditions(selection, sql`${products.flashPrice}`)}`)})`;
  }
  const counts = isFeatured ? catalogueCounts.featured : catalogueCounts.products;
  return sql`(select coalesce(sum(${counts}), 0) from ${catalogueCounts} where ${joinConditions([
    category !== null && sql`${catalogueCounts.categoryId} in ${chosenCategories}`,
    slugs.length > 0 && sql`${catalogueCounts.brandId} in ${chosenBrands}`,
  ])})`;
};

/** Returns whether precomputed counts cover the selection (migration `0009-search`), for any categories and brands. */
export const isPrecounted = (selection: Selection) =>
  selection.terms === null && selection.specifications.length === 0 && !hasPrice(selection);

/** Returns the values of a selection's placeholders. */
export const toParameters = (selection: Selection, now: Date): Record<string, unknown> => {
  const { category, brands: slugs, minPrice, maxPrice, specifications, terms } = selection;
  return {
    now: now.toISOString(),
    category,
    brands: slugs,
    minPrice,
    maxPrice,
    kept: getPrecount(selection),
    query: terms === null ? null : toSearchQueries(terms).query,
    ...Object.fromEntries(
      specifications.map(({ name, value }, index) => [`specification${index}`, JSON.stringify([{ name, value }])]),
    ),
  };
};

/** Returns the number of products when exactly one specification, and at most a category, is selected. */
function getPrecount(selection: Selection): number | null {
  const [only, another] = selection.specifications;
  const isAlone = another === undefined && selection.brands.length === 0 && selection.terms === null;
  return only !== undefined && isAlone && !selection.isFeatured && !hasPrice(selection) ? only.products : null;
}

function hasPrice({ minPrice, maxPrice }: Selection): boolean {
  return minPrice !== null || maxPrice !== null;
}

function joinConditions(conditions: readonly (SQL | false | null)[]): SQL {
  return and(...conditions.filter((it) => it !== false && it !== null)) ?? sql`true`;
}
