import { boolean, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

export const pickupStations = pgTable(
  'pickup_stations',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    county: text('county').notNull(),
    /** Constituency (U26). */
    city: text('city').notNull(),
    /** Normalised county and constituency: lower-case letters and digits only (providers 5.1). */
    place: text('place').notNull(),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    /** By weekday. `null` for the usual hours (§3). */
    operatingHours: jsonb('operating_hours').$type<Partial<Record<string, { open: string; close: string }>>>(),
    isActive: boolean('is_active').notNull().default(true),
  },
  (table) => [index('pickup_stations_place').on(table.place)],
);
