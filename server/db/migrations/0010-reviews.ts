/**
 * Product reviews. The existing tables are only read for the foreign keys, so a running shop is not blocked. One
 * statement per step. Each step may run again after a crash.
 */
export const reviews: readonly string[] = [
  `create table if not exists reviews (
    id uuid primary key,
    product_id uuid not null references products (id) on delete cascade,
    user_id uuid references users (id),
    author text,
    rating integer not null,
    title text not null default '',
    comment text not null,
    is_verified boolean not null,
    is_hidden boolean not null default false,
    created_at timestamptz not null,
    constraint reviews_rating check (rating >= 1 and rating <= 5),
    constraint reviews_author check ((user_id is null) <> (author is null))
  )`,
  'create unique index if not exists reviews_once on reviews (user_id, product_id)',
  'create index if not exists reviews_newest on reviews (product_id, created_at, id) where not is_hidden',
];
