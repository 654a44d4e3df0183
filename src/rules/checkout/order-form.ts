import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import { methodRefusals } from '../../../contract/rules/payment-limits.ts';
import type { MethodRefusals, PaymentLimits, Share } from '../../../contract/rules/payment-limits.ts';
import type { User } from '../../../contract/user.ts';
import { cartRefusal, orderableOf } from '../cart/cart.ts';
import type { Cart, KnownStock } from '../cart/cart.ts';
import { addressSaving, deliveryDetailsOf, NO_DETAILS, orderDraft, orderRefusal } from './checkout.ts';
import type { AddressSaving, DeliveryDetails, FormRefusal } from './checkout.ts';
import { keptPrompt, markOf } from '../payment/kept-payment.ts';
import type { KeptPayment } from '../payment/kept-payment.ts';
import type { DeliveryChoice } from './pickup.ts';

/** Limits of the shop, in whole shillings. */
export interface ShopLimits {
  /** Of a cash-on-delivery order; null is no cap (D19). */
  readonly codMax: number | null;
  /** Of one M-Pesa payment (A51). */
  readonly mpesaMax: number;
}

/** What the shopper has filled in on the checkout, and what it is judged by. */
export interface FilledForm extends ShopLimits {
  /** Who is logged in; null for nobody. */
  readonly user: User | null;
  readonly cart: Cart;
  /** Says which of its lines are sold out; those are not ordered (X33). */
  readonly stock: KnownStock;
  /** The payment methods that the shop takes, in order of preference. */
  readonly payments: readonly PaymentMethod[];
  /** What the profile brought; a changed address is another than this (U23). */
  readonly loaded: DeliveryDetails;
  readonly details: DeliveryDetails;
  readonly delivery: DeliveryChoice;
  /** Whether a changed address becomes the default one (U23). */
  readonly savesAddress: boolean;
  /** The method that was chosen last; see `paymentOf` for the one that the order is paid by. */
  readonly payment: PaymentMethod;
  /** The order that is not paid yet, as this browser keeps it (D9, D21). */
  readonly kept: KeptPayment | null;
  /** What this shopper may order and pay; null until the server has answered, then the shop's limits hold (D19). */
  readonly limits: PaymentLimits | null;
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
export function refusalOf(form: FilledForm): FormRefusal | null {
  return orderRefusal({ ...form, isSignedIn: form.user !== null });
}

/** Why these goods cannot be ordered, whatever else is filled in; null where they can (X12, X33, X82). */
export function goodsRefusal(form: PaymentForm): string | null {
  return cartRefusal(form.cart, form.stock) ?? paymentRefusal(form);
}

/** What can be ordered comes to this many whole shillings (X33). */
export function totalOf({ cart, stock }: Pick<FilledForm, 'cart' | 'stock'>): number {
  return orderableOf(cart, stock).totalAmount;
}

/** Why each way to pay cannot be chosen now; null where it can (A51, D19). */
export function refusalsOf(form: PaymentForm): MethodRefusals {
  return methodRefusals(totalOf(form), form.limits ?? { ...UNUSED, mpesaMax: form.mpesaMax, cashMax: form.codMax });
}

/** Why no way to pay takes the order, each reason once; null where one does (X12, X33). */
export function paymentRefusal(form: PaymentForm): string | null {
  if (paymentOf(form) !== null) return null;
  const refusals = refusalsOf(form);
  return [...new Set(form.payments.map((method) => refusals[method]))].join(' ');
}

const UNBOUNDED: Share = { most: Number.MAX_SAFE_INTEGER, open: 0 };
const UNUSED = { unpaidMpesa: UNBOUNDED, cashOrders: UNBOUNDED, cashValue: UNBOUNDED, isFirst: false };

type PaymentForm = Pick<FilledForm, 'cart' | 'stock' | 'payments' | 'payment' | 'limits' | keyof ShopLimits>;

/** How the order is paid: as chosen, or by the first method that can be chosen; null where none can (X33). */
export function paymentOf(form: PaymentForm): PaymentMethod | null {
  const refusals = refusalsOf(form);
  const offered = form.payments.filter((method) => refusals[method] === null);
  return offered.find((method) => method === form.payment) ?? offered[0] ?? null;
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
export function draftOf(form: FilledForm): OrderDraft {
  const { cart, stock, details, delivery, payment } = form;
  return orderDraft(orderableOf(cart, stock), details, delivery, paymentOf(form) ?? payment);
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
  const now = draftOf(form);
  return now.paymentMethod !== draft.paymentMethod || markOf('', now) !== markOf('', draft);
}

function isKept({ user, kept }: FilledForm, draft: OrderDraft): boolean {
  return user !== null && kept !== null && kept.of === markOf(user._id, draft);
}
