/**
 * Staff accounts with sessions, the audit log, and a give-up time for jobs. Existing tables only get a nullable column
 * and an index, so a running shop is not blocked. One statement per step. Each step may run again after a crash.
 */
export const staff: readonly string[] = [
  `create table if not exists staff (
    id uuid primary key,
    email text not null constraint staff_email_unique unique,
    name text not null,
    role text not null,
    password_hash text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint staff_role check (role in ('owner', 'catalogue', 'orders'))
  )`,
  `create table if not exists staff_sessions (
    token_hash text primary key,
    staff_id uuid not null references staff (id),
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  'create index if not exists staff_sessions_staff on staff_sessions (staff_id)',
  'create index if not exists staff_sessions_age on staff_sessions (expires_at)',
  `create table if not exists audit (
    id uuid primary key,
    staff_id uuid references staff (id),
    actor text not null,
    action text not null,
    subject text not null,
    before jsonb,
    after jsonb,
    at timestamptz not null
  )`,
  'create index if not exists audit_at on audit (at)',
  'create index if not exists audit_subject on audit (subject, at)',
  'create index if not exists orders_newest on orders (created_at, id)',
  'alter table jobs add column if not exists give_up_at timestamptz',
];
