import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import { methodRefusals } from '../../../contract/rules/payment-limits.ts';
import type { MethodRefusals, PaymentLimits, OpenOrderTotal } from '../../../contract/rules/payment-limits.ts';
import type { User } from '../../../contract/user.ts';
import { getCartRefusal, getOrderableCart } from '../cart/orderable.ts';
import type { Cart, KnownStock } from '../cart/cart.ts';
import { getAddressSaving, toDeliveryDetails, NO_DETAILS, toOrderDraft, getOrderRefusal } from './checkout.ts';
import type { AddressSaving, DeliveryDetails, FormRefusal } from './checkout.ts';
import { findOrderByHand, findStoredPrompt, fingerprintOrder } from '../payment/stored-payment.ts';
import type { StoppedPrompts } from '../payment/stopped-prompts.ts';
import type { StoredPayment } from '../payment/stored-payment.ts';
import type { DeliveryChoice } from './pickup.ts';

/** Limits of the shop in whole shillings. */
export interface ShopLimits {
  /** Maximum of a cash-on-delivery order; `null` for no limit (D19). */
  readonly codMax: number | null;
  /** Maximum of one M-Pesa payment (A51). */
  readonly mpesaMax: number;
}

/** Limits of this shopper's orders and payments. */
export interface ShopperLimits extends PaymentLimits {
  /** When the next prompt may be tried, epoch ms of the server's clock. Missing: now. */
  readonly promptsAt?: number;
}

/** The shopper's input on the checkout, and the data that it is checked against. */
export interface CheckoutForm extends ShopLimits {
  /** The signed-in shopper, or `null`. */
  readonly user: User | null;
  readonly cart: Cart;
  /** Stock of the lines. Sold-out lines are not ordered (X33). */
  readonly stock: KnownStock;
  /** The shop's payment methods, in order of preference. */
  readonly payments: readonly PaymentMethod[];
  /** Details from the profile; an address that differs from them counts as changed (U23). */
  readonly loaded: DeliveryDetails;
  readonly details: DeliveryDetails;
  readonly delivery: DeliveryChoice;
  /** Whether a changed address becomes the default (U23). */
  readonly savesAddress: boolean;
  /** The method that the shopper chose last. `paymentOf` returns the one that the order uses. */
  readonly payment: PaymentMethod;
  /** The unpaid order that this browser stores (D9, D21). */
  readonly kept: StoredPayment | null;
  /**
   * Limits of this shopper's orders and payments. `null` until the server has replied; until then the shop's limits apply (D19).
   */
  readonly limits: ShopperLimits | null;
}

/** Form values at the end of a session. */
export interface TypedForm extends Pick<CheckoutForm, 'details' | 'savesAddress' | 'payment'> {
  /** The shopper who typed them. Other shoppers do not see them. */
  readonly owner: string;
}

/** Returns the details from the profile, or as the same shopper typed them before the session ended. */
export function prefillDetails(user: User | null, typed: TypedForm | null): Pick<CheckoutForm, 'loaded' | 'details'> {
  const loaded = user === null ? NO_DETAILS : toDeliveryDetails(user);
  return { loaded, details: getOwnForm(user, typed)?.details ?? loaded };
}

/** Returns the typed form if it belongs to this shopper. */
export function getOwnForm(user: User | null, typed: TypedForm | null): TypedForm | null {
  return user !== null && user._id === typed?.owner ? typed : null;
}

/** Returns the form to keep when the session ends, or the one kept before if nothing was typed since. */
export function getFormToKeep(form: CheckoutForm & FormOwner): TypedForm | null {
  const { owner, typed, loaded, details, savesAddress, payment } = form;
  return owner === null || details === loaded ? typed : { owner, details, savesAddress, payment };
}

interface FormOwner {
  readonly owner: string | null;
  readonly typed: TypedForm | null;
}

/** Returns the first check of §5 that fails, or `null`. */
export function getFormRefusal(form: CheckoutForm): FormRefusal | null {
  return getOrderRefusal({ ...form, isSignedIn: form.user !== null });
}

/** Returns why these products cannot be ordered regardless of the other input, or `null` (X12, X33, X82). */
export function getGoodsRefusal(form: PaymentForm): string | null {
  return getCartRefusal(form.cart, form.stock) ?? getPaymentRefusal(form);
}

/** Returns the total of the lines that can be ordered, in whole shillings (X33). */
export function getOrderTotal({ cart, stock }: Pick<CheckoutForm, 'cart' | 'stock'>): number {
  return getOrderableCart(cart, stock).totalAmount;
}

/** Returns for each payment method why it is unavailable, or `null` (A51, D19). */
export function getMethodRefusals(form: PaymentForm): MethodRefusals {
  return methodRefusals(
    getOrderTotal(form),
    form.limits ?? { ...UNUSED, mpesaMax: form.mpesaMax, cashMax: form.codMax },
  );
}

