/** One statement a step; each may run again after a kill in the middle. */
export const fillings: readonly string[] = [
  'create table if not exists fillings (name text primary key, filled_at timestamptz not null)',
];
