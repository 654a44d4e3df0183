import { waitingPaymentSetup, getKnownPayment } from './waiting-payment.setup.ts';
import type { WaitingPaymentContext } from './waiting-payment.setup.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** An order on the bar that has money or a claim, but no open prompt (PAY-C4, PAY-S2). */

const pickPayment = ({ context }: ContextScope<WaitingPaymentContext>) => getKnownPayment(context);
const forget = { type: 'forgetOrder', params: pickPayment } as const;
const removeLines = { type: 'removeOrdered', params: pickPayment } as const;

export const watching = waitingPaymentSetup.createStateConfig({
  id: 'watching',
  description:
    'A part of an order is paid, or a payment or a claim is being checked, without an open prompt. The bar shows it.',
  initial: 'resting',
  invoke: slot('watchConnection'),
  on: {
    'notice.dismiss': {
      description: 'Nothing is asked at M-Pesa at the moment.',
      guard: 'mayDismiss',
      target: 'none',
      actions: 'noteDismissed',
    },
    'order.open': { target: 'none', actions: 'noteDismissed' },
    'page.hidden': '.hidden',
    'record.changed': '#looking',
  },
  states: {
    resting: {
      description: 'The next question follows 3 s after the last reply.',
      on: { 'network.back': 'asking' },
      after: {
        pollInterval: { description: 'Every 3 s, counted from the last reply (§9).', target: 'asking' },
      },
    },
    asking: {
      description: 'The shop is asked what is paid.',
      invoke: {
        ...slot('checkOrder'),
        input: ({ context }) => ({ orderId: getKnownPayment(context).orderId }),
        onDone: [
          {
            description: 'The money has arrived.',
            guard: withOutput('isMoneyPaid'),
            target: '#ended.paid',
            actions: [withOutput('setPayment'), removeLines],
          },
          {
            description: 'The order will be paid on delivery.',
            guard: withOutput('isMoneyOnDelivery'),
            target: '#ended.onDelivery',
            actions: removeLines,
          },
          {
            description: 'The order is cancelled and can no longer be paid (D12).',
            guard: withOutput('isMoneyOver'),
            target: '#cancelled',
            actions: [withOutput('setOver'), forget],
          },
          {
            description: 'The shop found no such payment (PAY-S2).',
            guard: withOutput('isClaimRefused'),
            target: '#claimRefused',
            actions: withOutput('setPayment'),
          },
          {
            description: 'The order has neither money nor a claim any more.',
            guard: withOutput('isMoneyGone'),
            target: '#none',
          },
          { description: 'It goes on.', target: 'resting', actions: withOutput('setPayment') },
        ],
        onError: [
          {
            description: 'The shop knows no such order of this shopper (D17).',
            guard: withEvent('isUnknown'),
            target: '#none',
            actions: forget,
          },
          {
            description: 'The question did not reach the shop.',
            guard: withEvent('hasMissedShop'),
            target: 'offline',
          },
          { description: 'There was no usable reply. The shown report stays.', target: 'resting' },
        ],
      },
    },
    offline: {
      description: 'There is no connection. The bar shows this.',
      after: {
        reconnectInterval: { description: 'Every 10 s without a connection (Q26).', target: 'asking' },
      },
      on: { 'network.back': 'asking' },
    },
    hidden: {
      description: 'The page is hidden, so nothing is asked (U5).',
      on: { 'page.visible': 'asking' },
    },
  },
});
