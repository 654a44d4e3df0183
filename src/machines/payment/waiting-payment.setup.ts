import { assign, sendTo, setup } from 'xstate';
import { createProblem, toFailedCall } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import type { PaymentRef } from '../../rules/payment/payment.ts';
import { findStoredPrompt } from '../../rules/payment/stored-payment.ts';
import type { StoredLine, StoredPayment } from '../../rules/payment/stored-payment.ts';
import type { FoundOrder } from '../../rules/payment/payment-record.ts';
import { isOrderStored, isSamePrompt, nullIfEmpty, toOrderRef } from '../../rules/payment/waiting-payment.ts';
import type { OpenPayment, WaitingPayment } from '../../rules/payment/waiting-payment.ts';
import { isOrderMoney } from '../../rules/payment/order-money.ts';
import type { OrderMoney } from '../../rules/payment/order-money.ts';
import type { ConnectionEvent } from '../shell/connection.machine.ts';
import type { mpesaPaymentMachine } from './mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from './mpesa-payment.setup.ts';
import type { Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot } from '../slots.ts';

/** Types, slots, guards and actions of waiting-payment.machine.ts. */

export interface WaitingPaymentContext {
  /** The stored record when a payment was last looked for. */
  readonly kept: StoredPayment | null;
  readonly payment: WaitingPayment | null;
  /** Why an order was not paid: it was cancelled, or its payer is not proved. */
  readonly problem: Problem | null;
  /** The prompt that the shopper has dismissed, or the order. */
  readonly dismissed: string;
  /** The shop's last report of an order that has money or a claim, but no open prompt; `null` without one. */
  readonly money: OrderMoney | null;
}

export type WaitingPaymentEvent =
  | { readonly type: 'session.signedIn' }
  | { readonly type: 'session.ended' }
  /** Another tab has stored another payment, or removed it. */
  | { readonly type: 'record.changed'; readonly prompt: PaymentRef | null }
  | { readonly type: 'window.focused' }
  | ConnectionEvent
  | { readonly type: 'path.changed'; readonly path: string }
  | { readonly type: 'checkout.took' }
  | { readonly type: 'checkout.left' }
  | { readonly type: 'notice.dismiss' }
  /** The shopper follows a link to the page of the order. */
  | { readonly type: 'order.open' };

interface RecordChange {
  readonly prompt: PaymentRef | null;
}
interface PaymentSnapshot {
  readonly snapshot: { readonly context: Pick<PaymentRef, 'checkoutRequestId'> };
}

