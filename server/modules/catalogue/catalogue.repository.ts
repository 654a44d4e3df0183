import { aliasedTable, and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Sort } from '../../../contract/catalogue.ts';
import type { Sql } from '../../db/client.ts';
import { brands, categories, productStock, products } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { statementName, type ProductFilter } from './product-filter.rules.ts';

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  price: products.price,
  originalPrice: products.originalPrice,
  flashPrice: products.flashPrice,
  flashEndsAt: products.flashEndsAt,
  specifications: products.specifications,
  rating: products.rating,
  numReviews: products.numReviews,
  isNewArrival: products.isNewArrival,
  stock: sql<number>`coalesce(${productStock.onHand} - ${productStock.reserved}, 0)`.mapWith(Number),
  categoryId: categories.id,
  categoryName: categories.name,
  categorySlug: categories.slug,
  brandId: brands.id,
  brandName: brands.name,
  brandSlug: brands.slug,
  brandLogo: brands.logo,
};

/** What is charged now: the flash price while its deal runs (A3). */
const finalPrice = sql`case when ${products.flashEndsAt} > ${placeholder('now')} then coalesce(${products.flashPrice}, ${products.price}) else ${products.price} end`;

const ORDER: Readonly<Record<Sort, readonly SQL[]>> = {
  newest: [desc(products.createdAt), desc(products.id)],
  price_low: [sql`${finalPrice} asc`, desc(products.createdAt), desc(products.id)],
  price_high: [sql`${finalPrice} desc`, desc(products.createdAt), desc(products.id)],
  rating: [desc(products.rating), desc(products.numReviews), desc(products.id)],
};

/** Rows with brand, category and stock; slim ones without description and pictures. `total` is the same in each row. */
function select(db: Sql, total: SQL<number>, isSlim = false) {
  return db
    .select({
      ...columns,
      description: sql<string | null>`${isSlim ? sql`null` : products.description}`,
      images: sql<string[] | null>`${isSlim ? sql`null` : products.images}`,
      total: total.mapWith(Number),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(productStock, eq(productStock.productId, products.id));
}

function conditions(db: Sql, filter: ProductFilter): SQL | undefined {
  const parent = aliasedTable(categories, 'parent');
  return and(
    eq(products.isActive, true),
    filter.category === null
      ? undefined
      : inArray(
          products.categoryId,
          db
            .select({ id: categories.id })
            .from(categories)
            .leftJoin(parent, eq(parent.id, categories.parentId))
            .where(or(eq(categories.slug, placeholder('category')), eq(parent.slug, placeholder('category')))),
        ),
    filter.brands.length === 0
      ? undefined
      : inArray(
          products.brandId,
          db
            .select({ id: brands.id })
            .from(brands)
            .where(sql`${brands.slug} = any(${placeholder('brands')})`),
        ),
    filter.words.length === 0
      ? undefined
      : sql`(${products.name} || ' ' || ${brands.name} || ' ' || ${categories.name}) ilike all(${placeholder('words')})`,
    filter.minPrice === null ? undefined : sql`${finalPrice} >= ${placeholder('minPrice')}`,
    filter.maxPrice === null ? undefined : sql`${finalPrice} <= ${placeholder('maxPrice')}`,
    filter.isFeatured ? eq(products.isFeatured, true) : undefined,
    ...filter.specifications.map(
      (_, index) => sql`${products.specifications} @> ${placeholder(`specification${index}`)}`,
    ),
  );
}

function count(db: Sql, filter: ProductFilter) {
  const counted = db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(products);
  // Only a search looks at the names of brand and category.
  return filter.words.length === 0
    ? counted.where(conditions(db, filter))
    : counted
        .innerJoin(categories, eq(categories.id, products.categoryId))
        .innerJoin(brands, eq(brands.id, products.brandId))
        .where(conditions(db, filter));
}

const preparePage = (db: Sql, filter: ProductFilter, isSlim: boolean, name: string) =>
  select(db, sql<number>`(${count(db, filter)})`, isSlim)
    .where(conditions(db, filter))
    .orderBy(...ORDER[filter.sort])
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare(name);

/** Lists whose statement is kept, by its name. */
const keptPages = perHandle(() => new Map<string, ReturnType<typeof preparePage>>());

const statements = perHandle((db) => {
  const one = sql<number>`1`;
  const byId = select(db, one)
    .where(and(eq(products.id, placeholder('id')), eq(products.isActive, true)))
    .prepare('product_by_id');
  const bySlug = select(db, one)
    .where(and(eq(products.slug, placeholder('slug')), eq(products.isActive, true)))
    .prepare('product_by_slug');

  const anyWithSpecification = db
    .select({ id: products.id })
    .from(products)
    .where(sql`${products.specifications} @> ${placeholder('name')}`)
    .limit(1)
    .prepare('product_with_specification');

  const child = aliasedTable(categories, 'child');
  const allCategories = db
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      isActive: categories.isActive,
      order: categories.sortOrder,
      parentId: categories.parentId,
      productCount: sql<number>`(${db
        .select({ count: sql<number>`count(*)` })
        .from(products)
        .innerJoin(child, eq(child.id, products.categoryId))
        .where(
          and(eq(products.isActive, true), or(eq(child.id, categories.id), eq(child.parentId, categories.id))),
        )})`.mapWith(Number),
    })
    .from(categories)
    .where(eq(categories.isActive, true))
    .orderBy(sql`${isNull(categories.parentId)} desc`, asc(categories.sortOrder), asc(categories.name))
    .limit(placeholder('limit'))
    .prepare('categories_active');

  return { byId, bySlug, anyWithSpecification, allCategories };
});

