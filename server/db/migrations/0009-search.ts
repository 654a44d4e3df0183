import { undone } from './undone.ts';

/**
 * The tables that lists, filters and the search read beside the products. Functions, triggers and a first build
 * followed here; 0030-derived-by-code builds the rows now (decision 0108).
 */
export const search: readonly string[] = [
  // Numbers of active products, precomputed because counting takes too long in a request.
  `create table if not exists catalogue_counts (
    category_id uuid not null,
    brand_id uuid not null,
    products integer not null,
    featured integer not null,
    primary key (category_id, brand_id)
  )`,
  `create table if not exists catalogue_specifications (
    category_id uuid not null,
    name text not null,
    value text not null,
    products integer not null,
    primary key (category_id, name, value)
  )`,
  'create index if not exists catalogue_specifications_name on catalogue_specifications (name, value)',

  // Words of an active product. Weight A: the first three words of the name. B: the brand. C: the rest of the name, the
  // category and its parent. D: the specifications.
  `create table if not exists product_search (
    product_id uuid primary key,
    created_at timestamptz not null,
    document tsvector not null
  )`,
  'create index if not exists product_search_newest on product_search (created_at, product_id)',
  'create index if not exists product_search_document on product_search using gin (document)',
  // Each word of a product, with its forms without one of the first four letters.
  `create table if not exists search_words (
    word text collate "C" primary key,
    misspelt text[] not null
  )`,
  'create index if not exists search_words_misspelt on search_words using gin (misspelt)',

  // One index per sort order, for all products, a category, a brand, and a brand in a category.
  'create index if not exists products_price on products (price) where is_active',
  'create index if not exists products_rating on products (rating, num_reviews, id) where is_active',
  'create index if not exists products_category_newest on products (category_id, created_at, id) where is_active',
  'create index if not exists products_category_price on products (category_id, price) where is_active',
  'create index if not exists products_category_rating on products (category_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_brand_newest on products (brand_id, created_at, id) where is_active',
  'create index if not exists products_brand_price on products (brand_id, price) where is_active',
  'create index if not exists products_brand_rating on products (brand_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_both_newest on products (category_id, brand_id, created_at, id) where is_active',
  'create index if not exists products_both_price on products (category_id, brand_id, price) where is_active',
  'create index if not exists products_both_rating on products (category_id, brand_id, rating, num_reviews, id) where is_active',
  'create index if not exists products_featured on products (created_at, id) where is_active and is_featured',
  'create index if not exists products_flash on products (flash_ends_at) where flash_price is not null',
  'create index if not exists products_specifications on products using gin (specifications jsonb_path_ops)',
  ...undone(11),
];
