/**
 * Sliding rate limits, growing waits, known browsers, and sign-ups by e-mail and browser. All tables are new. Processes
 * of the previous version keep using `rate_limits` and `pending_registrations` until they are replaced.
 */
export const limits: readonly string[] = [
  `create table if not exists limit_uses (
    key text primary key,
    slots bigint[] not null,
    counts integer[] not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists limit_uses_age on limit_uses (expires_at)',
  `create table if not exists login_failures (
    email_hash text primary key,
    failures integer not null,
    wait_until timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists login_failures_age on login_failures (expires_at)',
  `create table if not exists known_browsers (
    browser_hash text not null,
    user_id uuid not null references users (id),
    expires_at timestamptz not null,
    primary key (browser_hash, user_id)
  )`,
  'create index if not exists known_browsers_user on known_browsers (user_id)',
  'create index if not exists known_browsers_age on known_browsers (expires_at)',
  `create table if not exists known_staff_browsers (
    browser_hash text not null,
    staff_id uuid not null references staff (id),
    expires_at timestamptz not null,
    primary key (browser_hash, staff_id)
  )`,
  'create index if not exists known_staff_browsers_staff on known_staff_browsers (staff_id)',
  'create index if not exists known_staff_browsers_age on known_staff_browsers (expires_at)',
  `create table if not exists sign_ups (
    id uuid primary key,
    email text not null,
    name text not null,
    phone text not null,
    password_hash text not null,
    flow_hash text not null,
    origin uuid not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create unique index if not exists sign_ups_one on sign_ups (email, flow_hash)',
  'create index if not exists sign_ups_phone on sign_ups (phone)',
  'create index if not exists sign_ups_flow on sign_ups (flow_hash)',
  'create index if not exists sign_ups_age on sign_ups (expires_at)',
  `insert into sign_ups (id, email, name, phone, password_hash, flow_hash, origin, created_at, expires_at)
    select id, email, name, phone, password_hash, flow_hash, id, created_at, expires_at from pending_registrations
    on conflict do nothing`,
];
