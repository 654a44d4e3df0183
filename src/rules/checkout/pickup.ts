import type { DeliveryMethod } from '../../../contract/orders.ts';
import type { OperatingHours, PickupStation, Weekday } from '../../../contract/pickup.ts';
import { belongsTo, searchTowns, toSearchKey } from '../../../contract/rules/counties.ts';
import * as texts from '../../texts/checkout.ts';

/** How the parcel reaches the shopper (§4 Delivery choice). Home delivery has no pickup values. */
export interface DeliveryChoice {
  readonly method: DeliveryMethod;
  /** Name of the pickup county; '' until chosen. */
  readonly county: string;
  /** Name of the constituency in the county; '' until chosen (A47). */
  readonly town: string;
  /** Always in the town (A47). */
  readonly station: PickupStation | null;
}

export const HOME_DELIVERY: DeliveryChoice = { method: 'home_delivery', county: '', town: '', station: null };
export const NO_PICKUP: DeliveryChoice = { ...HOME_DELIVERY, method: 'pickup_station' };

/** Returns the choice of the delivery machine: the same object until something else is chosen. */
export function getDeliveryChoice({
  context,
}: {
  readonly context: { readonly choice: DeliveryChoice };
}): DeliveryChoice {
  return context.choice;
}

/** Formats address and town in one line. Many addresses already end with the town, so it appears once. */
export function formatStationAddress({ address, city }: Pick<PickupStation, 'address' | 'city'>): string {
  return toSearchKey(address).endsWith(toSearchKey(city)) ? address : `${address}, ${city}`;
}

const DAYS: readonly (readonly [Weekday, string])[] = [
  ['monday', texts.monday],
  ['tuesday', texts.tuesday],
  ['wednesday', texts.wednesday],
  ['thursday', texts.thursday],
  ['friday', texts.friday],
  ['saturday', texts.saturday],
  ['sunday', texts.sunday],
];

const USUAL = { open: '08:00', close: '18:00' };

/** Opening hours of stations that list none (§3). */
const USUAL_HOURS: OperatingHours = { monday: USUAL, tuesday: USUAL, wednesday: USUAL, thursday: USUAL, friday: USUAL };

/** Formats opening hours as one line per group of days, in week order. A missing weekday is closed. */
export function formatOpeningHours(hours: OperatingHours | null | undefined): readonly string[] {
  const known = hours != null && DAYS.some(([day]) => getOpeningTimes(hours, day) !== '') ? hours : USUAL_HOURS;
  const groups: { times: string; days: string[] }[] = [];
  for (const [day, name] of DAYS) {
    const times = getOpeningTimes(known, day);
    const last = groups.at(-1);
    if (last?.times === times) last.days.push(name);
    else groups.push({ times, days: [name] });
  }
  return groups.map(({ times, days }) => (times === '' ? findClosedDays(days) : `${formatDaySpan(days)} ${times}`));
}

function getOpeningTimes(hours: OperatingHours, day: Weekday): string {
  const { open = '', close = '' } = hours[day] ?? {};
  return open === '' || close === '' ? '' : texts.openFromTo(open, close);
}

function findClosedDays(days: readonly string[]): string {
  return days.length > 2 ? texts.closedDays(formatDaySpan(days)) : texts.closedOnDays(formatDaySpan(days));
}

function formatDaySpan(days: readonly string[]): string {
  if (days.length === DAYS.length) return texts.everyDay;
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return days.length > 2 ? texts.fromDayToDay(first, last) : days.join(texts.lastDaySeparator);
}

/** Shortest text that is searched, as in the shop's search box (§5). Characters. */
const SEARCH_MINIMUM = 2;

export function isSearchable(query: string): boolean {
  return toSearchKey(query).length >= SEARCH_MINIMUM;
}

/** A search result among towns and stations; `station` is `null` for a town. */
export interface PickupPlace {
  readonly county: string;
  readonly town: string;
  readonly station: { readonly id: string; readonly name: string } | null;
}

/**
 * Returns matching towns, those of the chosen county first, and matching stations that the server has sent so far
 * (U26). It drops stations that do not contain every typed word, so those of earlier replies may be passed.
 */
export function findPickupPlaces(
  query: string,
  county: string,
  stations: readonly PickupStation[],
): readonly PickupPlace[] {
  if (!isSearchable(query)) return [];
  const towns = searchTowns(query).map((place) => ({ ...place, station: null }));
  const isNear = (place: PickupPlace) => place.county === county;
  const words = query.split(/[\s,]+/).map(toSearchKey);
  return [
    ...towns.filter(isNear),
    ...towns.filter((place) => !isNear(place)),
    ...stations
      .filter((station) => belongsTo(station.city, station.county))
      .filter(({ name, city, county: of }) =>
        words.every((word) => toSearchKey(`${name} ${city} ${of}`).includes(word)),
      )
      .map(({ _id, name, city, county: of }) => ({ county: of, town: city, station: { id: _id, name } })),
  ];
}
