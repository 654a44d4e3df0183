/** One statement per step. Each step may run again after a crash. */
export const pickup: readonly string[] = [
  `create table if not exists pickup_stations (
    id uuid primary key,
    name text not null,
    address text not null,
    county text not null,
    city text not null,
    place text not null,
    phone text not null default '',
    email text not null default '',
    operating_hours jsonb,
    is_active boolean not null default true
  )`,
  'create index if not exists pickup_stations_place on pickup_stations (place)',
  'alter table orders add column if not exists pickup_station_id uuid',
  "alter table orders add column if not exists pickup_station text not null default ''",
  "alter table orders add column if not exists pickup_county text not null default ''",
  "alter table orders add column if not exists pickup_town text not null default ''",
  "alter table orders add column if not exists pickup_instructions text not null default ''",
];