/** Returns the distinct reasons why no payment method accepts the order, or `null` when one does (X12, X33). */
export function getPaymentRefusal(form: PaymentForm): string | null {
  if (getPaymentMethod(form) !== null) return null;
  const refusals = getMethodRefusals(form);
  return [...new Set(form.payments.map((method) => refusals[method]))].join(' ');
}

const UNBOUNDED: OpenOrderTotal = { most: Number.MAX_SAFE_INTEGER, open: 0 };
const UNUSED = { unpaidMpesa: UNBOUNDED, cashOrders: UNBOUNDED, cashValue: UNBOUNDED, isFirst: false };

type PaymentForm = Pick<CheckoutForm, 'cart' | 'stock' | 'payments' | 'payment' | 'limits' | keyof ShopLimits>;

/** Returns the chosen payment method, or else the first available one; `null` when none is available (X33). */
export function getPaymentMethod(form: PaymentForm): PaymentMethod | null {
  const refusals = getMethodRefusals(form);
  const offered = form.payments.filter((method) => refusals[method] === null);
  return offered.find((method) => method === form.payment) ?? offered[0] ?? null;
}

/** Returns whether saving would change the default address. Pickup details never do (§2, U23). */
export function isAddressChanged({ user, loaded, details, delivery }: CheckoutForm): boolean {
  return (
    delivery.method === 'home_delivery' && getAddressSaving(user?.addresses ?? [], loaded, details).kind !== 'none'
  );
}

/** Returns how to save the details after the order is created (A27, U23). */
export function getFormAddressSaving(form: CheckoutForm): AddressSaving {
  const { user, savesAddress, loaded, details } = form;
  return user !== null && savesAddress && isAddressChanged(form)
    ? getAddressSaving(user.addresses, loaded, details)
    : { kind: 'none' };
}

/** Returns the order as it would be sent now. */
export function toFormDraft(form: CheckoutForm): OrderDraft {
  const { cart, stock, details, delivery, payment } = form;
  return toOrderDraft(getOrderableCart(cart, stock), details, delivery, getPaymentMethod(form) ?? payment);
}

/**
 * Returns what the button starts: the draft, with the unpaid order that was created from it (D9), or without a draft
 * the payment that this browser stores. Amount in whole shillings.
 */
export function getPurchase(form: CheckoutForm, draft: OrderDraft | null) {
  const prompt = draft === null ? findStoredPrompt(form.kept) : null;
  const byHand = draft === null ? findOrderByHand(form.kept) : null;
  const made = draft !== null && isStoredOrder(form, draft) ? form.kept?.orderId : (prompt ?? byHand)?.orderId;
  return {
    draft,
    phone: form.user?.phone ?? '',
    userName: form.user?.name ?? '',
    amount: draft?.totalPrice ?? 0,
    orderId: made ?? null,
    kept: prompt,
    byHand: byHand !== null || (draft?.paymentMethod === 'mpesa' && isByHandAtOnce(form, draft)),
    stopped: draft?.paymentMethod === 'mpesa' ? getStoppedPrompts(form) : null,
    saving: getFormAddressSaving(form),
    details: form.details,
  };
}

/** Returns the other ways to pay while M-Pesa sends no prompts; `null` while it does, or before the server has said. */
export function getStoppedPrompts(form: CheckoutForm): StoppedPrompts | null {
  const { prompt = 'open', byHand = 'off', promptsAt = 0 } = form.limits ?? {};
  if (prompt === 'open') return null;
  const hasCash = form.payments.includes('cod') && getMethodRefusals(form).cod === null;
  return {
    prompt,
    ways: [...(byHand === 'off' ? [] : (['hand'] as const)), ...(hasCash ? (['cod'] as const) : [])],
    until: promptsAt,
  };
}

/** Returns whether the form now differs from the draft. */
export function isDraftChanged(form: CheckoutForm, draft: OrderDraft): boolean {
  const now = toFormDraft(form);
  return now.paymentMethod !== draft.paymentMethod || fingerprintOrder('', now) !== fingerprintOrder('', draft);
}

/** By hand comes first by the shop's setting, and where one prompt cannot take the sum (PAY-C1). */
function isByHandAtOnce({ limits, mpesaMax }: CheckoutForm, { totalPrice }: OrderDraft): boolean {
  return limits?.byHand === 'first' || totalPrice > (limits?.mpesaMax ?? mpesaMax);
}

function isStoredOrder({ user, kept }: CheckoutForm, draft: OrderDraft): boolean {
  return user !== null && kept !== null && kept.of === fingerprintOrder(user._id, draft);
}
