import type { DeliveryMethod } from '../../../contract/orders.ts';
import type { PickupStation } from '../../../contract/pickup.ts';
import { belongsTo, searchTowns, toSearchKey } from '../../../contract/rules/counties.ts';

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
