/** One statement per step. Each step may run again after a crash. */
export const jobs: readonly string[] = [
  `create table if not exists jobs (
    id uuid primary key,
    kind text not null,
    dedupe_key text not null,
    payload jsonb not null,
    run_at timestamptz not null,
    attempts integer not null default 0,
    locked_until timestamptz,
    lock_id uuid,
    done_at timestamptz,
    last_error text
  )`,
  'create unique index if not exists jobs_once on jobs (kind, dedupe_key)',
  'create index if not exists jobs_due on jobs (run_at) where done_at is null',
];
