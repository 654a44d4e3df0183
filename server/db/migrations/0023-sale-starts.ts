/** Start time of a flash price (A3). */
export const saleStarts: readonly string[] = [
  'alter table products add column if not exists flash_starts_at timestamptz',
];
