/** Serial and IMEI numbers of the pieces that are sold (OWN-P5). */
export const serials: readonly string[] = [
  `alter table products add column if not exists serials text not null default 'none'
    constraint products_serials check (serials in ('none', 'serial', 'imei'))`,
  `create table if not exists order_line_serials (
    id uuid primary key,
    order_id uuid not null references orders (id),
    line_id uuid not null references order_lines (id),
    number text not null,
    staff_id uuid references staff (id),
    at timestamptz not null,
    freed_at timestamptz
  )`,
  'create unique index if not exists order_line_serials_sold on order_line_serials (number) where freed_at is null',
  'create index if not exists order_line_serials_number on order_line_serials (number)',
  'create index if not exists order_line_serials_order on order_line_serials (order_id)',
  'create index if not exists order_line_serials_line on order_line_serials (line_id)',
];
