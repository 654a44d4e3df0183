/**
 * Times when an alarm was settled and reported by mail (D29). The new columns are nullable, so a running shop is not
 * affected.
 */
export const desk: readonly string[] = [
  `alter table payment_alarms add column if not exists settled_at timestamptz,
    add column if not exists told_at timestamptz`,
  'alter table refunds add column if not exists told_at timestamptz',
  'create index if not exists payment_alarms_open on payment_alarms (at) where settled_at is null',
  'create index if not exists payment_alarms_untold on payment_alarms (at) where told_at is null',
  'create index if not exists refunds_untold on refunds (created_at) where told_at is null',
  `create index if not exists orders_held on orders (updated_at) where money = 'held'`,
];
