/** Changes the primary key from the attempt to the id. A second run drops the references, which follow again below. */
const toKeyedById = (table: string) =>
  `alter table ${table} drop constraint if exists ${table}_pkey cascade,
    add constraint ${table}_pkey primary key (id)`;

const toReference = (table: string, column: string, other: string) =>
  `alter table ${table} drop constraint if exists ${table}_${column}_fkey,
    add constraint ${table}_${column}_fkey foreign key (${column}) references ${other} (id)`;

/**
 * Payments and refunds by their own ids, each receipt once, and the calls to M-Pesa about them (PAY-C3, PAY-F1).
 * Processes of older versions still add payments and refunds by their attempt, so the new columns have defaults. The
 * refunds of such a process have no `payment_id` until the worker adds it within the hour, so readers also join by the
 * attempt.
 */
export const refunds: readonly string[] = [
  `alter table payments add column if not exists id uuid default gen_random_uuid(),
    add column if not exists source text not null default 'prompt',
    add column if not exists phone text,
    add column if not exists refunded integer not null default 0`,
  `update payments set id = attempt_id,
      phone = (select phone from payment_attempts where payment_attempts.id = payments.attempt_id)
    where phone is null and attempt_id is not null`,
  'alter table payments alter column id set not null',
  toKeyedById('payments'),
  'alter table payments alter column attempt_id drop not null',
  `alter table payments drop constraint if exists payments_attempt_id_unique,
    add constraint payments_attempt_id_unique unique (attempt_id)`,
  `create table if not exists receipts (
    receipt text primary key,
    use text not null,
    payment_id uuid,
    refund_id uuid,
    at timestamptz not null,
    constraint receipts_use check (use in ('payment', 'return', 'unmatched', 'refund'))
  )`,
  `insert into receipts (receipt, use, payment_id, at)
    select receipt, 'payment', id, paid_at from payments where receipt is not null on conflict do nothing`,
  `alter table refunds add column if not exists id uuid default gen_random_uuid(),
    add column if not exists payment_id uuid,
    add column if not exists state text not null default 'due',
    add column if not exists way text,
    add column if not exists note text,
    add column if not exists proposer_id uuid references staff (id),
    add column if not exists approver_id uuid references staff (id),
    add column if not exists not_before timestamptz,
    add column if not exists tries integer not null default 0,
    add column if not exists calls integer not null default 0,
    add column if not exists waits_for text,
    add column if not exists next_at timestamptz,
    add column if not exists tried_at timestamptz,
    add column if not exists sent_at timestamptz,
    add column if not exists unknown_at timestamptz,
    add column if not exists is_confirmed boolean not null default true,
    add column if not exists failure_code text,
    add column if not exists failure text,
    add column if not exists receipt text,
    add column if not exists checked_receipt text,
    add column if not exists checked_at timestamptz,
    add column if not exists cash_by uuid references staff (id),
    add column if not exists cash_at timestamptz,
    add column if not exists denied_by uuid references staff (id),
    add column if not exists denied_at timestamptz,
    add column if not exists is_restored boolean not null default false`,
  // Without a payment of its own, a refund keeps the id that the back office has seen.
  `update refunds set id = refunds.attempt_id, payment_id = payments.id,
      state = case when confirmed_at is null then 'due' else 'done' end,
      way = case when confirmed_at is null then null else 'hand' end
    from payments where payments.attempt_id = refunds.attempt_id and refunds.payment_id is null`,
  'alter table refunds alter column id set not null',
  toKeyedById('refunds'),
  'alter table refunds alter column attempt_id drop not null',
  `alter table refunds drop constraint if exists refunds_attempt_id_unique,
    add constraint refunds_attempt_id_unique unique (attempt_id)`,
  `alter table refunds drop constraint if exists refunds_checked_receipt_unique,
    add constraint refunds_checked_receipt_unique unique (checked_receipt)`,
  `alter table refunds drop constraint if exists refunds_state, add constraint refunds_state check (
    state in ('due', 'approved', 'sending', 'sent', 'unknown', 'done', 'failed', 'by_hand', 'dropped')
  )`,
  'alter table refunds drop constraint if exists refunds_amount, add constraint refunds_amount check (amount >= 0)',
  `update payments set refunded = least(amount, coalesce((
      select sum(refunds.amount) from refunds
      where refunds.payment_id = payments.id and state not in ('failed', 'dropped')
    ), 0))`,
  `alter table payments drop constraint if exists payments_refunded,
    add constraint payments_refunded check (refunded >= 0 and refunded <= amount)`,
  `alter table payments drop constraint if exists payments_source,
    add constraint payments_source check (source in ('prompt', 'hand'))`,
  `create unique index if not exists refunds_one_open on refunds (payment_id)
    where state in ('approved', 'sending', 'sent', 'unknown', 'by_hand') and not is_restored`,
  'create index if not exists refunds_payment on refunds (payment_id)',
  `create index if not exists refunds_next on refunds (next_at) where next_at is not null`,
  'create index if not exists receipts_payment on receipts (payment_id)',
  'create index if not exists receipts_refund on receipts (refund_id)',
  `create table if not exists mpesa_calls (
    id uuid primary key,
    kind text not null,
    refund_id uuid,
    try integer not null default 0,
    result_hash text not null constraint mpesa_calls_result_hash_unique unique,
    timeout_hash text not null constraint mpesa_calls_timeout_hash_unique unique,
    receipt text,
    originator_id text,
    conversation_id text,
    sent_at timestamptz not null,
    closed_at timestamptz
  )`,
  toReference('refunds', 'payment_id', 'payments'),
  toReference('receipts', 'payment_id', 'payments'),
  toReference('receipts', 'refund_id', 'refunds'),
  toReference('mpesa_calls', 'refund_id', 'refunds'),
  'create index if not exists mpesa_calls_refund on mpesa_calls (refund_id, sent_at)',
  `create table if not exists mpesa_results (
    id uuid primary key,
    call_id uuid not null references mpesa_calls (id),
    body_hash text not null constraint mpesa_results_body_hash_unique unique,
    body text not null,
    received_at timestamptz not null
  )`,
  'create index if not exists mpesa_results_call on mpesa_results (call_id, received_at)',
  'create index if not exists mpesa_results_age on mpesa_results (received_at)',
  'alter table refunds add column if not exists settings_hash text',
];
