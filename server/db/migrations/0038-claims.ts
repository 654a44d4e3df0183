/** "I have paid": receipts that shoppers sent, and the orders that got more time for a payment that is checked (PAY-S2). */
export const claims: readonly string[] = [
  `create table if not exists payment_claims (
    id uuid primary key,
    order_id uuid not null references orders (id),
    receipt text not null,
    state text not null,
    asks integer not null,
    problem text,
    called_at timestamptz,
    next_at timestamptz,
    sent_at timestamptz not null,
    updated_at timestamptz not null,
    constraint payment_claims_state check (state in ('asking', 'waiting', 'for_staff', 'accepted', 'refused'))
  )`,
  'create index if not exists payment_claims_order on payment_claims (order_id, sent_at)',
  'create index if not exists payment_claims_receipt on payment_claims (receipt)',
  `create unique index if not exists payment_claims_one_open on payment_claims (order_id)
    where state in ('asking', 'waiting')`,
  'create index if not exists payment_claims_next on payment_claims (next_at) where next_at is not null',
  "create index if not exists payment_claims_staff on payment_claims (updated_at) where state = 'for_staff'",
  'alter table orders add column if not exists delayed_at timestamptz',
  `alter table mpesa_calls add column if not exists claim_id uuid references payment_claims (id)`,
];