/**
 * One page and the number of all matching products, in one statement that is prepared once for each common
 * combination of filters. `now` decides which flash deals run.
 */
export async function listProducts(db: Sql, filter: ProductFilter, isSlim: boolean, now: Date) {
  const values = valuesOf(filter, now);
  const name = statementName(filter, isSlim);
  const pages = keptPages(db);
  const statement = pages.get(name) ?? preparePage(db, filter, isSlim, name);
  if (name !== '') pages.set(name, statement);
  const rows = await statement.execute(values);
  if (rows[0] !== undefined || filter.offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // A page beyond the last one has no row to carry the total.
  const [first] = await count(db, filter).prepare('').execute(values);
  return { rows, total: first?.count ?? 0 };
}

export async function findProduct(db: Sql, id: string): Promise<ProductRow | null> {
  return (await statements(db).byId.execute({ id }))[0] ?? null;
}

export async function findProductBySlug(db: Sql, slug: string): Promise<ProductRow | null> {
  return (await statements(db).bySlug.execute({ slug }))[0] ?? null;
}

/** Those of `names` that at least one product has as a specification. */
export async function knownSpecifications(db: Sql, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { anyWithSpecification } = statements(db);
  const found = await Promise.all(
    names.map((name) => anyWithSpecification.execute({ name: JSON.stringify([{ name }]) })),
  );
  return new Set(names.filter((_, index) => found[index]?.length === 1));
}

/** Active categories, top-level ones first, by order, then name (A42). */
export function listCategories(db: Sql, limit: number) {
  return statements(db).allCategories.execute({ limit });
}

/** A product with its stock, brand and category; a slim row has neither description nor pictures. */
export type ProductRow = Awaited<ReturnType<typeof listProducts>>['rows'][number];

function valuesOf(filter: ProductFilter, now: Date): Record<string, unknown> {
  return {
    now: now.toISOString(),
    category: filter.category,
    brands: filter.brands,
    words: filter.words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`),
    minPrice: filter.minPrice,
    maxPrice: filter.maxPrice,
    limit: filter.limit,
    offset: filter.offset,
    ...Object.fromEntries(filter.specifications.map((it, index) => [`specification${index}`, JSON.stringify([it])])),
  };
}
