/** One statement per step. Each step may run again after a crash. */
export const catalogue: readonly string[] = [
  `create table if not exists categories (
    id uuid primary key,
    name text not null,
    slug text not null constraint categories_slug_unique unique,
    is_active boolean not null default true,
    sort_order integer not null default 0,
    parent_id uuid
  )`,
  `create table if not exists brands (
    id uuid primary key,
    name text not null,
    slug text not null constraint brands_slug_unique unique,
    logo text
  )`,
  `create table if not exists products (
    id uuid primary key,
    slug text not null constraint products_slug_unique unique,
    name text not null,
    description text not null default '',
    price integer not null,
    original_price integer,
    flash_price integer,
    flash_ends_at timestamptz,
    images jsonb not null default '[]',
    specifications jsonb not null default '[]',
    category_id uuid not null references categories (id),
    brand_id uuid not null references brands (id),
    rating real not null default 0,
    num_reviews integer not null default 0,
    is_active boolean not null default true,
    is_new_arrival boolean not null default false,
    is_featured boolean not null default false,
    created_at timestamptz not null,
    constraint products_price_positive check (price > 0)
  )`,
  'create index if not exists products_newest on products (created_at, id)',
  'create index if not exists products_category on products (category_id)',
  'create index if not exists products_brand on products (brand_id)',
  `create table if not exists product_stock (
    product_id uuid primary key references products (id),
    on_hand integer not null,
    reserved integer not null default 0,
    constraint product_stock_sane check (reserved >= 0 and reserved <= on_hand)
  )`,
];
