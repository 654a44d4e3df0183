import { assign, sendTo, setup } from 'xstate';
import type { Problem } from '../../rules/failure.ts';
import type { PaymentRef } from '../../rules/payment/payment.ts';
import { findStoredPrompt } from '../../rules/payment/stored-payment.ts';
import type { StoredLine, StoredPayment } from '../../rules/payment/stored-payment.ts';
import type { FoundOrder } from '../../rules/payment/payment-record.ts';
import {
  toWaitingPayment,
  isOrderStored,
  isSamePrompt,
  nullIfEmpty,
  toPaymentInput,
  toRecordedOrder,
} from '../../rules/payment/waiting-payment.ts';
import type { OpenPayment, WaitingPayment } from '../../rules/payment/waiting-payment.ts';
import type { ConnectionEvent } from '../shell/connection.machine.ts';
import type { mpesaPaymentMachine } from './mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from './mpesa-payment.setup.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, slot } from '../slots.ts';

/**
 * The bar under the header. It finds a payment that is still under way, in this browser's record or else at the server,
 * and continues it on any page (mpesa-payment). It never creates an order (D9).
 */

export interface WaitingPaymentContext {
  /** The stored record when a payment was last looked for. */
  readonly kept: StoredPayment | null;
  readonly payment: WaitingPayment | null;
  /** Why an order was not paid: it was cancelled, or its payer is not proved. */
  readonly problem: Problem | null;
  /** The prompt that the shopper has dismissed. */
  readonly dismissed: string;
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
  | { readonly type: 'notice.dismiss' };

interface RecordChange {
  readonly prompt: PaymentRef | null;
}
interface PaymentSnapshot {
  readonly snapshot: { readonly context: Pick<PaymentRef, 'checkoutRequestId'> };
}

const changedRecord = {
  description: 'Another tab has stored another payment, or removed it.',
  guard: withEvent('isAnotherOrNone'),
  target: 'looking',
} as const;

export const waitingPaymentMachine = setup({
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
    /** Finds the shopper's open payment at the server, from any device. */
    findOpen: callSlot<OpenPayment | null>(),
    /** Loads the lines of the order that have to leave the cart. */
    loadLines: callSlot<readonly StoredLine[], OrderRef>(),
    mpesaPayment: machineSlot<typeof mpesaPaymentMachine>(),
  },
  actions: {
    /** Stores a payment that this browser did not start, or has lost. */
    keepPayment: effectSlot<FoundOrder>(),
    /** The order is final, so its record is removed. */
    forgetOrder: effectSlot<OrderRef>(),
    /** The shopper has seen the result; order and key are kept (D9). */
    forgetPrompt: effectSlot<OrderRef>(),
    setKept: assign((_, kept: StoredPayment | null) => ({ kept })),
    setPayment: assign((_, payment: WaitingPayment | null) => ({ payment })),
    setPrompt: assign(({ context }, { snapshot }: PaymentSnapshot) => ({
      payment: { ...getKnownPayment(context), checkoutRequestId: snapshot.context.checkoutRequestId },
    })),
    setProblem: assign((_, { problem }: Pick<MpesaPaymentOutput, 'problem'>) => ({ problem })),
    noteDismissed: assign({ dismissed: ({ context }) => getKnownPayment(context).checkoutRequestId }),
    /** Late money: a payment that timed out is checked again. */
    lookAgain: sendTo('mpesaPayment', { type: 'shopper.returned' }),
  },
  guards: {
    isAnother: ({ context }, { prompt }: RecordChange) => prompt !== null && !isSamePrompt(context.payment, prompt),
    isAnotherOrNone: ({ context }, { prompt }: RecordChange) => !isSamePrompt(context.payment, prompt),
    hasPrompt: (_, kept: StoredPayment | null) => findStoredPrompt(kept) !== null,
    isDismissedHere: ({ context }, kept: StoredPayment | null) =>
      findStoredPrompt(kept)?.checkoutRequestId === context.dismissed,
    isNothing: ({ context }, open: OpenPayment | null) => open === null || open.checkoutRequestId === context.dismissed,
    isOrderKept: ({ context }, open: OpenPayment | null) => open !== null && isOrderStored(context.kept, open),
    isPaid: (_, { outcome }: MpesaPaymentOutput) => outcome === 'paid',
    isOnDelivery: (_, { outcome }: MpesaPaymentOutput) => outcome === 'onDelivery',
    isCancelled: (_, { outcome }: MpesaPaymentOutput) => outcome === 'cancelled',
    isUnproved: (_, { outcome }: MpesaPaymentOutput) => outcome === 'unproved',
    isDismissed: (_, { outcome }: MpesaPaymentOutput) => outcome === 'dismissed',
  },
}).createMachine({
  id: 'waitingPayment',
  description: 'The bar under the header, which shows a payment under way.',
  context: { kept: null, payment: null, problem: null, dismissed: '' },
  invoke: slot('watchSession'),
  initial: 'absent',
  on: { 'session.ended': '.absent' },
  states: {
    absent: {
      description: 'No shopper is signed in, so there is no bar.',
      on: { 'session.signedIn': 'signedIn' },
    },

    signedIn: {
      description: 'A shopper is signed in and may have a payment under way.',
      initial: 'looking',
      invoke: [slot('watchRecord'), slot('watchWindow'), slot('watchCheckout')],
      on: {
        'checkout.took': '.atCheckout',
        'record.changed': {
          description: 'Another tab has stored another payment.',
          guard: withEvent('isAnother'),
          target: '.looking',
        },
      },
      states: {
        looking: {
          id: 'looking',
          description: 'Looks for a payment under way, in this browser or at the server.',
          initial: 'inRecord',
          states: {
            inRecord: {
              description: 'Reads the record of this browser first.',
              invoke: {
                id: 'readRecord',
                src: 'readRecord',
                onDone: [
                  {
                    description: 'The record contains a prompt that the shopper has dismissed.',
                    guard: withOutput('isDismissedHere'),
                    target: '#none',
                  },
                  {
                    description: 'The record contains a prompt.',
                    guard: withOutput('hasPrompt'),
                    target: '#paying',
                    actions: { type: 'setPayment', params: ({ event }) => toWaitingPayment(event.output) },
                  },
                  { description: 'The record contains no prompt.', target: 'atServer', actions: withOutput('setKept') },
                ],
                onError: 'atServer',
              },
            },
            atServer: {
              description: 'The server looks for an open payment, e.g. of another device.',
              invoke: {
                id: 'findOpen',
                src: 'findOpen',
                onDone: [
                  {
                    description: 'The server has no open payment, or only one that the shopper has dismissed.',
                    guard: withOutput('isNothing'),
                    target: '#none',
                  },
                  {
                    description: 'The record contains the order of the payment.',
                    guard: withOutput('isOrderKept'),
                    target: '#paying',
                    actions: [
                      withOutput('setPayment'),
                      { type: 'keepPayment', params: ({ context }) => toRecordedOrder(getKnownPayment(context), null) },
                    ],
                  },
                  {
                    description: 'The record does not contain the order of the payment.',
                    target: 'ofOrder',
                    actions: withOutput('setPayment'),
                  },
                ],
                onError: '#unreached',
              },
            },
            ofOrder: {
              description: 'The lines of the order are loading. They leave the cart when it is paid (U6).',
              invoke: {
                id: 'loadLines',
                src: 'loadLines',
                input: ({ context }) => ({ orderId: getKnownPayment(context).orderId }),
                onDone: {
                  target: '#paying',
                  actions: {
                    type: 'keepPayment',
                    params: ({ context, event }) => toRecordedOrder(getKnownPayment(context), event.output),
                  },
                },
                // If the lines cannot be loaded, the payment is shown anyway.
                onError: '#paying',
              },
            },
          },
        },

        none: {
          id: 'none',
          description: 'No payment is under way, so there is no bar. The next page load checks again.',
        },

        unreached: {
          id: 'unreached',
          description: 'The server did not reply, so there is no bar. The next opportunity checks again.',
          initial: 'seen',
          invoke: slot('watchConnection'),
          on: { 'path.changed': 'looking', 'window.focused': 'looking' },
          states: {
            seen: {
              description: 'The page is visible.',
              on: { 'page.hidden': 'hidden', 'network.back': '#looking' },
            },
            hidden: {
              description: 'The page is hidden, so nothing is checked (U5).',
              on: { 'page.visible': '#looking' },
            },
          },
        },

        atCheckout: {
          description: 'The checkout shows the payment itself, so there is no bar.',
          on: { 'checkout.left': 'looking', 'record.changed': {} },
        },

        paying: {
          id: 'paying',
          description: 'The payment is shown: waiting, or with Try again after a failure.',
          invoke: {
            ...slot('mpesaPayment'),
            input: ({ context }) => toPaymentInput(getKnownPayment(context)),
            onSnapshot: { actions: withEvent('setPrompt') },
            onDone: [
              { description: 'The money has arrived.', guard: withOutput('isPaid'), target: 'ended.paid' },
              {
                description: 'The order will be paid on delivery.',
                guard: withOutput('isOnDelivery'),
                target: 'ended.onDelivery',
              },
              {
                description: 'The order is cancelled and can no longer be paid (D12).',
                guard: withOutput('isCancelled'),
                target: 'cancelled',
                actions: withOutput('setProblem'),
              },
              {
                description: 'The shopper has dismissed the payment.',
                guard: withOutput('isDismissed'),
                target: 'none',
                actions: 'noteDismissed',
              },
              {
                description: 'The phone must be proved with a code first (D25).',
                guard: withOutput('isUnproved'),
                target: 'proofAsked',
                actions: withOutput('setProblem'),
              },
              { description: 'The shop does not know the payment, or the session has expired.', target: 'none' },
            ],
          },
          on: {
            'path.changed': { actions: 'lookAgain' },
            'window.focused': { actions: 'lookAgain' },
            'record.changed': changedRecord,
          },
        },

        ended: {
          description: 'The order is final and its lines have left the cart. The bar links to it.',
          initial: 'paid',
          entry: { type: 'forgetOrder', params: ({ context }) => getKnownPayment(context) },
          on: { 'notice.dismiss': 'none' },
          states: {
            paid: { description: 'The money has arrived. The bar thanks the shopper.' },
            onDelivery: { description: 'The order will be paid on delivery. The bar shows this.' },
          },
        },

        proofAsked: {
          description:
            'The phone must be proved with a code first. The bar links to the page of the order, which asks for it (D25).',
          on: {
            'notice.dismiss': {
              target: 'none',
              actions: ['noteDismissed', { type: 'forgetPrompt', params: ({ context }) => getKnownPayment(context) }],
            },
            'record.changed': changedRecord,
          },
        },

        cancelled: {
          description: 'The order was cancelled and can no longer be paid. The bar shows this.',
          on: { 'notice.dismiss': 'none' },
        },
      },
    },
  },
});

function getKnownPayment({ payment }: WaitingPaymentContext): WaitingPayment {
  return nullIfEmpty(payment);
}
