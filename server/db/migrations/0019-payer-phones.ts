/** Phones of payers other than the account's own, and an index for the prompts to a phone (D25). */
export const payerPhones: readonly string[] = [
  `create table if not exists payer_phones (
    phone text not null,
    user_id uuid not null references users (id),
    flow_hash text not null,
    expires_at timestamptz not null,
    proved_at timestamptz,
    primary key (phone, user_id)
  )`,
  'create index if not exists payment_attempts_phone on payment_attempts (phone, created_at)',
];
