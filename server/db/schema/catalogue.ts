import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

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

/** §3 Banner. */
export const banners = pgTable('banners', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  subtitle: text('subtitle').notNull().default(''),
  buttonText: text('button_text').notNull().default(''),
  /** As its owner wrote it; only http(s) and relative ones are told (D20). */
  link: text('link').notNull().default(''),
  /** A path below /media. */
  image: text('image').notNull().default(''),
  /** Where it is shown: `hero`. */
  position: text('position').notNull().default('hero'),
  sortOrder: integer('sort_order').notNull().default(0),
  isActive: boolean('is_active').notNull().default(true),
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
    /** Null: the deal began when it was entered. */
    flashStartsAt: at('flash_starts_at'),
    /** Null with a start: the deal has no end. Null without a start: there is no deal. */
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
    index('products_price')
      .on(table.price)
      .where(sql`${table.isActive}`),
    index('products_rating')
      .on(table.rating, table.numReviews, table.id)
      .where(sql`${table.isActive}`),
    index('products_category_newest')
      .on(table.categoryId, table.createdAt, table.id)
      .where(sql`${table.isActive}`),
    index('products_category_price')
      .on(table.categoryId, table.price)
      .where(sql`${table.isActive}`),
    index('products_category_rating')
      .on(table.categoryId, table.rating, table.numReviews, table.id)
      .where(sql`${table.isActive}`),
    index('products_brand_newest')
      .on(table.brandId, table.createdAt, table.id)
      .where(sql`${table.isActive}`),
    index('products_brand_price')
      .on(table.brandId, table.price)
      .where(sql`${table.isActive}`),
    index('products_brand_rating')
      .on(table.brandId, table.rating, table.numReviews, table.id)
      .where(sql`${table.isActive}`),
    index('products_both_newest')
      .on(table.categoryId, table.brandId, table.createdAt, table.id)
      .where(sql`${table.isActive}`),
    index('products_both_price')
      .on(table.categoryId, table.brandId, table.price)
      .where(sql`${table.isActive}`),
    index('products_both_rating')
      .on(table.categoryId, table.brandId, table.rating, table.numReviews, table.id)
      .where(sql`${table.isActive}`),
    index('products_featured')
      .on(table.createdAt, table.id)
      .where(sql`${table.isActive} and ${table.isFeatured}`),
    index('products_flash')
      .on(table.flashEndsAt)
      .where(sql`${table.flashPrice} is not null`),
    index('products_specifications').using('gin', table.specifications.op('jsonb_path_ops')),
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

/** How many active products a brand has in a category; kept by triggers (0009-search), as are the next three. */
export const catalogueCounts = pgTable(
  'catalogue_counts',
  {
    categoryId: uuid('category_id').notNull(),
    brandId: uuid('brand_id').notNull(),
    products: integer('products').notNull(),
    /** Those of them that are featured. */
    featured: integer('featured').notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.brandId] })],
);

/** How many active products of a category have a specification. */
export const catalogueSpecifications = pgTable(
  'catalogue_specifications',
  {
    categoryId: uuid('category_id').notNull(),
    name: text('name').notNull(),
    value: text('value').notNull(),
    products: integer('products').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.categoryId, table.name, table.value] }),
    index('catalogue_specifications_name').on(table.name, table.value),
  ],
);

/** The words of an active product, by where they stand (A to D). */
export const productSearch = pgTable(
  'product_search',
  {
    productId: uuid('product_id').primaryKey(),
    createdAt: at('created_at').notNull(),
    document: tsvector('document').notNull(),
  },
  (table) => [
    index('product_search_newest').on(table.createdAt, table.productId),
    index('product_search_document').using('gin', table.document),
  ],
);

/** The words that a misspelt one may have meant. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    /** The word without one of its first four letters. */
    misspelt: text('misspelt').array().notNull(),
  },
  (table) => [index('search_words_misspelt').using('gin', table.misspelt)],
);
