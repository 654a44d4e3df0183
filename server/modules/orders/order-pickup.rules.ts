import type { OrderDraft } from '../../../contract/orders.ts';
import { placeKey } from '../../../contract/rules/counties.ts';
import type { Refusal } from '../../refusal.ts';
import type { StationRow } from '../pickup/pickup.repository.ts';
import { fieldError } from './draft.rules.ts';
import * as texts from './orders.texts.ts';

/** Pickup data of an order. A snapshot, so that later changes to the station do not change the order. */
export interface PickupColumns {
  readonly pickupStationId: string | null;
  readonly pickupStation: string;
  readonly pickupCounty: string;
  readonly pickupTown: string;
  readonly pickupInstructions: string;
  /**
   * Address of the station, regardless of the address in the request (A29, CVE-2024-29888). Missing for home delivery.
   */
  readonly address?: string;
  readonly city?: string;
  readonly country?: string;
  readonly postalCode?: string;
}

const HOME: PickupColumns = {
  pickupStationId: null,
  pickupStation: '',
  pickupCounty: '',
  pickupTown: '',
  pickupInstructions: '',
};
/** The only country with stations. */
const COUNTRY = 'Kenya';
/** Stations have no postal code (§3). */
const POSTAL_CODE = '00000';

/** `problem` is a `Refusal` `invalid` when the pickup is not possible, else `null`. */
export interface OrderPickup {
  readonly columns: PickupColumns;
  readonly problem: Refusal | null;
}

/**
 * Returns the pickup columns of an order. They are empty for home delivery. Expects a draft that passed
 * `assertSupported`. Reports a station that is unknown (`station` is `null`), closed, or in another place than the
 * request says. Returns the problem instead of throwing it, because a repeated request must still get its order after
 * the station closed (D9).
 */
export function toPickup(
  { deliveryMethod, shippingAddress, pickupInstructions = '' }: OrderDraft,
  station: StationRow | null,
): OrderPickup {
  if (deliveryMethod === 'home_delivery') return { columns: HOME, problem: null };
  if (station === null) return impossible('pickupStation', texts.selectStation);
  const { county = '', town = '' } = shippingAddress.pickupLocation ?? {};
  if (placeKey(county, town) !== station.place)
    return impossible('shippingAddress.pickupLocation', texts.selectLocation);
  const columns = {
    pickupStationId: station.id,
    pickupStation: station.name,
    pickupCounty: station.county,
    pickupTown: station.city,
    pickupInstructions: pickupInstructions.trim(),
    address: station.address,
    city: station.city,
    country: COUNTRY,
    postalCode: POSTAL_CODE,
  };
  return { columns, problem: null };
}

function impossible(field: string, message: string): OrderPickup {
  return { columns: HOME, problem: fieldError(field, message) };
}
