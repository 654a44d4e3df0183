import { toPaymentInput, toRecordedOrder, toWaitingPayment } from '../../rules/payment/waiting-payment.ts';
import { waitingPaymentSetup, getKnownPayment } from './waiting-payment.setup.ts';
import { watching } from './waiting-payment.regions.ts';
import { withEvent, withOutput } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * The bar under the header. It finds a payment that is still under way, in this browser's record or else at the server,
 * and continues it on any page (mpesa-payment). It never creates an order (D9).
 */

const changedRecord = {
  description: 'Another tab has stored another payment, or removed it.',
  guard: withEvent('isAnotherOrNone'),
  target: 'looking',
} as const;

export const waitingPaymentMachine = waitingPaymentSetup.createMachine({
  id: 'waitingPayment',
  description: 'The bar under the header, which shows a payment under way.',
  context: { kept: null, payment: null, problem: null, dismissed: '', money: null },
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
              id: 'atServer',
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
                    description: 'No prompt is open, but an order has money or a claim (PAY-C4, PAY-S2).',
                    guard: withOutput('isMoney'),
                    target: '#watching',
                    actions: withOutput('setPayment'),
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
              {
                description: 'A part of the order is paid by hand, or a payment is being checked (PAY-C5, PAY-S2).',
                guard: withOutput('isByHand'),
                target: '#atServer',
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

        watching,

        claimRefused: {
          id: 'claimRefused',
          description: 'The shop found no payment with the receipt. The bar shows this (PAY-S2).',
          on: {
            'notice.dismiss': { target: 'none', actions: 'noteDismissed' },
            'record.changed': '#looking',
          },
        },

        ended: {
          id: 'ended',
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
          id: 'cancelled',
          description: 'The order was cancelled and can no longer be paid. The bar shows this.',
          on: { 'notice.dismiss': 'none' },
        },
      },
    },
  },
});
