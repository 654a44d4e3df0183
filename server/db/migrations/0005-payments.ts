/** One statement per step. Each step may run again after a crash. */
export const payments: readonly string[] = [
  "alter table orders add column if not exists money text not null default 'unpaid'",
  "update orders set money = 'paid' where is_paid and money = 'unpaid'",
  `create table if not exists payment_attempts (
    id uuid primary key,
    order_id uuid not null references orders (id),
    user_id uuid not null references users (id),
    phone text not null,
    amount integer not null,
    account_reference text not null,
    state text not null,
    token_hash text not null,
    merchant_request_id text,
    checkout_request_id text constraint payment_attempts_checkout_request_id_unique unique,
    result_code text,
    failure_reason text,
    cross_check text,
    run_started_at timestamptz not null,
    created_at timestamptz not null,
    pushed_at timestamptz,
    next_query_at timestamptz,
    updated_at timestamptz not null,
    constraint payment_attempts_state check (
      state in ('created', 'requesting', 'pending', 'unknown', 'succeeded', 'failed', 'expired', 'refund_pending', 'refunded')
    ),
    constraint payment_attempts_amount check (amount > 0)
  )`,
  `create unique index if not exists payment_attempts_one_live on payment_attempts (order_id)
    where state in ('created', 'requesting', 'pending', 'unknown')`,
  'create index if not exists payment_attempts_order on payment_attempts (order_id, created_at)',
  'create index if not exists payment_attempts_user on payment_attempts (user_id, created_at)',
  'create index if not exists payment_attempts_query on payment_attempts (next_query_at) where next_query_at is not null',
  `create table if not exists payments (
    attempt_id uuid primary key references payment_attempts (id),
    order_id uuid not null references orders (id),
    receipt text constraint payments_receipt_unique unique,
    amount integer not null,
    paid_at timestamptz not null
  )`,
  'create index if not exists payments_order on payments (order_id)',
  `create table if not exists payment_messages (
    id uuid primary key,
    attempt_id uuid not null references payment_attempts (id),
    body_hash text not null constraint payment_messages_body_hash_unique unique,
    body text not null,
    received_at timestamptz not null
  )`,
  'create index if not exists payment_messages_attempt on payment_messages (attempt_id, received_at)',
  `create table if not exists refunds (
    attempt_id uuid primary key references payment_attempts (id),
    order_id uuid not null references orders (id),
    amount integer not null,
    reason text not null,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`,
  'create index if not exists refunds_due on refunds (created_at) where confirmed_at is null',
  `create table if not exists payment_alarms (
    id uuid primary key,
    kind text not null,
    order_id uuid,
    attempt_id uuid,
    detail jsonb,
    at timestamptz not null
  )`,
  'create index if not exists payment_alarms_at on payment_alarms (at)',
  `create table if not exists provider_tokens (
    provider text primary key,
    token text not null default '',
    expires_at timestamptz not null,
    locked_until timestamptz,
    lock_id uuid
  )`,
  `create table if not exists budgets (
    name text primary key,
    available integer not null,
    refilled_at timestamptz not null
  )`,
];
