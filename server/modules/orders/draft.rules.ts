import { phoneError } from '../../../contract/rules/phone.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import { Refusal } from '../../refusal.ts';
import * as texts from './orders.texts.ts';

const DELIVERED_COUNTRY = 'kenya';

/** What the checkout says, for drafts that no browser of ours sends (Q18). */

/**
 * Throws Refusal `invalid` for what the shape of the request allows and this shop does not do: delivery abroad (A32), a
 * pickup without its station or place (§5), and places of the request that contradict each other. Whether the station
 * exists is `pickupOf`'s to say.
 */
export function refuseUnsupported(draft: OrderDraft): void {
  const { shippingAddress, deliveryMethod } = draft;
  if (shippingAddress.deliveryMethod !== deliveryMethod) {
    throw fieldError('deliveryMethod', texts.deliveryMethodsDiffer);
  }
  const phoneFault = shippingAddress.phone ? phoneError(shippingAddress.phone) : null;
  if (phoneFault !== null) throw fieldError('shippingAddress.phone', phoneFault);
  if (deliveryMethod === 'pickup_station') refuseIncompletePickup(draft);
  else refuseUnreachedHome(draft);
}

function refuseIncompletePickup({
  pickupStation,
  shippingAddress: { pickupStationId, pickupLocation },
}: OrderDraft): void {
  if (pickupStation === undefined || pickupStationId === undefined)
    throw fieldError('pickupStation', texts.selectStation);
  if (pickupStation.toLowerCase() !== pickupStationId.toLowerCase()) {
    throw fieldError('pickupStation', texts.stationsDiffer);
  }
  if (pickupLocation === undefined) throw fieldError('shippingAddress.pickupLocation', texts.selectLocation);
}

function refuseUnreachedHome({
  pickupStation,
  shippingAddress: { country, pickupStationId, pickupLocation },
}: OrderDraft): void {
  if ((pickupStation ?? pickupStationId ?? pickupLocation) !== undefined) {
    throw fieldError('deliveryMethod', texts.stationForParcel);
  }
  if (country.trim().toLowerCase() !== DELIVERED_COUNTRY) {
    throw fieldError('shippingAddress.country', texts.provideAddress);
  }
}

/** Refusal `invalid` whose message stands at one field (H15). */
export function fieldError(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: { [field]: message } });
}
