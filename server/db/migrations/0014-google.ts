/**
 * Accounts of Google, and sign-ins that wait for a phone or a password. The column is added without a default, so a
 * running shop goes on; one statement a step, each may run again after a kill in the middle.
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
