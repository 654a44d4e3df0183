import type { OrderDraft, PaymentMethod } from '../../contract/orders.ts';
import type { User } from '../../contract/user.ts';
import type { Cart } from './cart.ts';
import { addressSaving, deliveryDetailsOf, NO_DETAILS, orderDraft, orderRefusal } from './checkout.ts';
import type { AddressSaving, DeliveryDetails, PaymentLimits, FormRefusal } from './checkout.ts';
import { keptPrompt, markOf } from './kept-payment.ts';
import type { KeptPayment } from './kept-payment.ts';
import type { DeliveryChoice } from './pickup.ts';

/** What the shopper has filled in on the checkout, and what it is judged by. */
export interface FilledForm extends PaymentLimits {
  /** Who is logged in; null for nobody. */
  readonly user: User | null;
  readonly cart: Cart;
  /** What the profile brought; a changed address is another than this (U23). */
  readonly loaded: DeliveryDetails;
  readonly details: DeliveryDetails;
  readonly delivery: DeliveryChoice;
  /** Whether a changed address becomes the default one (U23). */
  readonly savesAddress: boolean;
  readonly payment: PaymentMethod;
  /** The order that is not paid yet, as this browser keeps it (D9, D21). */
  readonly kept: KeptPayment | null;
}

/** What somebody had filled in when the session ended. */
export interface TypedForm extends Pick<FilledForm, 'details' | 'savesAddress' | 'payment'> {
  /** Whose it is: nobody else is shown it. */
  readonly owner: string;
}

/** The details as the profile gives them, or as the same shopper had typed them before the session ended. */
export function prefilled(user: User | null, typed: TypedForm | null): Pick<FilledForm, 'loaded' | 'details'> {
  const loaded = user === null ? NO_DETAILS : deliveryDetailsOf(user);
  return { loaded, details: ownForm(user, typed)?.details ?? loaded };
}

/** What was typed, where it is this shopper's. */
export function ownForm(user: User | null, typed: TypedForm | null): TypedForm | null {
  return user !== null && user._id === typed?.owner ? typed : null;
}

/** What is to be kept of a form whose session ends: what was kept before, where nothing was typed since. */
export function typedForm(form: FilledForm & OfShopper): TypedForm | null {
  const { owner, typed, loaded, details, savesAddress, payment } = form;
  return owner === null || details === loaded ? typed : { owner, details, savesAddress, payment };
}

interface OfShopper {
  readonly owner: string | null;
  readonly typed: TypedForm | null;
}

/** The first check of §5 that fails, or null. */
export function refusalOf({ user, cart, ...form }: FilledForm): FormRefusal | null {
  return orderRefusal({ ...form, isSignedIn: user !== null, total: cart.totalAmount });
}

/** Whether the delivery details would become the default address; those of a pickup never do (§2, U23). */
export function isAddressChanged({ user, loaded, details, delivery }: FilledForm): boolean {
  return delivery.method === 'home_delivery' && addressSaving(user?.addresses ?? [], loaded, details).kind !== 'none';
}

/** What becomes of the details once the order stands (A27, U23). */
export function savingOf(form: FilledForm): AddressSaving {
  const { user, savesAddress, loaded, details } = form;
  return user !== null && savesAddress && isAddressChanged(form)
    ? addressSaving(user.addresses, loaded, details)
    : { kind: 'none' };
}

/** The order as it would be sent now. */
export function draftOf({ cart, details, delivery, payment }: FilledForm): OrderDraft {
  return orderDraft(cart, details, delivery, payment);
}

/**
 * What the button sets going: the draft with the order that was made of it and is not paid yet (D9), or, without
 * a draft, the payment that this browser keeps. Amount in whole shillings.
 */
export function purchaseOf(form: FilledForm, draft: OrderDraft | null) {
  const prompt = draft === null ? keptPrompt(form.kept) : null;
  const made = draft !== null && isKept(form, draft) ? form.kept?.orderId : prompt?.orderId;
  return {
    draft,
    phone: form.user?.phone ?? '',
    userName: form.user?.name ?? '',
    amount: draft?.totalPrice ?? 0,
    orderId: made ?? null,
    kept: prompt,
    saving: savingOf(form),
    details: form.details,
  };
}

/** Whether something else would be sent now. */
export function isOtherDraft(form: FilledForm, draft: OrderDraft): boolean {
  return form.payment !== draft.paymentMethod || markOf('', draftOf(form)) !== markOf('', draft);
}

function isKept({ user, kept }: FilledForm, draft: OrderDraft): boolean {
  return user !== null && kept !== null && kept.of === markOf(user._id, draft);
}
