import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export const categories = pgTable('categories', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  isActive: boolean('is_active').notNull().default(true),
  sortOrder: integer('sort_order').notNull().default(0),
  parentId: uuid('parent_id'),
});

export const brands = pgTable('brands', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
});

export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Selling price without a flash deal. */
    price: integer('price').notNull(),
    originalPrice: integer('original_price'),
    flashPrice: integer('flash_price'),
    flashEndsAt: at('flash_ends_at'),
    /** Paths below /media. */
    images: jsonb('images').$type<string[]>().notNull().default([]),
    specifications: jsonb('specifications').$type<{ name: string; value: string }[]>().notNull().default([]),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    brandId: uuid('brand_id')
      .notNull()
      .references(() => brands.id),
    rating: real('rating').notNull().default(0),
    numReviews: integer('num_reviews').notNull().default(0),
    /** Shared by the variants of one product, each of which is a product of its own (H2). */
    productGroupId: uuid('product_group_id'),
    /** What tells a variant from its siblings, e.g. its colour. */
    options: jsonb('options').$type<{ name: string; value: string }[]>().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    isNewArrival: boolean('is_new_arrival').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    check('products_price_positive', sql`${table.price} > 0`),
    index('products_newest').on(table.createdAt, table.id),
    index('products_category').on(table.categoryId),
    index('products_brand').on(table.brandId),
    index('products_group')
      .on(table.productGroupId)
      .where(sql`${table.productGroupId} is not null`),
  ],
);

/** Apart from products, because it is written at every order. What can be sold is onHand - reserved. */
export const productStock = pgTable(
  'product_stock',
  {
    productId: uuid('product_id')
      .primaryKey()
      .references(() => products.id),
    onHand: integer('on_hand').notNull(),
    /** Sum of the held and committed reservations of orders not yet shipped. */
    reserved: integer('reserved').notNull().default(0),
  },
  (table) => [check('product_stock_sane', sql`${table.reserved} >= 0 and ${table.reserved} <= ${table.onHand}`)],
);
