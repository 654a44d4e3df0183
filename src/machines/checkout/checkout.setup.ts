import { assign, sendTo, setup } from 'xstate';
import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import type { User } from '../../../contract/user.ts';
import type { Cart, KnownStock, LineChange } from '../../rules/cart/cart.ts';
import type { DeliveryField, RefusedField } from '../../rules/checkout/checkout.ts';
import {
  toFormDraft,
  getGoodsRefusal,
  isAddressChanged,
  isDraftChanged,
  prefillDetails,
  getFormRefusal,
  getMethodRefusals,
  getFormToKeep,
} from '../../rules/checkout/order-form.ts';
import type { CheckoutForm, ShopperLimits, TypedForm } from '../../rules/checkout/order-form.ts';
import type { DeliveryChoice } from '../../rules/checkout/pickup.ts';
import { createProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import { findOrderByHand, findStoredPrompt } from '../../rules/payment/stored-payment.ts';
import type { deliveryMachine } from './delivery.machine.ts';
import type { purchaseMachine } from './purchase.machine.ts';
import type { PurchaseOutput } from './purchase.types.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, notProvided } from '../slots.ts';

/** Types, slots, guards and actions of checkout.machine.ts. */

export interface CheckoutInput extends Pick<
  CheckoutForm,
  'user' | 'cart' | 'stock' | 'payments' | 'codMax' | 'mpesaMax' | 'kept'
> {
  /** Input from before the session ended, or `null`. */
  readonly typed: TypedForm | null;
}

export interface CheckoutContext extends CheckoutForm, CheckoutInput {
  /** The shopper who owns the form, also after the session has ended; `null` for none. */
  readonly owner: string | null;
  /** Changes found by the cart's last check (A4). */
  readonly changes: readonly LineChange[];
  readonly problem: Problem | null;
  /** Fields that the problem concerns. */
  readonly badFields: readonly RefusedField[];
  /** The draft that the last press sent; `null` before the first press. */
  readonly draft: OrderDraft | null;
  /** Lines that the server refused to sell unchanged (D5). */
  readonly review: readonly LineChange[];
}

export type CheckoutEvent =
  | {
      readonly type: 'cart.changed';
      readonly cart: Cart;
      readonly stock: KnownStock;
      readonly changes: readonly LineChange[];
    }
  | { readonly type: 'payment.kept'; readonly kept: CheckoutForm['kept'] }
  | { readonly type: 'limits.changed'; readonly limits: ShopperLimits }
  | { readonly type: 'session.ended' }
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'profile.retry' }
  | { readonly type: 'field.change'; readonly field: DeliveryField; readonly value: string }
  | { readonly type: 'addressSaving.change'; readonly isOn: boolean }
  | { readonly type: 'payment.change'; readonly method: PaymentMethod }
  | { readonly type: 'line.remove'; readonly id: string }
  | { readonly type: 'notice.dismiss' }
  | { readonly type: 'order.place' }
  | { readonly type: 'review.accept' }
  | { readonly type: 'review.back' };

type Choice = { readonly method: PaymentMethod };
type PurchaseSnapshot = { readonly snapshot: { readonly hasTag: (tag: 'inline') => boolean } };

