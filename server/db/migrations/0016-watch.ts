/** A table for the write check of the readiness probe, and an index for orders whose expiry job was lost. */
export const watch: readonly string[] = [
  'create table if not exists heartbeats (name text primary key, at timestamptz not null)',
  `create index if not exists orders_expiring on orders (expires_at) where status = 'pending' and expires_at is not null`,
];
