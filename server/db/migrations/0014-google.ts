/**
 * Google accounts, and Google sign-ins that wait for a phone or a password. The new column has no default, so a running
 * shop is not blocked. One statement per step. Each step may run again after a crash.
 */
export const google: readonly string[] = [
  'alter table users add column if not exists google_sub text',
  'create unique index if not exists users_google_sub on users (google_sub)',
  `create table if not exists google_sign_ins (
    id_hash text primary key,
    sub text not null,
    email text not null,
    name text not null,
    picture text,
    flow_hash text not null,
    phone text,
    user_id uuid references users (id),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists google_sign_ins_age on google_sign_ins (expires_at)',
];
