import type { OrderDraft } from '../../../contract/orders.ts';
import { placeKey } from '../../../contract/rules/counties.ts';
import type { Refusal } from '../../refusal.ts';
import type { StationRow } from '../pickup/pickup.repository.ts';
import { fieldError } from './draft.rules.ts';
import * as texts from './orders.texts.ts';

/** What of an order is about the pickup: a snapshot, so that a later change of the station changes no order. */
export interface PickupColumns {
  readonly pickupStationId: string | null;
  readonly pickupStation: string;
  readonly pickupCounty: string;
  readonly pickupTown: string;
  readonly pickupInstructions: string;
  /** The station's own, whatever address the client sent (A29, CVE-2024-29888); missing for home delivery. */
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
/** Stations have none of their own (§3). */
const POSTAL_CODE = '00000';

/** `problem` is why the order cannot be made (`invalid`), null when it can. */
export interface OrderPickup {
  readonly columns: PickupColumns;
  readonly problem: Refusal | null;
}

/**
 * The pickup columns of an order, empty for home delivery. The draft has passed `refuseUnsupported`; what is left to
 * find is a station that is not one of ours (`station` is null), closed for good or in another place than the one
 * sent. That is answered and not thrown: an order that was made before the station closed is still answered to its
 * key (D9).
 */
export function pickupOf(
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
