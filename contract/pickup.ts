import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { requiredText, success } from './fields.ts';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** `HH:MM`, Africa/Nairobi. */
const Hours = v.object({ open: v.string(), close: v.string() });

/** A missing weekday is closed. Without hours the station has the usual ones (§3). */
export const OperatingHours = v.partial(
  v.object({
    monday: Hours,
    tuesday: Hours,
    wednesday: Hours,
    thursday: Hours,
    friday: Hours,
    saturday: Hours,
    sunday: Hours,
  }),
);
export type OperatingHours = v.InferOutput<typeof OperatingHours>;

/** §3 Pickup station. `city` is the constituency (U26). */
export const PickupStation = v.object({
  _id: v.string(),
  name: v.string(),
  address: v.string(),
  city: v.string(),
  county: v.optional(v.string(), ''),
  phone: v.optional(v.string(), ''),
  email: v.optional(v.string(), ''),
  operatingHours: v.optional(v.nullable(OperatingHours), null),
});
export type PickupStation = v.InferOutput<typeof PickupStation>;

/** Stations of a constituency. The comparison ignores case and punctuation (providers 5.1). */
export const pickupStationsAt = endpoint({
  method: 'GET',
  path: '/pickup-stations/location',
  access: 'public',
  request: v.strictObject({ county: requiredText(120), city: requiredText(120) }),
  reply: success(v.object({ stations: v.array(PickupStation) })),
});

/** Up to 8 stations whose name, constituency or county contains all words (U26). */
export const searchPickupStations = endpoint({
  method: 'GET',
  path: '/pickup-stations/search',
  access: 'public',
  request: v.strictObject({ query: requiredText(120) }),
  reply: success(v.object({ stations: v.array(PickupStation) })),
});