export const waitingPaymentSetup = setup({
  types: {
    context: {} as WaitingPaymentContext,
    events: {} as WaitingPaymentEvent,
    children: {} as { mpesaPayment: 'mpesaPayment' },
  },
  actors: {
    /** Sends `session.signedIn`, also immediately, and `session.ended`. */
    watchSession: listenerSlot(),
    /** Sends `record.changed`, for changes by other tabs only. */
    watchRecord: listenerSlot(),
    /** Sends `window.focused`. */
    watchWindow: listenerSlot(),
    /** Sends `page.hidden` immediately if the page is hidden, `page.visible` and `network.back`. */
    watchConnection: listenerSlot(),
    /** Sends `checkout.took` while the checkout shows a payment itself, also immediately, and `checkout.left`. */
    watchCheckout: listenerSlot(),
    /** Reads the stored record of the shopper. */
    readRecord: callSlot<StoredPayment | null>(),
    /** Finds the shopper's open payment at the server, from any device, or an order with money or a claim. */
    findOpen: callSlot<OpenPayment | OrderMoney | null>(),
    /** Checks what is paid of an order. */
    checkOrder: callSlot<OrderMoney, OrderRef>(),
    /** Loads the lines of the order that have to leave the cart. */
    loadLines: callSlot<readonly StoredLine[], OrderRef>(),
    mpesaPayment: machineSlot<typeof mpesaPaymentMachine>(),
  },
  actions: {
    /** Stores a payment that this browser did not start, or has lost. */
    keepPayment: effectSlot<FoundOrder>(),
    /** Removes the ordered lines of the record from the cart, once (U6). A payment that runs here does it itself. */
    removeOrdered: effectSlot<OrderRef>(),
    /** The order is final, so its record is removed. */
    forgetOrder: effectSlot<OrderRef>(),
    /** The shopper has seen the result; order and key are kept (D9). */
    forgetPrompt: effectSlot<OrderRef>(),
    setKept: assign((_, kept: StoredPayment | null) => ({ kept })),
    /** A payment, or an order that has money but no open prompt. */
    setPayment: assign((_, found: WaitingPayment | OrderMoney | null) =>
      isOrderMoney(found) ? { money: found, payment: toOrderRef(found.orderId) } : { money: null, payment: found },
    ),
    setPrompt: assign(({ context }, { snapshot }: PaymentSnapshot) => ({
      payment: { ...getKnownPayment(context), checkoutRequestId: snapshot.context.checkoutRequestId },
    })),
    setProblem: assign((_, { problem }: Pick<MpesaPaymentOutput, 'problem'>) => ({ problem })),
    noteDismissed: assign({
      dismissed: ({ context }) => getKnownPayment(context).checkoutRequestId || getKnownPayment(context).orderId,
    }),
    setOver: assign((_, { text }: OrderMoney) => ({ problem: createProblem(text) })),
    /** Late money: a payment that timed out is checked again. */
    lookAgain: sendTo('mpesaPayment', { type: 'shopper.returned' }),
  },
  guards: {
    isAnother: ({ context }, { prompt }: RecordChange) => prompt !== null && !isSamePrompt(context.payment, prompt),
    isAnotherOrNone: ({ context }, { prompt }: RecordChange) => !isSamePrompt(context.payment, prompt),
    hasPrompt: (_, kept: StoredPayment | null) => findStoredPrompt(kept) !== null,
    isDismissedHere: ({ context }, kept: StoredPayment | null) =>
      findStoredPrompt(kept)?.checkoutRequestId === context.dismissed,
    isNothing: ({ context }, open: OpenPayment | OrderMoney | null) =>
      open === null || (isOrderMoney(open) ? open.orderId : open.checkoutRequestId) === context.dismissed,
    isMoney: (_, open: OpenPayment | OrderMoney | null) => isOrderMoney(open),
    isOrderKept: ({ context }, open: OpenPayment | OrderMoney | null) =>
      open !== null && !isOrderMoney(open) && isOrderStored(context.kept, open),
    isMoneyPaid: (_, { kind }: OrderMoney) => kind === 'paid',
    isMoneyOnDelivery: (_, { kind }: OrderMoney) => kind === 'onDelivery',
    isMoneyOver: (_, { kind }: OrderMoney) => kind === 'cancelled',
    isClaimRefused: (_, { kind }: OrderMoney) => kind === 'claimRefused',
    isMoneyGone: (_, { kind }: OrderMoney) => kind === 'none',
    mayDismiss: ({ context }) => context.money?.isRunning !== true,
    isUnknown: (_, { error }: Failure) => [403, 404].includes(toFailedCall(error).status),
    hasMissedShop: (_, { error }: Failure) => toFailedCall(error).kind === 'offline',
    isByHand: (_, { outcome }: MpesaPaymentOutput) => outcome === 'byHand',
    isPaid: (_, { outcome }: MpesaPaymentOutput) => outcome === 'paid',
    isOnDelivery: (_, { outcome }: MpesaPaymentOutput) => outcome === 'onDelivery',
    isCancelled: (_, { outcome }: MpesaPaymentOutput) => outcome === 'cancelled',
    isUnproved: (_, { outcome }: MpesaPaymentOutput) => outcome === 'unproved',
    isDismissed: (_, { outcome }: MpesaPaymentOutput) => outcome === 'dismissed',
  },
  delays: { pollInterval: 3_000, reconnectInterval: 10_000 },
});

/** Returns the payment on the bar. */
export function getKnownPayment({ payment }: WaitingPaymentContext): WaitingPayment {
  return nullIfEmpty(payment);
}
