/** Comparisons with M-Pesa (PAY-T1), what they show of refunds (PAY-F3, PAY-F6), and the cross-check's circuit (PAY-T2). */
export const statements: readonly string[] = [
  // A restore of an older backup creates it, too.
  `create table if not exists restores (
    id uuid primary key,
    backup_at timestamptz not null,
    restored_at timestamptz not null
  )`,
  `create table if not exists statements (
    id uuid primary key,
    source text not null,
    shortcode text not null,
    name text,
    file_hash text constraint statements_file_hash_unique unique,
    staff_id uuid references staff (id),
    from_at timestamptz,
    to_at timestamptz,
    is_whole boolean not null,
    report jsonb not null,
    at timestamptz not null,
    done_at timestamptz,
    constraint statements_source check (source in ('pull', 'file'))
  )`,
  'create index if not exists statements_span on statements (to_at)',
  'create index if not exists statements_age on statements (at)',
  `create table if not exists sent_money (
    receipt text primary key,
    state text not null,
    kind text not null,
    amount integer,
    party text,
    reverses text,
    refund_id uuid references refunds (id),
    note text,
    settled_by uuid references staff (id),
    paid_at timestamptz not null,
    created_at timestamptz not null,
    constraint sent_money_state check (state in ('refund', 'open', 'settled')),
    constraint sent_money_kind check (kind in ('reversal', 'payout'))
  )`,
  `create index if not exists sent_money_open on sent_money (paid_at) where state = 'open'`,
  'create index if not exists sent_money_refund on sent_money (refund_id)',
  'create index if not exists payments_paid_at on payments (paid_at)',
  `create table if not exists pulls (
    provider text primary key,
    next_at timestamptz,
    good_at timestamptz,
    failing_since timestamptz
  )`,
  `create table if not exists cross_checks (
    provider text primary key,
    opened_at timestamptz,
    contradictions integer not null default 0,
    agreements integer not null default 0,
    held jsonb not null,
    alarm_id uuid
  )`,
];
