/**
 * Mailed links and pending phone changes. The existing tables are only read for the foreign keys, so a running shop is
 * not blocked. One statement per step. Each step may run again after a crash.
 */
export const accountChanges: readonly string[] = [
  `create table if not exists account_links (
    user_id uuid not null references users (id),
    kind text not null,
    id uuid not null,
    email text not null,
    token_hash text constraint account_links_token_hash_unique unique,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    primary key (user_id, kind),
    constraint account_links_kind check (kind in ('reset', 'email'))
  )`,
  `create table if not exists phone_changes (
    user_id uuid primary key references users (id),
    phone text not null,
    flow_hash text not null,
    asked_at timestamptz not null,
    expires_at timestamptz not null
  )`,
];
