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

export const SERIAL_KINDS = ['none', 'serial', 'imei'] as const;

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
  /** As the owner entered it. The API returns only http(s) and relative links (D20). */
  link: text('link').notNull().default(''),
  /** Path in `/media`. */
  image: text('image').notNull().default(''),
  /** Place on the page: `hero`. */
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
    /** `null`: the deal started when it was entered. */
    flashStartsAt: at('flash_starts_at'),
    /** `null` with a start: the deal has no end. `null` without a start: there is no deal. */
    flashEndsAt: at('flash_ends_at'),
    /** Paths in `/media`. */
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
    /** Shared by the variants of one product. Each variant is a separate product (H2). */
    productGroupId: uuid('product_group_id'),
    /** Distinguishes a variant from its siblings, e.g. its colour. */
    options: jsonb('options').$type<{ name: string; value: string }[]>().notNull().default([]),
    isActive: boolean('is_active').notNull().default(true),
    isNewArrival: boolean('is_new_arrival').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    /** The numbers that each piece needs before it is sent (OWN-P5). */
    serials: text('serials').$type<(typeof SERIAL_KINDS)[number]>().notNull().default('none'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    check('products_serials', sql`${table.serials} in ('none', 'serial', 'imei')`),
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

/**
 * Number of active products per brand and category. Derived from products (`server/db/derived.ts`), as are the next
 * three tables.
 */
export const catalogueCounts = pgTable(
  'catalogue_counts',
  {
    categoryId: uuid('category_id').notNull(),
    brandId: uuid('brand_id').notNull(),
    products: integer('products').notNull(),
    /** Number of featured products. */
    featured: integer('featured').notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.brandId] })],
);

/** Number of active products per category and specification. */
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

/** Words of an active product, weighted A to D by their place. */
export const productSearch = pgTable(
  'product_search',
  {
    productId: uuid('product_id').primaryKey(),
    createdAt: at('created_at').notNull(),
    document: tsvector('document').notNull(),
    /** Whether the product is one of the newest, where suggestions look first (decision 0122). */
    isRecent: boolean('is_recent').notNull().default(true),
  },
  (table) => [
    index('product_search_newest').on(table.createdAt, table.productId),
    index('product_search_document').using('gin', table.document),
    index('product_search_recent')
      .using('gin', table.document)
      .where(sql`${table.isRecent}`),
    index('product_search_recent_newest')
      .on(table.createdAt, table.productId)
      .where(sql`${table.isRecent}`),
    index('product_search_other_newest')
      .on(table.createdAt, table.productId)
      .where(sql`not ${table.isRecent}`),
  ],
);

/** Candidates for the correction of misspelt words. */
export const searchWords = pgTable(
  'search_words',
  {
    word: text('word').primaryKey(),
    /** The word without one of its first four letters. */
    misspelt: text('misspelt').array().notNull(),
  },
  (table) => [index('search_words_misspelt').using('gin', table.misspelt)],
);
