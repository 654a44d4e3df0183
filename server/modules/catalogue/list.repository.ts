import { asc, desc, sql, type SQL } from 'drizzle-orm';
import type { Sort } from '../../../contract/catalogue.ts';
import type { Sql } from '../../db/client.ts';
import { products, productSearch } from '../../db/schema.ts';
import { perHandle, placeholder, prepareRows } from '../../db/statements.ts';
import { selectProducts } from './catalogue.repository.ts';
import { isNarrowed, toReach, statementName, type ProductFilter } from './product-filter.rules.ts';
import { toSearchQueries } from './search.rules.ts';
import {
  toBranches,
  chargedPrice,
  toConditions,
  toCountQuery,
  toScanConditions,
  isFound,
  isRunning,
  toPriceConditions,
  toSource,
  toParameters,
} from './selection.repository.ts';

/** Number of newest search results that are ranked. Older results follow by age, so that every page costs the same. */
const MOST_COMPARED = 480;
const MOST_COMPARED_FOR_SUGGESTIONS = 200;
/** Suggestions show only whether there are more results (A41). */
const MOST_COUNTED_FOR_SUGGESTIONS = 100;

export interface ListOptions {
  /** Leaves out the description and pictures (A10). */
  readonly isSlim: boolean;
  /** Requested while the shopper types. Counts and ranks fewer results. */
  readonly isSuggestion: boolean;
}

interface Keys {
  readonly id: SQL;
  readonly createdAt: SQL;
  readonly charged: SQL;
  readonly rating: SQL;
  readonly numReviews: SQL;
}

const PRODUCT_KEYS: Keys = {
  id: sql`${products.id}`,
  createdAt: sql`${products.createdAt}`,
  charged: chargedPrice,
  rating: sql`${products.rating}`,
  numReviews: sql`${products.numReviews}`,
};
const PAGE_KEYS: Keys = {
  id: sql`page.id`,
  createdAt: sql`page.created_at`,
  charged: sql`page.charged`,
  rating: sql`page.rating`,
  numReviews: sql`page.num_reviews`,
};

const ORDER: Readonly<Record<Sort, (keys: Keys) => readonly SQL[]>> = {
  newest: ({ createdAt, id }) => [desc(createdAt), desc(id)],
  price_low: ({ charged, createdAt, id }) => [asc(charged), desc(createdAt), desc(id)],
  price_high: ({ charged, createdAt, id }) => [desc(charged), desc(createdAt), desc(id)],
  rating: ({ rating, numReviews, id }) => [desc(rating), desc(numReviews), desc(id)],
};

const comma = sql`, `;
const toOrderBy = (sort: Sort, keys: Keys) => sql.join([...ORDER[sort](keys)], comma);
const keyColumns = (charged: SQL) =>
  sql`${products.id} as id, ${products.createdAt} as created_at, ${charged} as charged, ${products.rating} as rating, ${products.numReviews} as num_reviews`;

/** Literals, because PostgreSQL would plan each list again for a parameter. */
const REACH = { 48: sql`48`, 120: sql`120` };
/** Subselects for the same reason: planning would take longer than the list. */
const ONE_PAGE = sql`limit (select ${placeholder('limit')}::bigint) offset (select ${placeholder('offset')}::bigint)`;

/**
 * Selects the keys of one page. Each selected category and brand contributes up to one page of rows in index order. The
 * outer query merges them.
 */
function selectPage(filter: ProductFilter, sort: Sort): SQL {
  const { from, on } = toBranches(filter);
  const reach = toReach(filter);
  const among = sql`${on} and ${toScanConditions(filter)}`;
  const part = (where: SQL, charged: SQL) => sql`(
    select ${keyColumns(charged)} from ${products} where ${among} and ${where}
    order by ${toOrderBy(sort, { ...PRODUCT_KEYS, charged })} limit ${reach === null ? placeholder('reach') : REACH[reach]}
  )`;
  const [listed, flash] = [sql`${products.price}`, sql`${products.flashPrice}`];
  const isPriced = sort === 'price_low' || sort === 'price_high';
  const parts = isPriced
    ? sql`${part(sql`not coalesce(${isRunning}, false) and ${toPriceConditions(filter, listed)}`, listed)}
        union all ${part(sql`${isRunning} and ${toPriceConditions(filter, flash)}`, flash)}`
    : part(toPriceConditions(filter, chargedPrice), chargedPrice);
  return sql`(
    select page.* from ${from} cross join lateral (${parts}) as page
    order by ${toOrderBy(sort, PAGE_KEYS)} ${ONE_PAGE}
  )`;
}

/** Selects the keys of one page of a search with an explicit sort. */
function selectSearchPage(filter: ProductFilter, sort: Sort): SQL {
  return sql`(
    select ${keyColumns(chargedPrice)} from ${toSource(filter)} where ${toConditions(filter)}
    order by ${toOrderBy(sort, PRODUCT_KEYS)} limit ${placeholder('limit')} offset ${placeholder('offset')}
  )`;
}

/** Selects the newest matching documents, as many as are compared. */
const selectNewestMatches = (from: SQL, where: SQL) => sql`
  select ${productSearch.productId} as id, ${productSearch.createdAt} as created_at, ${productSearch.document} as document
  from ${from} where ${where}
  order by ${productSearch.createdAt} desc, ${productSearch.productId} desc limit ${placeholder('compared')}`;

