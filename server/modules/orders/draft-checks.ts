import { shop } from '../../../contract/shop.config.ts';
import { ksh } from '../../../contract/rules/money.ts';
import type { OrderDraft } from '../../../contract/orders.ts';
import { HttpError } from '../../http/http-error.ts';

const DELIVERED_COUNTRY = 'kenya';

/**
 * Refuses with 400 what the shape of the request allows and this shop does not do: delivery abroad (A32),
 * M-Pesa and pickup stations, which come next, and cash above a set cap (D19).
 */
export function refuseUnsupported(draft: OrderDraft, codMax: number | null = shop.codMax): void {
  const { shippingAddress, deliveryMethod, paymentMethod, totalPrice } = draft;
  if (shippingAddress.deliveryMethod !== deliveryMethod) {
    throw refusal('deliveryMethod', 'The delivery method of the order and of its address differ.');
  }
  if (deliveryMethod === 'pickup_station') {
    throw refusal('deliveryMethod', 'Pickup stations are coming soon. Please choose home delivery.');
  }
  if (shippingAddress.country.trim().toLowerCase() !== DELIVERED_COUNTRY) {
    throw refusal('shippingAddress.country', 'Please provide your delivery address');
  }
  if (paymentMethod === 'mpesa') {
    throw refusal('paymentMethod', 'M-Pesa payments are coming soon. Please choose Cash on Delivery.');
  }
  if (codMax !== null && totalPrice > codMax) {
    throw refusal('paymentMethod', `Cash on delivery is available up to ${ksh(codMax)}.`);
  }
}

function refusal(field: string, message: string): HttpError {
  return new HttpError(400, message, { fields: { [field]: message } });
}
