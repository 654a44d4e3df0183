import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { brands, catalogueChangeRows, categories, productStock, products } from '../../../server/db/schema.ts';
import { derive } from '../../../server/modules/catalogue/derived.repository.ts';
import * as writer from '../../../server/modules/catalogue/writer.repository.ts';
import type { ProductRow } from '../../../server/modules/catalogue/writer.repository.ts';
import type { TestApp } from '../../support/server.ts';

type NewProduct = Partial<typeof products.$inferInsert> & {
  readonly stock?: number;
  readonly category?: string;
  readonly brand?: string;
};

export async function addCategory(
  { db }: TestApp,
  slug: string,
  more: Partial<typeof categories.$inferInsert> = {},
): Promise<string> {
  const [row] = await db.sql.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug));
  if (row !== undefined) return row.id;
  const id = randomUUID();
  await db.sql.insert(categories).values({ id, slug, name: getName(slug), ...more });
  return id;
}

export async function addBrand({ db }: TestApp, slug: string): Promise<string> {
  const [row] = await db.sql.select({ id: brands.id }).from(brands).where(eq(brands.slug, slug));
  if (row !== undefined) return row.id;
  const id = randomUUID();
  await db.sql.insert(brands).values({ id, slug, name: getName(slug) });
  return id;
}

/** Adds a product with its stock. Defaults to 1500 shillings and 5 pieces. */
export async function addProduct(
  shop: TestApp,
  { stock = 5, category = 'phones', brand = 'tecno', ...given }: NewProduct = {},
) {
  const id = given.id ?? randomUUID();
  const product = {
    id,
    slug: `product-${id.slice(0, 8)}`,
    name: 'Phone A',
    price: 1500,
    images: [`/media/${id}-1`],
    categoryId: await addCategory(shop, category),
    brandId: await addBrand(shop, brand),
    createdAt: shop.clock.now(),
    ...given,
  };
  await addProducts(shop, [product], stock);
  return product;
}

/** Origin of the stock of products in tests. */
export const FIRST_STOCK = { staffId: null, actor: 'test', source: 'first stock', at: new Date(0) } as const;

/** Adds products and their derived rows, like the shop. */
export function addProducts({ db }: TestApp, rows: readonly ProductRow[], stock = 5) {
  return db.tx((tx) =>
    writer.addProducts(
      tx,
      rows.map((product) => ({ product, stock })),
      FIRST_STOCK,
    ),
  );
}

/** Removes products and their derived rows, like a writer. */
export async function removeProducts({ db }: TestApp, ids: string[]): Promise<void> {
  await db.sql.delete(catalogueChangeRows).where(inArray(catalogueChangeRows.productId, ids));
  await db.sql.delete(productStock).where(inArray(productStock.productId, ids));
  await db.tx((tx) => derive(tx, ids, () => tx.delete(products).where(inArray(products.id, ids))));
}

/** Changes a product, like the shop. */
export function changeProduct({ db }: TestApp, id: string, set: Partial<ProductRow>) {
  return db.tx((tx) => writer.changeProducts(tx, [{ id, set }]));
}

export async function readStock({ db }: TestApp, productId: string) {
  const [row] = await db.sql.select().from(productStock).where(eq(productStock.productId, productId));
  if (row === undefined) throw new Error('no stock row');
  return row;
}

export function inMs({ clock }: TestApp, ms: number): Date {
  return new Date(clock.now().getTime() + ms);
}

function getName(slug: string): string {
  return slug
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}