export const checkoutSetup = setup({
  types: {
    input: {} as CheckoutInput,
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    children: {} as { delivery: 'delivery'; purchase: 'purchase' },
    tags: {} as 'busy',
  },
  actors: {
    delivery: machineSlot<typeof deliveryMachine>(),
    purchase: machineSlot<typeof purchaseMachine>(),
    /** Sends `cart.changed` after each change of the cart's lines, totals, stock or notices. */
    watchCart: listenerSlot(),
    /** Sends `payment.kept` after each change of the order that this browser stores. */
    watchKept: listenerSlot(),
    /** Sends `session.ended`, and `user.changed` when newer data of the shopper arrives, e.g. another saved address. */
    watchSession: listenerSlot(),
    loadUser: callSlot<User>(),
    /**
     * Sends `limits.changed` when the server has replied with the shopper's limits, and again while M-Pesa sends no
     * prompts (PAY-M2); the order `replaces` does not count. If it does not reply, the server reports its limits when
     * the order is placed (A51, D19).
     */
    watchLimits: listenerSlot<{ replaces: string | null }>(),
  },
  actions: {
    checkPrices: notProvided,
    dismissChanges: notProvided,
    removeFromCart: effectSlot<{ id: string }>(),
    acceptChanges: effectSlot<{ changes: readonly LineChange[] }>(),
    goToLogin: notProvided,
    /** Keeps `typed` as long as the page lives, or removes it. */
    keepTyped: notProvided,
    setCart: assign((_, { cart, stock, changes }: Pick<CheckoutContext, 'cart' | 'stock' | 'changes'>) => ({
      cart,
      stock,
      changes,
    })),
    setKept: assign((_, { kept }: Pick<CheckoutForm, 'kept'>) => ({ kept })),
    setLimits: assign((_, { limits }: { limits: ShopperLimits }) => ({ limits })),
    setUser: assign(({ context }, { user }: { user: User }) => ({
      user,
      ...prefillDetails(user, context.typed),
      typed: null,
    })),
    forgetUser: assign({ user: null }),
    noteTyped: assign({ typed: ({ context }) => getFormToKeep(context) }),
    updateUser: assign({ user: (_, { user }: { user: User }) => user }),
    setDelivery: assign((_, { delivery }: { delivery: DeliveryChoice }) => ({ delivery })),
    setField: assign(({ context }, { field, value }: { field: DeliveryField; value: string }) => ({
      details: { ...context.details, [field]: value },
    })),
    setAddressSaving: assign((_, { isOn }: { isOn: boolean }) => ({ savesAddress: isOn })),
    setPayment: assign((_, { method }: Choice) => ({ payment: method })),
    chooseCash: assign({ payment: 'cod' }),
    setProblem: assign({ problem: (_, params: { problem: Problem | null }) => params.problem }),
    refuse: assign(({ context }) => {
      const { text, fields } = getFormRefusal(context) ?? { text: '', fields: [] };
      return { problem: createProblem(text), badFields: fields };
    }),
    /** The view of the delivery shows the error at the choice. */
    refuseChoice: sendTo('delivery', ({ context }) => ({
      type: 'choice.refused',
      text: getFormRefusal(context)?.text ?? '',
    })),
    holdDelivery: sendTo('delivery', { type: 'choice.hold', isOn: true }),
    releaseDelivery: sendTo('delivery', { type: 'choice.hold', isOn: false }),
    clearProblem: assign({ problem: null, badFields: [] }),
    keepDraft: assign({ draft: ({ context }) => toFormDraft(context) }),
    /** The form beside a resumed payment: changes count from here (U3). */
    noteForm: assign({ draft: ({ context }) => context.draft ?? toFormDraft(context) }),
    setReview: assign({ review: (_, { lines }: { lines: readonly LineChange[] }) => lines }),
  },
  guards: {
    isGuest: ({ context }) => context.user === null,
    isSameUser: ({ context }, { user }: { user: User }) => context.user?._id === user._id,
    isPaymentOpen: ({ context }) => (findStoredPrompt(context.kept) ?? findOrderByHand(context.kept)) !== null,
    isCartEmpty: ({ context }) => context.cart.items.length === 0,
    isCartFilled: ({ context }) => context.cart.items.length > 0,
    isAddressChanged: ({ context }) => isAddressChanged(context),
    isAddressUnchanged: ({ context }) => !isAddressChanged(context),
    hasChanges: ({ context }) => context.changes.length > 0,
    hasNoProblem: ({ context }) => context.problem === null,
    isOtherDelivery: ({ context }, params: { delivery: DeliveryChoice }) => params.delivery !== context.delivery,
    areGoodsRefused: ({ context }) => getGoodsRefusal(context) !== null,
    isChoiceRefused: ({ context }) => getFormRefusal(context)?.fields.includes('pickup') === true,
    isRefused: ({ context }) => getFormRefusal(context) !== null,
    isPaymentOffered: ({ context }, { method }: Choice) =>
      context.payments.includes(method) && getMethodRefusals(context)[method] === null,
    isFormChanged: ({ context }) => context.draft !== null && isDraftChanged(context, context.draft),
    isInline: (_, { snapshot }: PurchaseSnapshot) => snapshot.hasTag('inline'),
    /** Started before this page was opened, so the form is not loaded yet. */
    isResumed: ({ context }) => context.draft === null,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isOrdered: (_, { outcome }: PurchaseOutput) => outcome === 'ordered',
    isCashChosen: (_, { outcome }: PurchaseOutput) => outcome === 'cash',
    isChanged: (_, { outcome }: PurchaseOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: PurchaseOutput) => outcome === 'signedOut',
  },
});
