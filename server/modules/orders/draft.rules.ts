import { phoneError } from '../../../contract/rules/phone.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import { Refusal } from '../../refusal.ts';
import * as texts from './orders.texts.ts';

const DELIVERED_COUNTRY = 'kenya';

/** Texts of the checkout form, for invalid requests from other clients (Q18). */

/**
 * Throws `Refusal` `invalid` for requests that the shop does not support: delivery abroad (A32), a pickup without
 * station or location (§5), and contradicting fields. `toPickup` checks whether the station exists.
 */
export function assertSupported(draft: OrderDraft): void {
  const { shippingAddress, deliveryMethod } = draft;
  if (shippingAddress.deliveryMethod !== deliveryMethod) {
    throw fieldError('deliveryMethod', texts.deliveryMethodsDiffer);
  }
  const phoneFault = shippingAddress.phone ? phoneError(shippingAddress.phone) : null;
  if (phoneFault !== null) throw fieldError('shippingAddress.phone', phoneFault);
  if (deliveryMethod === 'pickup_station') assertCompletePickup(draft);
  else assertReachableHome(draft);
}

function assertCompletePickup({
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

function assertReachableHome({
  pickupStation,
  shippingAddress: { country, pickupStationId, pickupLocation },
}: OrderDraft): void {
  if ((pickupStation ?? pickupStationId ?? pickupLocation) !== undefined) {
    throw fieldError('deliveryMethod', texts.stationForParcel);
  }
  if (country.toLowerCase() !== DELIVERED_COUNTRY) {
    throw fieldError('shippingAddress.country', texts.provideAddress);
  }
}

/** Returns a `Refusal` `invalid` with the message at one field (H15). */
export function fieldError(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { fields: { [field]: message } });
}
