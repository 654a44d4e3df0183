import { byHandSetup } from './by-hand.setup.ts';
import { signedOut, withEvent, withOutput } from '../parts.ts';
import { slot } from '../slots.ts';

/** Parallel regions of by-hand.machine.ts: the questions to the shop, what the shopper does, and the QR code. */

export const polling = byHandSetup.createStateConfig({
  description: 'Asks the shop what is paid.',
  initial: 'asking',
  states: {
    asking: {
      description: 'The shop is asked what is paid.',
      invoke: {
        id: 'checkOrder',
        src: 'checkOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: [
          {
            description: 'The order is paid, by hand or by a prompt.',
            guard: withOutput('isPaid'),
            target: '#paid',
            actions: withOutput('setReport'),
          },
          {
            description: 'The order has ended, including any money that came for it (D12, D27).',
            guard: withOutput('isOver'),
            target: '#over',
            actions: [withOutput('setReport'), withOutput('setOver')],
          },
          {
            description: 'The order will be paid on delivery, by a change on another page (D21).',
            guard: withOutput('isOnDelivery'),
            target: '#onDelivery',
            actions: withOutput('setReport'),
          },
          { description: 'The order is not paid yet.', target: 'waiting', actions: withOutput('setReport') },
        ],
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The shop knows no such order of this shopper (D17).',
            guard: withEvent('isUnknown'),
            target: '#over',
            actions: 'setUnknown',
          },
          {
            description: 'The question did not reach the shop.',
            guard: withEvent('hasMissedShop'),
            target: 'offline',
            actions: 'setOffline',
          },
          {
            description: 'There was no usable reply. The shown report stays.',
            target: 'waiting',
            actions: 'setOnline',
          },
        ],
      },
      on: { 'page.hidden': 'hidden' },
    },
    waiting: {
      description: 'The next question follows 3 s after the last reply.',
      after: { pollInterval: { description: 'Every 3 s, counted from the last reply (§9).', target: 'asking' } },
      on: { 'page.hidden': 'hidden', 'network.lost': { target: 'offline', actions: 'setOffline' } },
    },
    hidden: {
      description: 'The page is hidden: the shopper may be in the M-Pesa app. Nothing is asked (U5).',
      on: { 'page.visible': 'asking' },
    },
    offline: {
      description: 'There is no connection. The numbers stay, and can be copied.',
      after: {
        reconnectInterval: { description: 'Every 10 s without a connection (Q26).', target: 'asking' },
      },
      on: { 'page.hidden': 'hidden', 'network.back': 'asking' },
    },
  },
});

