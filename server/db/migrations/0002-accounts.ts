/** One statement per step. Each step may run again after a crash. */
export const accounts: readonly string[] = [
  `create table if not exists users (
    id uuid primary key,
    name text not null,
    email text not null constraint users_email_unique unique,
    phone text not null constraint users_phone_unique unique,
    phone_verified_at timestamptz not null,
    password_hash text,
    avatar text,
    street text not null default '',
    city text not null default '',
    state text not null default '',
    zip_code text not null default '',
    country text not null default '',
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  `create table if not exists addresses (
    id uuid primary key,
    user_id uuid not null references users (id),
    type text not null,
    name text not null,
    address text not null,
    city text not null,
    country text not null,
    postal_code text not null default '',
    phone text not null default '',
    is_default boolean not null default false,
    created_at timestamptz not null
  )`,
  'create index if not exists addresses_user on addresses (user_id)',
  'create unique index if not exists addresses_one_default on addresses (user_id) where is_default',
  `create table if not exists sessions (
    token_hash text primary key,
    user_id uuid not null references users (id),
    remember boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists sessions_user on sessions (user_id)',
  'create index if not exists sessions_age on sessions (expires_at)',
  `create table if not exists pending_registrations (
    id uuid primary key,
    email text not null constraint pending_registrations_email_unique unique,
    name text not null,
    phone text not null,
    password_hash text not null,
    flow_hash text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create table if not exists otp_challenges (
    id_hash text primary key,
    phone text not null,
    provider_pin_id text not null,
    flow_hash text,
    attempts integer not null default 0,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    verified_at timestamptz,
    token_hash text,
    consumed_at timestamptz
  )`,
  'create index if not exists otp_challenges_phone on otp_challenges (phone, sent_at)',
  `create table if not exists rate_limits (
    key text not null,
    window_start timestamptz not null,
    count integer not null,
    expires_at timestamptz not null,
    primary key (key, window_start)
  )`,
  'create index if not exists rate_limits_age on rate_limits (expires_at)',
];
