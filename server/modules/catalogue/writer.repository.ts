import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { brands, categories, products } from '../../db/schema.ts';
import { addStock, type StockOrigin } from '../stock/stock.repository.ts';
import { derive, deriveAdded } from './derived.repository.ts';

/**
 * The only writer of products, categories and brands (tests/architecture/derived.test.ts). It writes their derived rows
 * as well, so call `addProducts` and `changeProducts` in a transaction.
 */

export type ProductRow = typeof products.$inferInsert;

/** Columns without derived rows. */
export type PlainColumn = Exclude<
  keyof ProductRow,
  'id' | 'name' | 'brandId' | 'categoryId' | 'specifications' | 'isActive' | 'isFeatured' | 'createdAt'
>;

/** Adds brands. Skips existing ones. */
export async function addBrands(db: Sql, rows: readonly (typeof brands.$inferInsert)[]): Promise<void> {
  await db
    .insert(brands)
    .values([...rows])
    .onConflictDoNothing();
}

/** Sets the logo of brands. */
export async function setLogos(db: Sql, logo: SQL, where: SQL | undefined): Promise<void> {
  await db.update(brands).set({ logo }).where(where);
}

/** Adds categories. Skips existing ones. */
export async function addCategories(db: Sql, rows: readonly (typeof categories.$inferInsert)[]): Promise<void> {
  await db
    .insert(categories)
    .values([...rows])
    .onConflictDoNothing();
}

/** Adds products with their stock, which `origin` brought. Returns the ids of the new products. */
export async function addProducts(
  db: Sql,
  rows: readonly { readonly product: ProductRow; readonly stock: number }[],
  origin: StockOrigin,
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const added = await db
    .insert(products)
    .values(rows.map(({ product }) => product))
    .onConflictDoNothing()
    .returning({ id: products.id });
  const ids = new Set(added.map(({ id }) => id));
  const stocked = rows.filter(({ product }) => ids.has(product.id));
  await addStock(
    db,
    stocked.map(({ product, stock }) => ({ product: product.id, pieces: stock })),
    origin,
  );
  await deriveAdded(db, [...ids]);
  return ids;
}

/** Changes products, any of their columns. */
export async function changeProducts(
  db: Sql,
  changes: readonly { readonly id: string; readonly set: Partial<ProductRow> }[],
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  await derive(db, ids, async () => {
    for (const { id, set } of changes) await db.update(products).set(set).where(eq(products.id, id));
  });
}

/** Changes columns of products that have no derived rows. */
export async function setColumns(
  db: Sql,
  set: Partial<Pick<ProductRow, PlainColumn>>,
  where: SQL | undefined,
): Promise<void> {
  await db.update(products).set(set).where(where);
}

/** Sets the pictures of a product, unless they differ from `before` by now. */
export async function setImages(
  db: Sql,
  { id, before, after }: { id: string; before: readonly string[]; after: readonly string[] },
): Promise<void> {
  await setColumns(
    db,
    { images: [...after] },
    and(eq(products.id, id), sql`${products.images} = ${JSON.stringify(before)}::jsonb`),
  );
}
