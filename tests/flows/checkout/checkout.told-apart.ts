import type { SnapshotFrom } from 'xstate';
import { fingerprintOrder } from '../../../src/rules/payment/stored-payment.ts';
import {
  toFormDraft,
  isAddressChanged,
  isDraftChanged,
  getPaymentMethod,
  getFormRefusal,
  getMethodRefusals,
} from '../../../src/rules/checkout/order-form.ts';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';

/** The order is being placed or paid: the form waits. */
export function isPurchasing(snapshot: SnapshotFrom<typeof checkoutMachine>): boolean {
  return snapshot.matches({ form: { purchasing: 'underWay' } });
}

/**
 * Projects a snapshot to the parts that decide what can still happen to the form. Snapshots that differ only in data
 * that the page drops, or that only the next submit reads, are equal.
 */
export function toldApart(snapshot: SnapshotFrom<typeof checkoutMachine>) {
  const { context } = snapshot;
  const { user, details, codMax, mpesaMax, payment, delivery, draft, kept, problem, changes, typed, limits } = context;
  if (snapshot.status === 'done') return null;
  // The profile fills in the form again.
  if (snapshot.matches('loadingUser') || snapshot.matches('empty')) {
    const isLimited = {
      cod: (limits === null ? codMax : limits.cashMax) === 2_000,
      mpesa: (limits?.mpesaMax ?? mpesaMax) === 2_000,
    };
    return {
      isLimited,
      delivery: [delivery.method, delivery.station?._id],
      hasAddress: details.address !== '',
      isKept: kept !== null,
      hasProblem: problem !== null,
      isTyped: typed !== null,
    };
  }
  const chosen = [payment, getPaymentMethod(context), delivery.method, delivery.station?._id];
  if (snapshot.matches('reviewChanges')) return { chosen };
  const form = {
    chosen,
    refusal: getFormRefusal(context)?.text,
    isOtherOffered: getMethodRefusals(context)[payment === 'mpesa' ? 'cod' : 'mpesa'] === null,
  };
  if (snapshot.matches({ form: 'purchasing' })) {
    return { ...form, isBare: isBare(snapshot), isOther: draft === null ? null : isDraftChanged(context, draft) };
  }
  return {
    ...form,
    isKept: user !== null && kept?.of === fingerprintOrder(user._id, toFormDraft(context)),
    isChanged: isAddressChanged(context),
    hasProblem: problem !== null,
    hasChanges: changes.length > 0,
    hasSeveral: context.cart.items.length > 1,
  };
}

/** A payment that is resumed after a reload with an empty cart: the page has no form. */
export function isBare({ context: { cart, draft } }: SnapshotFrom<typeof checkoutMachine>): boolean {
  return cart.items.length === 0 && (draft?.orderItems ?? []).length === 0;
}

/** The events that the checkout sends to the cart. */
export const TOLD_TO_CART = {
  removeFromCart: 'line.remove',
  dismissChanges: 'notice.dismiss',
  acceptChanges: 'review.accept',
};

/** Returns the cart effects of an event. */
export function toldToCart(event: string | undefined, before: SnapshotFrom<typeof checkoutMachine>): string[] {
  const isOn: Readonly<Record<string, boolean>> = {
    'line.remove': before.matches('form') && !before.matches({ form: { purchasing: 'underWay' } }),
    'notice.dismiss': before.matches('form') && before.context.changes.length > 0,
    'review.accept': before.matches('reviewChanges'),
  };
  return Object.entries(TOLD_TO_CART).flatMap(([effect, one]) => (one === event && isOn[one] === true ? [effect] : []));
}
