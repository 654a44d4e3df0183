/** An index for cash orders that the staff has not handled (D19), and a table for wrong amounts in callbacks (D27). */
export const bounds: readonly string[] = [
  `create index if not exists orders_untouched on orders (created_at) where status = 'pending' and payment_method = 'cod'`,
  `create table if not exists told_amounts (
    attempt_id uuid primary key references payment_attempts(id),
    amount integer not null,
    at timestamptz not null
  )`,
  `alter table payment_attempts drop constraint if exists payment_attempts_state,
    add constraint payment_attempts_state check (state in ('created', 'requesting', 'pending', 'unknown', 'held', 'succeeded', 'failed', 'expired', 'refund_pending', 'refunded'))`,
];
