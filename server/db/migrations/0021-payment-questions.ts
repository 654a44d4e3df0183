/**
 * M-Pesa's answers to queries about a prompt (D7, U4), and alarms counted by the hour (D29). A running shop is not
 * affected.
 */
export const paymentQuestions: readonly string[] = [
  `alter table payment_attempts add column if not exists answered_at timestamptz,
    add column if not exists wanted_at timestamptz,
    add column if not exists failed_asks integer not null default 0`,
  `alter table payment_alarms add column if not exists subject text not null default '',
    add column if not exists hour integer,
    add column if not exists count integer not null default 1,
    add column if not exists last_at timestamptz`,
  `create unique index if not exists payment_alarms_hour on payment_alarms (kind, subject, hour)
    where settled_at is null and hour is not null`,
];
