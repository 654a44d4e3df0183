/**
 * Parcels, collection codes, inspections and cash (OWN-P1 to OWN-P4). The new columns have defaults, so a running shop is
 * not affected. Cash of older deliveries is not followed.
 */
export const parcels: readonly string[] = [
  `alter table orders add column if not exists parcel text not null default 'none',
    add column if not exists parcel_at timestamptz,
    add column if not exists undo jsonb,
    add column if not exists collect_until timestamptz,
    add column if not exists reminders integer not null default 0,
    add column if not exists cash text not null default 'none',
    add column if not exists no_refund_reason text,
    add column if not exists is_walk_in boolean not null default false`,
  `update orders set parcel = 'onTheWay', parcel_at = coalesce(
      (select max(at) from order_events where order_id = orders.id and type = 'staff.ship'), updated_at)
    where status = 'shipped' and parcel = 'none'`,
  `update orders set parcel = 'delivered', parcel_at = coalesce(delivered_at, updated_at)
    where status = 'delivered' and parcel = 'none'`,
  `create index if not exists orders_parcels on orders (parcel, parcel_at)
    where parcel in ('ready', 'refused', 'uncollected', 'returned')`,
  `create index if not exists orders_cash on orders (delivered_at) where cash in ('owed', 'short')`,
  `create table if not exists collection_codes (
    order_id uuid primary key references orders (id),
    code_hash text not null,
    wrong_on text not null default '',
    wrong integer not null default 0
  )`,
  `create table if not exists line_inspections (
    line_id uuid primary key references order_lines (id),
    order_id uuid not null references orders (id),
    sellable integer not null,
    damaged integer not null,
    missing integer not null,
    staff_id uuid references staff (id),
    actor text not null,
    at timestamptz not null,
    constraint line_inspections_pieces check (least(sellable, damaged, missing) >= 0)
  )`,
  'create index if not exists line_inspections_order on line_inspections (order_id)',
  `create table if not exists cash_entries (
    id uuid primary key,
    order_id uuid not null references orders (id),
    type text not null,
    amount integer not null,
    party text not null,
    reason text,
    staff_id uuid references staff (id),
    actor text not null,
    at timestamptz not null,
    constraint cash_entries_type check (type in ('owed', 'counted', 'writtenOff'))
  )`,
  'create index if not exists cash_entries_order on cash_entries (order_id, at)',
  "create index if not exists cash_entries_counted on cash_entries (at) where type = 'counted'",
];
