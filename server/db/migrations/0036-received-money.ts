/** Payments by hand: what M-Pesa reported, and the secrets of the addresses for it (PAY-C2 to PAY-C4). */
export const receivedMoney: readonly string[] = [
  `create table if not exists received_money (
    receipt text primary key,
    state text not null,
    source text not null,
    kind text not null,
    shortcode text not null,
    account text not null,
    amount integer,
    payer text,
    name text,
    order_id uuid references orders (id),
    payment_id uuid references payments (id),
    problem text,
    is_shown boolean not null default false,
    asks integer not null default 0,
    listed_at timestamptz,
    noted_by uuid references staff (id),
    noted_order_id uuid references orders (id),
    paid_at timestamptz not null,
    received_at timestamptz not null,
    updated_at timestamptz not null,
    constraint received_money_state check (
      state in ('stored', 'proving', 'provisional', 'paid', 'unmatched', 'returning', 'held', 'ours')
    ),
    constraint received_money_amount check (amount > 0)
  )`,
  'create index if not exists received_money_order on received_money (order_id)',
  `create index if not exists received_money_open on received_money (received_at)
    where state in ('stored', 'proving', 'provisional', 'unmatched', 'held')`,
  `create table if not exists received_messages (
    id uuid primary key,
    body_hash text not null constraint received_messages_body_hash_unique unique,
    body text not null,
    receipt text,
    received_at timestamptz not null
  )`,
  'create index if not exists received_messages_receipt on received_messages (receipt)',
  'create index if not exists received_messages_age on received_messages (received_at)',
  `create table if not exists inbox_secrets (
    id uuid primary key,
    hash text not null constraint inbox_secrets_hash_unique unique,
    created_at timestamptz not null,
    registered_at timestamptz,
    used_at timestamptz,
    ended_at timestamptz
  )`,
  "create index if not exists orders_open_total on orders (total_price) where money in ('unpaid', 'partPaid')",
];
