import type { OrderDraft, PaymentMethod } from '../orders.ts';
import type { SavedAddress, User } from '../user.ts';
import { isSameAddress } from './address.ts';
import type { Cart } from './cart.ts';

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

/** §5 Checkout: name and phone are required; blank is missing. */
export function missingRecipient(details: DeliveryDetails): DeliveryField[] {
  return (['name', 'phone'] as const).filter((field) => isBlank(details[field]));
}

/** §5 Checkout: home delivery needs address and city, in Kenya (A32). */
export function missingHomeAddress(details: DeliveryDetails): DeliveryField[] {
  const blank: DeliveryField[] = (['address', 'city'] as const).filter((field) => isBlank(details[field]));
  return details.country === DELIVERY_COUNTRY ? blank : [...blank, 'country'];
}

/** The saved address with this name, address, city and phone (A27). */
export function matchingAddress(addresses: readonly SavedAddress[], details: DeliveryDetails): SavedAddress | undefined {
  return addresses.find((saved) => isSameAddress(saved, details));
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

function isBlank(value: string): boolean {
  return value.trim() === '';
}
