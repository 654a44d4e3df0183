import type { OrderDraft } from '../../../contract/orders.ts';
import { placeKey } from '../../../contract/rules/counties.ts';
import type { Sql } from '../../db/client.ts';
import { refusal, SELECT_LOCATION, SELECT_STATION } from '../orders/draft-checks.ts';
import { findStation } from './pickup.repository.ts';

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

const HOME: PickupColumns = { pickupStationId: null, pickupStation: '', pickupCounty: '', pickupTown: '', pickupInstructions: '' };
/** The only country with stations. */
const COUNTRY = 'Kenya';
/** §3: a fixed one, stations have none of their own. */
const POSTAL_CODE = '00000';

/**
 * The pickup columns of an order, empty for home delivery. The draft has passed `refuseUnsupported`; rejects with
 * 400 where the station is not one of ours, is closed for good or stands in another place than the one sent.
 */
export async function resolvePickup(db: Sql, { deliveryMethod, shippingAddress, pickupStation, pickupInstructions = '' }: OrderDraft): Promise<PickupColumns> {
  if (deliveryMethod === 'home_delivery') return HOME;
  const station = pickupStation === undefined ? null : await findStation(db, pickupStation);
  if (station === null) throw refusal('pickupStation', SELECT_STATION);
  const { county = '', town = '' } = shippingAddress.pickupLocation ?? {};
  if (placeKey(county, town) !== station.place) throw refusal('shippingAddress.pickupLocation', SELECT_LOCATION);
  return {
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
}