export const step = byHandSetup.createStateConfig({
  description: 'Content of the dialog.',
  initial: 'loading',
  states: {
    loading: {
      description: 'The numbers are being loaded.',
      always: { description: 'The shop has reported what is due.', guard: 'hasReport', target: 'shown' },
      on: { 'hand.close': '#dismissed' },
    },
    shown: {
      description: 'The numbers to pay to, or that a payment is being checked.',
      always: [
        { description: 'M-Pesa is asked about a receipt (PAY-S2).', guard: 'isAsking', target: 'asking' },
        { description: 'The shop looks at a receipt (PAY-S2).', guard: 'isForStaff', target: 'forStaff' },
      ],
      on: {
        'claim.open': {
          description: 'Money is due, and no payment is being checked.',
          guard: 'canClaim',
          target: 'entering',
          actions: 'clearProblem',
        },
        'hand.payOnDelivery': {
          description: 'Nothing is paid yet, and the order may be paid on delivery (PAY-C5).',
          guard: 'canPayOnDelivery',
          target: 'switching',
          actions: 'clearProblem',
        },
        'hand.prompt': {
          description: 'Prompts work, and no payment is being checked.',
          guard: 'canPrompt',
          target: '#prompt',
        },
        'hand.close': '#dismissed',
      },
    },
    entering: {
      description: 'The shopper pastes the M-Pesa message, or types its receipt number (PAY-S1).',
      on: {
        'claim.change': { actions: withEvent('setText') },
        'claim.send': [
          { description: 'Nothing is typed.', guard: 'isTextBlank' },
          {
            description: 'The text holds one receipt number.',
            guard: 'isReadable',
            target: 'sending',
            actions: 'clearProblem',
          },
          { description: 'The text holds none, or several.', actions: 'refuseText' },
        ],
        'claim.back': { target: 'shown', actions: 'clearProblem' },
        'xstate.done.actor.checkOrder': [
          {
            description: 'A receipt was sent on another device.',
            guard: withOutput('isNewlyAsking'),
            target: 'asking',
          },
          {
            description: 'The shop looks at a receipt from another device.',
            guard: withOutput('isNewlyForStaff'),
            target: 'forStaff',
          },
        ],
      },
    },
    sending: {
      description: 'The receipt is being sent.',
      tags: 'busy',
      invoke: {
        id: 'sendClaim',
        src: 'sendClaim',
        input: ({ context: { orderId, text } }) => ({ orderId, text }),
        onDone: [
          {
            description: 'The shop has this payment already.',
            guard: withOutput('isRefusedAtOnce'),
            target: 'entering',
            actions: withOutput('setClaim'),
          },
          {
            description: 'M-Pesa is asked, or the shop looks at it.',
            target: 'shown',
            actions: [withOutput('setClaim'), 'clearText'],
          },
        ],
        onError: [
          signedOut('#signedOut'),
          {
            description: 'M-Pesa is still asked about another receipt (PAY-S2).',
            guard: withEvent('isAnotherOpen'),
            target: 'asking',
            actions: withEvent('setOpenClaim'),
          },
          { description: 'The order is paid.', guard: withEvent('isAlreadyPaid'), target: '#paid' },
          {
            description: 'The receipt was not sent for another reason. The form shows it.',
            target: 'entering',
            actions: withEvent('setNotSent'),
          },
        ],
      },
    },
    asking: {
      description: 'M-Pesa is asked about a receipt. No numbers are shown, to prevent a second payment.',
      always: [
        { description: 'The shop looks at it now.', guard: 'isForStaff', target: 'forStaff' },
        { description: 'It is no payment of this order.', guard: 'isRefused', target: 'entering' },
        { description: 'It was a part of what is due.', guard: 'isAnswered', target: 'shown' },
      ],
      on: { 'hand.close': '#dismissed' },
    },
    forStaff: {
      description: 'M-Pesa has not answered, and the shop looks at the receipt.',
      always: [
        { description: 'M-Pesa is asked about another receipt.', guard: 'isAsking', target: 'asking' },
        { description: 'It is no payment of this order.', guard: 'isRefused', target: 'entering' },
        { description: 'It was a part of what is due.', guard: 'isAnswered', target: 'shown' },
      ],
      on: {
        'claim.open': {
          description: 'Another receipt may be sent.',
          guard: 'canClaim',
          target: 'entering',
          actions: 'clearProblem',
        },
        'hand.close': '#dismissed',
      },
    },
    switching: {
      description: 'The order is being changed to pay on delivery (D21).',
      tags: 'busy',
      invoke: {
        id: 'switchToCash',
        src: 'switchToCash',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: '#onDelivery',
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The order could not be changed. The dialog shows the error.',
            target: 'shown',
            actions: withEvent('setNotSwitched'),
          },
        ],
      },
    },
  },
});

const otherAmount = {
  description: 'Another amount is to be paid, or no numbers are shown.',
  guard: 'hasOtherAmount',
  target: 'ready',
} as const;

export const code = byHandSetup.createStateConfig({
  description: "M-Pesa's QR code of the numbers, on a wide screen only (PAY-C1).",
  invoke: slot('watchScreen'),
  initial: 'narrow',
  on: { 'screen.narrow': '.narrow' },
  states: {
    narrow: {
      description: 'The screen has no room for a QR code. Nothing is asked.',
      entry: 'clearQr',
      on: { 'screen.wide': 'ready' },
    },
    ready: {
      description: 'No numbers are shown yet.',
      entry: 'clearQr',
      always: { description: 'The numbers are shown.', guard: 'hasAmount', target: 'asking' },
    },
    asking: {
      description: 'The shop is asked for the QR code.',
      entry: 'setQrAmount',
      always: otherAmount,
      invoke: {
        id: 'loadQr',
        src: 'loadQr',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: [
          {
            description: 'The code has the amount that is shown.',
            guard: withOutput('isQrOfAmount'),
            target: 'shown',
            actions: withOutput('setQr'),
          },
          { description: 'There is no code, or one of another amount.', target: 'absent' },
        ],
        onError: [signedOut('#signedOut'), { description: 'The numbers are enough.', target: 'absent' }],
      },
      after: { qrAtMost: { description: 'Without an answer in 3 s, only the numbers are shown.', target: 'absent' } },
    },
    shown: {
      description: 'The QR code is beside the numbers.',
      always: otherAmount,
    },
    absent: {
      description: 'Only the numbers are shown.',
      always: otherAmount,
    },
  },
});
