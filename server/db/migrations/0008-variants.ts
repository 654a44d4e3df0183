/**
 * Variants of a product (H2). Both columns have a constant default, so no row is rewritten, and the index is empty when
 * it is created. So a running shop waits for a moment at most.
 */
export const variants: readonly string[] = [
  'alter table products add column if not exists product_group_id uuid',
  "alter table products add column if not exists options jsonb not null default '[]'",
  `create index if not exists products_group on products (product_group_id) where product_group_id is not null`,
];
