/** Changes of the catalogue by files, so that they can be undone. */
export const catalogueChanges: readonly string[] = [
  `create table if not exists catalogue_changes (
    id uuid primary key,
    kind text not null,
    source text not null,
    actor text not null,
    at timestamptz not null,
    is_undone boolean not null default false
  )`,
  'create index if not exists catalogue_changes_at on catalogue_changes (at)',
  `create table if not exists catalogue_change_rows (
    change_id uuid not null references catalogue_changes (id),
    product_id uuid not null references products (id),
    before jsonb not null,
    after jsonb not null,
    primary key (change_id, product_id)
  )`,
];
