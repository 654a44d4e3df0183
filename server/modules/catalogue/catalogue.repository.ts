import { aliasedTable, and, asc, desc, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import {
  banners,
  brands,
  catalogueCounts,
  categories,
  orderLines,
  orders,
  productStock,
  products,
} from '../../db/schema.ts';
import { perHandle, placeholder, prepareRows } from '../../db/statements.ts';
import { isRunning } from './selection.repository.ts';

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  price: products.price,
  originalPrice: products.originalPrice,
  flashPrice: products.flashPrice,
  flashStartsAt: products.flashStartsAt,
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

/** Selection of products and the columns to add. */
interface ProductSource {
  /** Total number of results, repeated in each row. */
  readonly total?: SQL<number>;
  /** Leaves out the description and pictures. */
  readonly isSlim?: boolean;
  /** SQL source that selects the products, e.g. `(…) as page`, and its join condition. */
  readonly from?: SQL;
  readonly on?: SQL;
}

/** Selects products with brand, category and stock. */
export function selectProducts(
  db: Sql,
  { total = sql<number>`1`, isSlim = false, from = sql`(select 1) as one`, on = sql`true` }: ProductSource = {},
) {
  return db
    .select({
      ...columns,
      description: sql<string | null>`${isSlim ? sql`null` : products.description}`,
      images: sql<string[] | null>`${isSlim ? sql`null` : products.images}`,
      total: total.mapWith(Number),
    })
    .from(products)
    .innerJoin(from, on)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .innerJoin(brands, eq(brands.id, products.brandId))
    .leftJoin(productStock, eq(productStock.productId, products.id));
}

const statements = perHandle((db) => {
  const byId = prepareRows(
    db,
    selectProducts(db).where(and(eq(products.id, placeholder('id')), eq(products.isActive, true))),
    'product_by_id',
  );
  const bySlug = prepareRows(
    db,
    selectProducts(db).where(and(eq(products.slug, placeholder('slug')), eq(products.isActive, true))),
    'product_by_slug',
  );
  const byIds = prepareRows(
    db,
    selectProducts(db).where(and(sql`${products.id} = any(${placeholder('ids')})`, eq(products.isActive, true))),
    'products_by_ids',
  );
  const newest = prepareRows(
    db,
    selectProducts(db)
      .where(eq(products.isActive, true))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(placeholder('limit')),
    'products_newest',
  );
  const flashDeals = prepareRows(
    db,
    selectProducts(db)
      .where(and(eq(products.isActive, true), isRunning, isNotNull(products.flashEndsAt)))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(placeholder('limit')),
    'products_flash',
  );

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
        .select({ count: sql<number>`coalesce(sum(${catalogueCounts.products}), 0)` })
        .from(catalogueCounts)
        .innerJoin(child, eq(child.id, catalogueCounts.categoryId))
        .where(or(eq(child.id, categories.id), eq(child.parentId, categories.id)))})`.mapWith(Number),
    })
    .from(categories)
    .where(eq(categories.isActive, true))
    .orderBy(sql`${isNull(categories.parentId)} desc`, asc(categories.sortOrder), asc(categories.name))
    .limit(placeholder('limit'))
    .prepare('categories_active');

  const categoryBySlug = db
    .select({ id: categories.id })
    .from(categories)
    .where(and(eq(categories.slug, placeholder('slug')), eq(categories.isActive, true)))
    .prepare('category_by_slug');

  const mostBought = db
    .select({ productId: orderLines.productId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, and(eq(products.id, orderLines.productId), eq(products.isActive, true)))
    .where(and(ne(orders.status, 'cancelled'), sql`${orders.createdAt} > ${placeholder('since')}`))
    .groupBy(orderLines.productId)
    .orderBy(desc(sql`sum(${orderLines.quantity})`), asc(orderLines.productId))
    .limit(placeholder('limit'))
    .prepare('products_most_bought');

  const activeBanners = db
    .select()
    .from(banners)
    .where(
      and(
        eq(banners.isActive, true),
        sql`coalesce(${placeholder('position')}::text, ${banners.position}) = ${banners.position}`,
      ),
    )
    .orderBy(asc(banners.sortOrder), asc(banners.id))
    .limit(placeholder('limit'))
    .prepare('banners_active');

  return { byId, bySlug, byIds, newest, flashDeals, allCategories, categoryBySlug, mostBought, activeBanners };
});

export async function findProduct(db: Sql, id: string): Promise<ProductRow | null> {
  return (await statements(db).byId.execute({ id }))[0] ?? null;
}

export async function findProductBySlug(db: Sql, slug: string): Promise<ProductRow | null> {
  return (await statements(db).bySlug.execute({ slug }))[0] ?? null;
}

/** Returns the active products with these ids, by id. */
export async function findProducts(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, ProductRow>> {
  const rows = await statements(db).byIds.execute({ ids });
  return new Map(rows.map((row) => [row.id, row]));
}

export function findNewestProducts(db: Sql, limit: number): Promise<ProductRow[]> {
  return statements(db).newest.execute({ limit });
}

/** Returns products with a running flash deal (A3), newest first. */
export function findRunningDeals(db: Sql, limit: number, now: Date): Promise<ProductRow[]> {
  return statements(db).flashDeals.execute({ limit, now: now.toISOString() });
}

/** Returns the ids of the best-selling products, without cancelled orders. */
export async function findMostBought(db: Sql, since: Date, limit: number): Promise<string[]> {
  const rows = await statements(db).mostBought.execute({ limit, since: since.toISOString() });
  return rows.map(({ productId }) => productId);
}

/** Returns whether an active category has this slug (A58). */
export async function hasCategory(db: Sql, slug: string): Promise<boolean> {
  return (await statements(db).categoryBySlug.execute({ slug })).length > 0;
}

/** Returns active categories: top-level ones first, then by order and name (A42). */
export function listCategories(db: Sql, limit: number) {
  return statements(db).allCategories.execute({ limit });
}

/** Returns active banners of one position, or of all positions when it is `null`, in the configured order. */
export function listBanners(db: Sql, position: string | null, limit: number) {
  return statements(db).activeBanners.execute({ position, limit });
}

/** A product with stock, brand and category. A slim row has no description and no pictures. */
export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number];
