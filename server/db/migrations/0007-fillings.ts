/** One statement per step. Each step may run again after a crash. */
export const fillings: readonly string[] = [
  'create table if not exists fillings (name text primary key, filled_at timestamptz not null)',
];
