import { asc, desc, inArray, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { brands, catalogueCounts, catalogueSpecifications, products, productSearch } from '../../db/schema.ts';
import { perHandle, placeholder, prepareRows, type Prepared } from '../../db/statements.ts';
import {
  sumParts,
  takeCommonest,
  compareByCode,
  MOST_BRANDS,
  MOST_NAMES,
  MOST_VALUES,
  toSlices,
  type Slice,
} from './facets.rules.ts';
import type { CountedValue, Specification } from './product-filter.rules.ts';
import {
  toBranches,
  chosenCategories,
  toConditions,
  toCountQuery,
  hasBrand,
  isPrecounted,
  isRunning,
  toSource,
  toParameters,
  type Selection,
} from './selection.repository.ts';

/** A brand with its number of products. */
export type CountedBrand = Awaited<ReturnType<typeof findTopBrands>>[number];

const brandColumns = { id: brands.id, name: brands.name, slug: brands.slug, logo: brands.logo };

/**
 * Counts the brands and specifications of the selected products. Reads precomputed counts in one statement where they
 * exist.
 */
export async function countFacets(db: Sql, selection: Selection, now: Date): Promise<CountedFacets> {
  if (!isPrecounted(selection)) return countByParts(db, selection, now);
  const key = isPrecountedBySpecification(selection) ? `facets_${Number(selection.category !== null)}` : '';
  const [counted] = await getOrPrepare(facetStatements(db), key, (statement) =>
    prepareRows(
      db,
      db
        .select({
          brands: asJson<CountedBrand>(selectBrands(db, { ...selection, brands: [] })),
          specifications: asJson<CountedValue>(selectSpecifications(selection, sql`true`)),
        })
        .from(sql`(select 1) as one`),
      statement,
    ),
  ).execute(toParameters(selection, now));
  return counted ?? { brands: [], specifications: [] };
}

/**
 * Counts the products per value of one specification. Ignores the selection of that specification, so that another
 * value can be chosen (U16).
 */
export async function countValues(db: Sql, selection: Selection, now: Date, name: string): Promise<CountedValue[]> {
  const others = { ...selection, specifications: selection.specifications.filter((it) => it.name !== name) };
  if (!isPrecounted(others)) return valuesIn(await countParts(db, others, now, name));
  const key = isPrecountedBySpecification(others) ? `facets_values_${Number(others.category !== null)}` : '';
  const [counted] = await getOrPrepare(valueStatements(db), key, (statement) =>
    prepareRows(
      db,
      db.select({ values: asJson<CountedValue>(selectSpecifications(others, isNamed)) }).from(sql`(select 1) as one`),
      statement,
    ),
  ).execute({ ...toParameters(others, now), name });
  return counted?.values ?? [];
}

const isNamed = sql`it.name = ${placeholder('name')}`;

/**
 * Runs short statements in sequence, because the embedded database runs one statement at a time and list requests wait
 * for it (X57).
 */
async function countByParts(db: Sql, selection: Selection, now: Date): Promise<CountedFacets> {
  const counted = await countParts(db, selection, now);
  const counts = new Map(sumParts(counted, ({ brand }) => brand ?? '').map((it) => [it.brand ?? '', it.products]));
  const named = await db
    .select(brandColumns)
    .from(brands)
    .where(
      inArray(
        brands.id,
        [...counts.keys()].filter((id) => id !== ''),
      ),
    );
  return {
    brands: named
      .map((brand) => ({ ...brand, products: counts.get(brand.id) ?? 0 }))
      .sort((one, other) => other.products - one.products || compareByCode(one.name, other.name))
      .slice(0, MOST_BRANDS),
    specifications: valuesIn(counted),
  };
}

/** Product count of a brand or a specification value in one slice of the catalogue. */
interface CountedPart {
  readonly brand: string | null;
  readonly name: string | null;
  readonly value: string | null;
  readonly products: number;
}

const valuesIn = (parts: readonly CountedPart[][]): CountedValue[] =>
  takeCommonest(
    sumParts(
      parts.map((part) =>
        part.flatMap(({ brand, name, value, products: count }) =>
          brand === null ? [{ name: name ?? '', value: value ?? '', products: count }] : [],
        ),
      ),
      (it) => `${it.name}\n${it.value}`,
    ),
  );

/**
 * Counts brands and values of one or all specifications, slice by slice. The brand counts ignore the selected brands.
 * Products with identical specifications are counted together.
 */
async function countParts(
  db: Sql,
  selection: Selection,
  now: Date,
  name: string | null = null,
): Promise<CountedPart[][]> {
  const others = { ...selection, brands: [] };
  const values = { ...toParameters(selection, now), name };
  const [chosen] = await db
    .select({ total: toCountQuery(others).mapWith(Number) })
    .from(sql`(select 1) as one`)
    .prepare('')
    .execute(values);
  const parts: CountedPart[][] = [];
  for (const slice of toSlices(chosen?.total ?? 0)) {
    const counted = sql`(
      with chosen as materialized (
        select ${products.brandId} as brand, ${products.specifications} as specifications, ${hasBrand(selection)} as is_chosen
        from ${toSource(others)} where ${toConditions(others)} and ${isIn(slice, others)}
      ), alike as (
        select specifications, count(*) as products from chosen where is_chosen group by 1
      )
      select brand, null as name, null as value, count(*) as products from chosen group by 1
      union all
      select null, it.name, it.value, sum(alike.products) from alike
        cross join lateral jsonb_to_recordset(alike.specifications) as it (name text, value text)
        where ${name === null ? sql`true` : isNamed} and ${isShown} group by 2, 3
    ) as counted`;
    parts.push(
      await db
        .select({
          brand: sql<string | null>`counted.brand`,
          name: sql<string | null>`counted.name`,
          value: sql<string | null>`counted.value`,
          products: sql<number>`counted.products`.mapWith(Number),
        })
        .from(counted)
        .prepare('')
        .execute(values),
    );
  }
  return parts;
}

/**
 * Limits each table by its own key. PostgreSQL does not carry a range over a join and would scan a whole table for each
 * slice.
 */
function isIn({ from, to }: Slice, { terms }: Selection): SQL {
  const keys = terms === null ? [products.id] : [products.id, productSearch.productId];
  return sql.join(
    keys.map((key) => sql`${key} between ${from}::uuid and ${to}::uuid`),
    sql` and `,
  );
}

interface CountedFacets {
  readonly brands: CountedBrand[];
  readonly specifications: CountedValue[];
}

const facetStatements = perHandle(() => new Map<string, Prepared<CountedFacets>>());
const valueStatements = perHandle(() => new Map<string, Prepared<{ values: CountedValue[] }>>());

/** Returns the prepared statement with this name, or prepares it. An empty name is not cached. */
function getOrPrepare<Statement>(
  kept: Map<string, Statement>,
  name: string,
  prepare: (name: string) => Statement,
): Statement {
  const statement = kept.get(name) ?? prepare(name);
  if (name !== '') kept.set(name, statement);
  return statement;
}

/** Returns all rows as one JSON value, which is much faster to parse than single cells. */
function asJson<Row>(rows: SQL) {
  return sql<Row[]>`(select coalesce(json_agg(it), '[]') from (${rows}) as it)`;
}

/** Returns whether precomputed specification counts cover the selection. */
function isPrecountedBySpecification(selection: Selection): boolean {
  return isPrecounted(selection) && selection.brands.length === 0 && !selection.isFeatured;
}

/** Selects brands with their precomputed number of products. Ignores the selected brands (U16). */
function selectBrands(db: Sql, others: Selection): SQL {
  const counts = others.isFeatured ? catalogueCounts.featured : catalogueCounts.products;
  const counted = sql`(select ${catalogueCounts.brandId} as id, sum(${counts}) as products from ${catalogueCounts}
    where ${whereCategory(sql`${catalogueCounts.categoryId}`, others)} group by 1 having sum(${counts}) > 0) as counted`;
  return db
    .select({ ...brandColumns, products: sql`counted.products` })
    .from(brands)
    .innerJoin(counted, sql`counted.id = ${brands.id}`)
    .orderBy(desc(sql`counted.products`), asc(brands.name))
    .limit(MOST_BRANDS)
    .getSQL();
}

/** Selects specification values with their number of products, commonest first. */
function selectSpecifications(selection: Selection, only: SQL): SQL {
  const counted = isPrecountedBySpecification(selection)
    ? sql`select it.name, it.value, sum(it.products) as products from ${catalogueSpecifications} it
        where ${whereCategory(sql`it.category_id`, selection)} and ${only} group by 1, 2 having sum(it.products) > 0`
    : selectCountedValues(selection, only);
  return sql`select name, value, products from (
      select named.*, dense_rank() over (order by named.having desc, named.name) as name_place from (
        select counted.*, sum(counted.products) over (partition by counted.name) as having,
          row_number() over (partition by counted.name order by counted.products desc, counted.value) as value_place
        from (${counted}) as counted
      ) as named
    ) as placed
    where name_place <= ${MOST_NAMES} and value_place <= ${MOST_VALUES}
    order by name_place, value_place`;
}

/** Counts specification values from the product rows. */
function selectCountedValues(selection: Selection, only: SQL): SQL {
  return sql`select it.name, it.value, count(*) as products from ${toSource(selection)}
    cross join lateral jsonb_to_recordset(${products.specifications}) as it (name text, value text)
    where ${toConditions(selection)} and ${only}
      and ${isShown} group by 1, 2`;
}

const isShown = sql`trim(it.name) <> '' and trim(it.value) <> '' and length(it.name) <= 100 and length(it.value) <= 100`;

/** Returns the lowest and highest current price of a category and brands (A3). `null` when there are no products. */
export async function findPriceRange(db: Sql, selection: Pick<Selection, 'category' | 'brands'>, now: Date) {
  const { from, on } = toBranches(selection);
  const end = (order: SQL) => sql`(
    select ${products.price} as charged from ${products} where ${on} and not coalesce(${isRunning}, false)
    order by ${order} limit 1
  )`;
  const [range] = await db
    .select({ min: sql<number | null>`min(charged)`, max: sql<number | null>`max(charged)` })
    .from(
      sql`${from} cross join lateral (${end(asc(products.price))} union all ${end(desc(products.price))} union all (
        select ${products.flashPrice} from ${products} where ${on} and ${isRunning}
      )) as priced`,
    )
    .prepare('')
    .execute({ now: now.toISOString(), category: selection.category, brands: selection.brands });
  return { min: range?.min ?? null, max: range?.max ?? null };
}

const statements = perHandle((db) => {
  const asked = sql`unnest(${placeholder('names')}::text[], ${placeholder('values')}::text[]) as asked (name, value)`;
  const isKnown = sql`exists (select from ${catalogueSpecifications}
    where ${catalogueSpecifications.name} = asked.name and ${catalogueSpecifications.products} > 0)`;
  const countIn = (where: SQL) =>
    sql<number>`(select coalesce(sum(${catalogueSpecifications.products}), 0) from ${catalogueSpecifications}
      where ${catalogueSpecifications.name} = asked.name and ${catalogueSpecifications.value} = asked.value and ${where})`.mapWith(
      Number,
    );
  const total = sql<number>`sum(${catalogueCounts.products})`.mapWith(Number);
  return {
    topBrands: db
      .select({ ...brandColumns, products: total })
      .from(brands)
      .innerJoin(catalogueCounts, sql`${catalogueCounts.brandId} = ${brands.id}`)
      .groupBy(brands.id)
      .having(sql`${total} > 0`)
      .orderBy(desc(total), asc(brands.name))
      .limit(placeholder('limit'))
      .prepare('brands_top'),
    known: db
      .select({ name: sql<string>`asked.name`, value: sql<string>`asked.value`, products: countIn(sql`true`) })
      .from(asked)
      .where(isKnown)
      .prepare('specifications_known'),
    knownInCategory: db
      .select({
        name: sql<string>`asked.name`,
        value: sql<string>`asked.value`,
        products: countIn(sql`${catalogueSpecifications.categoryId} in ${chosenCategories}`),
      })
      .from(asked)
      .where(isKnown)
      .prepare('specifications_known_in_category'),
  };
});

/** Returns the brands with the most products. */
export function findTopBrands(db: Sql, limit: number) {
  return statements(db).topBrands.execute({ limit });
}

/**
 * Returns the specifications whose name exists in the catalogue, with the number of products in the category that have
 * the value.
 */
export function findKnownSpecifications(
  db: Sql,
  asked: readonly Specification[],
  category: string | null,
): Promise<CountedValue[]> {
  const { known, knownInCategory } = statements(db);
  const values = { names: asked.map(({ name }) => name), values: asked.map(({ value }) => value) };
  return category === null ? known.execute(values) : knownInCategory.execute({ ...values, category });
}

function whereCategory(column: SQL, { category }: Pick<Selection, 'category'>): SQL {
  return category === null ? sql`true` : sql`${column} in ${chosenCategories}`;
}
