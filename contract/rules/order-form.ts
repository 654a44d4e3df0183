import type { OrderDraft, PaymentMethod } from '../orders.ts';
import type { User } from '../user.ts';
import { isSameAddress } from './address.ts';
import type { Cart, CartLine } from './cart.ts';
import { addressSaving, deliveryDetailsOf, NO_DETAILS, orderDraft, orderRefusal } from './checkout.ts';
import type { AddressSaving, DeliveryDetails, PaymentLimits, Refusal } from './checkout.ts';
import { markOf } from './kept-payment.ts';
import type { KeptPayment } from './kept-payment.ts';
import type { DeliveryChoice } from './pickup.ts';

/** What the shopper has filled in on the checkout, and what it is judged by. */
export interface FilledForm extends PaymentLimits {
  /** Who is logged in; null for nobody. */
  readonly user: User | null;
  readonly cart: Cart;
  /** What the profile brought, to tell a changed address by (U23). */
  readonly loaded: DeliveryDetails;
  readonly details: DeliveryDetails;
  readonly delivery: DeliveryChoice;
  /** Whether a changed address becomes the default one (U23). */
  readonly savesAddress: boolean;
  readonly payment: PaymentMethod;
  /** The order that is not paid yet, as this browser keeps it (D9, D21). */
  readonly kept: KeptPayment | null;
}

/** The details as the profile gives them. */
export function prefilled(user: User | null): Pick<FilledForm, 'loaded' | 'details'> {
  const details = user === null ? NO_DETAILS : deliveryDetailsOf(user);
  return { loaded: details, details };
}

/** The first check of §5 that fails, or null. */
export function refusalOf({ user, cart, ...form }: FilledForm): Refusal | null {
  return orderRefusal({ ...form, isSignedIn: user !== null, total: cart.totalAmount });
}

/** Whether the delivery details would become the default address; those of a pickup never do (§2, U23). */
export function isAddressChanged({ loaded, details, delivery }: FilledForm): boolean {
  return delivery.method === 'home_delivery' && !isSameAddress(loaded, details);
}

/** What becomes of the details once the order stands (A27, U23). */
export function savingOf(form: FilledForm): AddressSaving {
  const { user, savesAddress, loaded, details } = form;
  return user !== null && savesAddress && isAddressChanged(form) ? addressSaving(user.addresses, loaded, details) : { kind: 'none' };
}

/**
 * The order as it would be sent now. One that is kept for other lines or another delivery is replaced (D21), also
 * by a further try of the draft that began to replace it.
 */
export function draftOf(form: FilledForm, earlier: OrderDraft | null): OrderDraft {
  const draft = orderDraft(form.cart, form.details, form.delivery, form.payment);
  const replaces = isKept(form, draft) ? earlier?.replaces : (form.kept?.orderId ?? earlier?.replaces);
  return replaces === undefined ? draft : { ...draft, replaces };
}

/** The order that was made of this unchanged draft and is not paid yet; null where there is none (D9). */
export function keptOrderOf(form: FilledForm, draft: OrderDraft): string | null {
  return isKept(form, draft) ? (form.kept?.orderId ?? null) : null;
}

/** Whether something else would be sent now. */
export function isOtherDraft(form: FilledForm, draft: OrderDraft): boolean {
  return markOf('', orderDraft(form.cart, form.details, form.delivery, form.payment)) !== markOf('', draft)
    || form.payment !== draft.paymentMethod;
}

/** The lines that leave the cart when the order stands (U6, Q22). */
export function orderedLines({ orderItems }: OrderDraft): Pick<CartLine, 'id' | 'quantity'>[] {
  return orderItems.map(({ product, quantity }) => ({ id: product, quantity }));
}

function isKept({ user, kept }: FilledForm, draft: OrderDraft): boolean {
  return user !== null && kept !== null && kept.of === markOf(user._id, draft);
}
