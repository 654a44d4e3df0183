import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import type { SavedAddress, User } from '../../../contract/user.ts';
import { cleanLine, isBlank } from '../../../contract/rules/clean-text.ts';
import { formatPhone, phoneError, stripPhone } from '../../../contract/rules/phone.ts';
import { isSameAddress } from './address.ts';
import type { Cart } from '../cart/cart.ts';
import type { DeliveryChoice } from './pickup.ts';
import * as texts from '../../texts/checkout.ts';

/** The recipient of the parcel and the address (§2 Checkout delivery details, A28). */
export interface DeliveryDetails {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly country: string;
}

export type DeliveryField = keyof DeliveryDetails;

/** The only country that home delivery reaches (A32). */
export const DELIVERY_COUNTRY = 'Kenya';

export const NO_DETAILS: DeliveryDetails = { name: '', phone: '', address: '', city: '', country: DELIVERY_COUNTRY };

/** Returns the initial details: from the default address, else the first saved one, else name and phone only. */
export function toDeliveryDetails(user: User): DeliveryDetails {
  const saved = user.addresses.find(({ isDefault }) => isDefault) ?? user.addresses[0];
  return {
    name: saved?.name || user.name,
    phone: formatPhone(saved?.phone || user.phone || ''),
    address: saved?.address ?? '',
    city: saved?.city ?? '',
    country: saved?.country ?? DELIVERY_COUNTRY,
  };
}

/** Why the order cannot be sent: the text, and the fields that it concerns. */
export interface FormRefusal {
  readonly text: string;
  readonly fields: readonly RefusedField[];
}

/** A field of the details, or the choice of the pickup station. */
export type RefusedField = DeliveryField | 'pickup';

/** Input of the checks of §5. */
export interface OrderForm {
  readonly isSignedIn: boolean;
  readonly details: DeliveryDetails;
  readonly delivery: DeliveryChoice;
}

/**
 * Returns the first check of §5 that fails, in the specification's order, or `null`. Blank fields count as missing.
 * Home delivery outside Kenya is refused, because the shop does not deliver there (A32).
 */
export function getOrderRefusal(form: OrderForm): FormRefusal | null {
  const { isSignedIn, details, delivery } = form;
  if (!isSignedIn) return { text: texts.loginToOrder, fields: [] };
  const recipient = findBlankFields(details, ['name', 'phone']);
  if (recipient.length > 0) return { text: texts.fillInRequiredFields, fields: recipient };
  const wrongPhone = phoneError(details.phone);
  if (wrongPhone !== null) return { text: wrongPhone, fields: ['phone'] };
  return delivery.method === 'home_delivery' ? getAddressRefusal(details) : getPickupRefusal(delivery);
}

function getAddressRefusal(details: DeliveryDetails): FormRefusal | null {
  const address = findBlankFields(details, ['address', 'city']);
  const fields: DeliveryField[] = details.country === DELIVERY_COUNTRY ? address : [...address, 'country'];
  return fields.length > 0 ? { text: texts.provideAddress, fields } : null;
}

/** Without county or town, the place is incomplete; otherwise the station is missing (Q18). */
function getPickupRefusal({ county, town, station }: DeliveryChoice): FormRefusal | null {
  const isLocated = county !== '' && town !== '';
  if (isLocated && station !== null) return null;
  const isHalfChosen = !isLocated && (county !== '' || town !== '' || station !== null);
  return {
    text: isHalfChosen ? texts.selectLocation : texts.selectStation,
    fields: ['pickup'],
  };
}

/** How to save the details after the order is created (A27, U23). */
export type AddressSaving =
  | { readonly kind: 'none' }
  | { readonly kind: 'create' }
  | { readonly kind: 'makeDefault'; readonly id: string };

/**
 * Returns how to save the details: not at all if they are unchanged, as the default if a saved address matches, else as
 * a new default address (A27).
 */
export function getAddressSaving(
  saved: readonly SavedAddress[],
  loaded: DeliveryDetails,
  details: DeliveryDetails,
): AddressSaving {
  if (isSameAddress(loaded, details)) return { kind: 'none' };
  const match = saved.find((one) => isSameAddress(one, details));
  if (match === undefined) return { kind: 'create' };
  return match.isDefault ? { kind: 'none' } : { kind: 'makeDefault', id: match._id };
}

/** Calls the function for this kind of saving. */
export function saveAddress(
  saving: AddressSaving,
  by: { readonly create: () => void; readonly makeDefault: (id: string) => void },
): void {
  if (saving.kind === 'create') by.create();
  if (saving.kind === 'makeDefault') by.makeDefault(saving.id);
}

/**
 * Builds the order request: delivery and tax are 0, the total equals the items' total (§3 Order creation payload, §9).
 */
export function toOrderDraft(
  cart: Cart,
  details: DeliveryDetails,
  delivery: DeliveryChoice,
  paymentMethod: PaymentMethod,
): OrderDraft {
  return delivery.method === 'home_delivery'
    ? toHomeDeliveryDraft(cart, details, paymentMethod)
    : toPickupDraft(cart, details, delivery, paymentMethod);
}

export function toHomeDeliveryDraft(cart: Cart, details: DeliveryDetails, paymentMethod: PaymentMethod): OrderDraft {
  const { address, city, country } = details;
  return {
    ...toItemsAndPrices(cart),
    shippingAddress: {
      address: cleanLine(address),
      city: cleanLine(city),
      postalCode: POSTAL_CODE,
      country,
      deliveryMethod: 'home_delivery',
      ...toRecipient(details),
    },
    paymentMethod,
    deliveryMethod: 'home_delivery',
  };
}

/** Address and city are those of the station (A29). */
function toPickupDraft(
  cart: Cart,
  details: DeliveryDetails,
  { county, town, station }: DeliveryChoice,
  paymentMethod: PaymentMethod,
): OrderDraft {
  const id = station?._id ?? '';
  return {
    ...toItemsAndPrices(cart),
    shippingAddress: {
      address: station?.address ?? '',
      city: station?.city ?? '',
      postalCode: POSTAL_CODE,
      country: DELIVERY_COUNTRY,
      deliveryMethod: 'pickup_station',
      ...toRecipient(details),
      pickupStationId: id,
      pickupLocation: { county, town },
    },
    paymentMethod,
    deliveryMethod: 'pickup_station',
    pickupStation: id,
    pickupInstructions: '',
  };
}

/** Sent with every address (A30). */
const POSTAL_CODE = '00000';

function toItemsAndPrices({ items, totalAmount }: Cart) {
  return {
    // Sorted, because the same lines in any order are the same order, under the same key (D9).
    orderItems: items
      .map((line) => ({
        product: line.id,
        name: line.name,
        quantity: line.quantity,
        price: line.price,
        image: line.image,
      }))
      .sort((one, other) => (one.product < other.product ? -1 : 1)),
    itemsPrice: totalAmount,
    taxPrice: 0,
    shippingPrice: 0,
    totalPrice: totalAmount,
  };
}

function toRecipient({ name, phone }: DeliveryDetails) {
  return { name: cleanLine(name), phone: stripPhone(phone) };
}

function findBlankFields(details: DeliveryDetails, fields: readonly DeliveryField[]): DeliveryField[] {
  return fields.filter((field) => isBlank(details[field]));
}
