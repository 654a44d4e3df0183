/** What is written to see that the shop can write, and an index for orders whose expiry was lost. */
export const watch: readonly string[] = [
  'create table if not exists heartbeats (name text primary key, at timestamptz not null)',
  `create index if not exists orders_expiring on orders (expires_at) where status = 'pending' and expires_at is not null`,
];
