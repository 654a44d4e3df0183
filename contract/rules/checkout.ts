import type { OrderDraft, PaymentMethod } from '../orders.ts';
import type { SavedAddress, User } from '../user.ts';
import { isSameAddress } from './address.ts';
import type { Cart } from './cart.ts';
import { ksh } from './money.ts';

/** Who receives the parcel and where (§2 Checkout delivery details, A28). */
export interface DeliveryDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
}

export type DeliveryField = keyof DeliveryDetails;

/** The one country that home delivery reaches (A32). */
export const DELIVERY_COUNTRY = 'Kenya';

export const NO_DETAILS: DeliveryDetails = { name: '', phone: '', address: '', city: '', country: DELIVERY_COUNTRY };

/** Prefills the form from the default address, else the first saved one, else only name and phone. */
export function deliveryDetailsOf(user: User): DeliveryDetails {
  const saved = user.addresses.find(({ isDefault }) => isDefault) ?? user.addresses[0];
  return {
    name: saved?.name || user.name,
    phone: saved?.phone || user.phone || '',
    address: saved?.address ?? '',
    city: saved?.city ?? '',
    country: saved?.country ?? DELIVERY_COUNTRY,
  };
}

/** Why an order is not sent: the text, and the fields it is about. */
export interface Refusal {
  readonly text: string;
  readonly fields: readonly DeliveryField[];
}

/** What the checks of §5 look at. Total in whole shillings; `codMax` null is no cap (D19). */
export interface OrderForm {
  readonly isSignedIn: boolean;
  readonly details: DeliveryDetails;
  readonly payment: PaymentMethod;
  readonly total: number;
  readonly codMax: number | null;
}

/**
 * The first check of §5 that fails, in the specification's order, or null. Blank is missing, and home delivery
 * outside Kenya has no address that we reach (A32).
 */
export function orderRefusal({ isSignedIn, details, payment, total, codMax }: OrderForm): Refusal | null {
  if (!isSignedIn) return { text: 'Please login to complete your order', fields: [] };
  const recipient = blankOf(details, ['name', 'phone']);
  if (recipient.length > 0) return { text: 'Please fill in all required fields', fields: recipient };
  const address = blankOf(details, ['address', 'city']);
  const fields: DeliveryField[] = details.country === DELIVERY_COUNTRY ? address : [...address, 'country'];
  if (fields.length > 0) return { text: 'Please provide your delivery address', fields };
  const cap = payment === 'cod' ? codCapNote(total, codMax) : null;
  return cap === null ? null : { text: cap, fields: [] };
}

/** Why cash on delivery cannot be chosen, null where it can; `codMax` null is no cap (D19). Whole shillings. */
export function codCapNote(total: number, codMax: number | null): string | null {
  return codMax !== null && total > codMax ? `Cash on delivery is available up to ${ksh(codMax)}.` : null;
}

/** What becomes of the details once the order stands (A27, U23). */
export type AddressSaving =
  | { readonly kind: 'none' }
  | { readonly kind: 'create' }
  | { readonly kind: 'makeDefault'; readonly id: string };

/**
 * Unchanged details need no call; changed ones that a saved address matches make that one the default, and
 * others become a new default address (A27).
 */
export function addressSaving(
  saved: readonly SavedAddress[], loaded: DeliveryDetails, details: DeliveryDetails,
): AddressSaving {
  if (isSameAddress(loaded, details)) return { kind: 'none' };
  const match = saved.find((one) => isSameAddress(one, details));
  if (match === undefined) return { kind: 'create' };
  return match.isDefault ? { kind: 'none' } : { kind: 'makeDefault', id: match._id };
}

/** §3 Order creation payload for home delivery: delivery and tax 0, total equals the items' total (§9). */
export function homeDeliveryDraft(
  { items, totalAmount }: Cart, { name, phone, address, city, country }: DeliveryDetails, paymentMethod: PaymentMethod,
): OrderDraft {
  return {
    orderItems: items.map((line) => ({
      product: line.id, name: line.name, quantity: line.quantity, price: line.price, image: line.image,
    })),
    shippingAddress: {
      address: address.trim(),
      city: city.trim(),
      postalCode: '00000',
      country,
      deliveryMethod: 'home_delivery',
      name: name.trim(),
      phone: phone.trim(),
    },
    paymentMethod,
    itemsPrice: totalAmount,
    taxPrice: 0,
    shippingPrice: 0,
    totalPrice: totalAmount,
    deliveryMethod: 'home_delivery',
  };
}

function blankOf(details: DeliveryDetails, fields: readonly DeliveryField[]): DeliveryField[] {
  return fields.filter((field) => details[field].trim() === '');
}
