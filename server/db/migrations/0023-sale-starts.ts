/** The moment from which a flash price is charged (A3). */
export const saleStarts: readonly string[] = [
  'alter table products add column if not exists flash_starts_at timestamptz',
];