/** As `isFound`. The subselect hides the words, for which PostgreSQL would plan the suggestions of each letter again. */
const isSuggested = sql`${productSearch.document} @@ (select ${placeholder('query')}::tsquery)`;

/**
 * Selects the same for suggestions, from recent documents if enough of them match, so that the work does not grow with
 * the catalogue (decision 0122). Recent documents count if they are newer than all others, or if there are no others.
 */
const selectNewestSuggested = () => sql`
  with other as materialized (
    select created_at, product_id from product_search where not is_recent
    order by created_at desc, product_id desc limit 1
  ),
  recent as materialized (${selectNewestMatches(sql`${productSearch}`, sql`${productSearch.isRecent} and ${isSuggested}`)}),
  enough as materialized (
    select not exists (select from other) or ${placeholder('compared')} = (
      select count(*) from recent cross join other where (recent.created_at, recent.id) > (other.created_at, other.product_id)
    ) as is_enough
  )
  select * from recent where (select is_enough from enough)
  union all (${selectNewestMatches(sql`${productSearch}`, sql`not (select is_enough from enough) and ${isSuggested}`)})`;

/** Selects the keys of one page of a search, best match first, then newest (U27). */
function selectBestMatches(filter: ProductFilter, isSuggestion: boolean): SQL {
  const found = isSuggestion
    ? selectNewestSuggested()
    : isNarrowed(filter)
      ? selectNewestMatches(toSource(filter), toConditions(filter))
      : selectNewestMatches(sql`${productSearch}`, isFound);
  return sql`(
    with term as materialized (
      select whole::tsquery, name::tsquery, brand::tsquery, rest::tsquery from unnest(
        ${placeholder('whole')}::text[], ${placeholder('name')}::text[], ${placeholder('brand')}::text[], ${placeholder('rest')}::text[]
      ) as term (whole, name, brand, rest)
    ),
    found as materialized (${found}),
    aged as (select found.*, row_number() over (order by created_at desc, id desc) as age from found),
    scored as (
      select id, created_at, case when age > ${placeholder('scored')} then -1 else (
        select sum(
          case when document @@ whole then 8 else 0 end + case when document @@ name then 4 else 0 end
          + case when document @@ brand then 4 else 0 end + case when document @@ rest then 2 else 0 end
        ) from term
      ) end as score from aged
    )
    select id, created_at, score, (select least(count(*), ${MOST_COUNTED_FOR_SUGGESTIONS}) from found) as found from scored
    order by score desc, created_at desc, id desc limit ${placeholder('limit')} offset ${placeholder('offset')}
  )`;
}

function prepareList(db: Sql, filter: ProductFilter, { isSlim, isSuggestion }: ListOptions, name: string) {
  const { sort, terms } = filter;
  const page =
    sort === 'relevance'
      ? selectBestMatches(filter, isSuggestion)
      : terms === null
        ? selectPage(filter, sort)
        : selectSearchPage(filter, sort);
  const total = isSuggestion ? sql<number>`page.found` : toCountQuery(filter);
  const order =
    sort === 'relevance'
      ? [sql`page.score desc`, desc(PAGE_KEYS.createdAt), desc(PAGE_KEYS.id)]
      : ORDER[sort](PAGE_KEYS);
  return {
    page: prepareRows(
      db,
      selectProducts(db, { total, isSlim, from: sql`${page} as page`, on: sql`page.id = ${products.id}` }).orderBy(
        ...order,
      ),
      name,
    ),
    total: db
      .select({ total: total.mapWith(Number) })
      .from(sql`(select 1) as one`)
      .prepare(''),
  };
}

/** Cache of prepared lists, by the filters that are present. */
const listStatements = perHandle(() => new Map<string, ReturnType<typeof prepareList>>());

/**
 * Returns one page and the total count, in one statement that is prepared once per common combination of filters. `now`
 * decides which flash deals run.
 */
export async function listProducts(db: Sql, filter: ProductFilter, options: ListOptions, now: Date) {
  const values = { ...toParameters(filter, now), ...getPageParameters(filter, options) };
  // Planning a statement for each typed letter would cost more than running it.
  const name = options.isSuggestion ? 'products_suggested' : statementName(filter, options.isSlim);
  const kept = listStatements(db);
  // Other searches are planned for their words. Only the query builder is cached.
  const key =
    name === '' && filter.terms !== null && !isNarrowed(filter)
      ? `search_${filter.sort}_${String(options.isSlim)}`
      : name;
  const statement = kept.get(key) ?? prepareList(db, filter, options, name);
  if (key !== '') kept.set(key, statement);
  const rows = await statement.page.execute(values);
  if (rows[0] !== undefined || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // A page after the last one has no row with the total.
  const [beyond] = await statement.total.execute(values);
  return { rows, total: beyond?.total ?? 0 };
}

function getPageParameters(
  { limit, offset, terms }: ProductFilter,
  { isSuggestion }: ListOptions,
): Record<string, unknown> {
  const scored = isSuggestion ? MOST_COMPARED_FOR_SUGGESTIONS : MOST_COMPARED;
  return {
    limit,
    offset,
    reach: limit + offset,
    scored,
    compared: Math.max(scored, limit + offset),
    ...(terms !== null && toSearchQueries(terms)),
  };
}
