import { promptOf, proverOf, pushFor } from '../../rules/payment/payment.ts';
import { mpesaPaymentSetup } from './mpesa-payment.setup.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** What goes on side by side while a payment is waited for: who looks, the checks, the network, the prompt, the time. */

/** Names the newest prompt. */
export const requestOf = ({ context: { checkoutRequestId } }: ContextScope<MpesaPaymentTypes['context']>) => ({
  checkoutRequestId,
});

/** What the shop may answer that ends a payment, whenever it is asked. */
export const paymentOver = [
  { description: 'The money is there.', guard: 'isCompleted', target: '#paid' },
  {
    description: 'The order is over, and with it whatever came for it (D27).',
    guard: 'isGone',
    target: '#cancelled',
    actions: 'setReport',
  },
  {
    description: 'The payment has failed, and the shop says why.',
    guard: 'isFailed',
    target: '#failed',
    actions: 'setReport',
  },
] as const;

export const proofNeeded = {
  description: "The phone is not the shopper's own, and a code has to prove it first (D25).",
  guard: 'needsProof',
  target: 'proving',
  actions: 'clearProof',
} as const;

export const page = mpesaPaymentSetup.createStateConfig({
  description: 'Whether somebody looks at the page.',
  initial: 'seen',
  states: {
    seen: { id: 'seen', description: 'The page is in front.', on: { 'page.hidden': 'hidden' } },
    hidden: { id: 'hidden', description: 'Nobody looks at the page (U5).', on: { 'page.visible': 'seen' } },
  },
});

export const polling = mpesaPaymentSetup.createStateConfig({
  description: 'Asks the shop whether the money has come.',
  initial: 'starting',
  states: {
    starting: {
      id: 'starting',
      description: 'A payment that is taken up again is looked for at once, unless the page is hidden (U5).',
      always: {
        description: 'The payment was begun here, so its first check can wait.',
        guard: 'isKnown',
        target: 'waiting',
      },
      // The time is told after how the page is.
      on: {
        'page.hidden': 'resting',
        'clock.tick': { target: 'checking', actions: withEvent('setNow') },
      },
    },
    waiting: {
      description: 'The next check is made 3 s after the last one.',
      always: {
        description: 'Nobody looks at the page, or there is no connection (U5).',
        guard: 'isAway',
        target: 'resting',
      },
      after: {
        pollInterval: { description: 'Every 3 s, counted from the last answer (§9).', target: 'checking' },
      },
    },
    checking: {
      id: 'checking',
      description: 'The shop is being asked.',
      invoke: {
        ...slot('checkStatus'),
        input: requestOf,
        onDone: [
          ...paymentOver,
          {
            description: 'It is not over yet, and its times are known from this answer on (Q28).',
            guard: 'isResuming',
            target: '#pending',
            actions: 'setReport',
          },
          { description: 'It is not over yet.', target: 'waiting', actions: 'setChecked' },
        ],
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The shop knows no such payment of this shopper (D17).',
            guard: 'isForgotten',
            target: '#gone',
          },
          {
            description: 'The shop no longer knows the payment that was begun here.',
            guard: 'isUnknown',
            target: '#failed',
            actions: 'setFailed',
          },
          { description: 'There was no usable answer: the next check tells.', target: 'waiting' },
        ],
      },
    },
    resting: {
      description: 'Unseen or without a connection: one check at once on return (U5), else every 10 s (Q26).',
      on: {
        'page.visible': 'checking',
        'network.back': {
          description: 'The network comes back while the page is in front (U5).',
          guard: 'isSeen',
          target: 'checking',
        },
      },
      after: {
        reconnectInterval: {
          description: 'Every 10 s without a connection, while the page is in front (Q26).',
          guard: 'isSeen',
          target: 'checking',
        },
      },
    },
  },
});

export const network = mpesaPaymentSetup.createStateConfig({
  description: 'Whether the shop can be reached, as the browser says or as the last check met it.',
  initial: 'online',
  states: {
    online: {
      description: 'There is a connection.',
      on: {
        'network.lost': 'offline',
        'xstate.error.actor.checkStatus': {
          description: 'The check did not get through to the shop.',
          guard: 'hasMissedShop',
          target: 'offline',
        },
      },
    },
    offline: {
      id: 'offline',
      description: 'There is no connection, and the payment says so.',
      tags: 'offline',
      on: {
        'network.back': 'online',
        'xstate.done.actor.checkStatus': 'online',
        'xstate.error.actor.checkStatus': {
          description: 'The check failed, but it got through to the shop.',
          guard: 'hasMetShop',
          target: 'online',
        },
      },
    },
  },
});

export const prompt = mpesaPaymentSetup.createStateConfig({
  description: 'The prompt on the phone and what can be done when it has expired.',
  initial: 'onPhone',
  states: {
    onPhone: {
      description: 'The phone asks for the PIN.',
      always: [
        {
          description: 'The 75 s are over, and M-Pesa has answered that nothing was paid (U4).',
          guard: 'isPromptDone',
          target: 'expired',
        },
        {
          description: 'The 75 s are over, and M-Pesa has not answered yet (U4).',
          guard: 'isPromptOld',
          target: 'unsure',
        },
      ],
      after: {
        promptExpired: { description: '75 s after the prompt was accepted (U4).', actions: 'reachExpiry' },
      },
    },
    unsure: {
      description: 'The money may have been sent: no other way to pay is offered before M-Pesa has answered (U4).',
      tags: ['expired', 'unsure'],
      always: { description: 'M-Pesa has answered about this prompt.', guard: 'isOutcomeKnown', target: 'expired' },
      on: {
        'payment.noPrompt': { description: 'The 10 minutes are not over (Q19).', guard: 'isRunning', target: 'asking' },
      },
    },
    asking: {
      description: 'The shopper saw no prompt: M-Pesa is asked about this payment first (U4).',
      tags: ['expired', 'unsure', 'asking'],
      always: { description: 'M-Pesa has answered about this prompt.', guard: 'isOutcomeKnown', target: 'expired' },
      invoke: {
        ...slot('askFirst'),
        input: requestOf,
        onError: [
          signedOut('#signedOut'),
          { description: 'M-Pesa could not be asked: the checks go on, and so do the 10 s.' },
        ],
      },
      after: {
        askedLongEnough: {
          description: '10 s after the shopper said that no prompt came, with no word of M-Pesa yet (U4).',
          target: 'expired',
        },
      },
    },
    expired: {
      description: 'It has probably expired: another way to pay, or another prompt, 120 s after the push (U4).',
      tags: 'expired',
      after: {
        sendAgainAllowed: {
          description: '120 s after the prompt was accepted, or when a longer wait that the shop named is over (D8).',
          actions: 'reachSendAgain',
        },
      },
      on: {
        'payment.sendAgain': {
          description: '120 s since the prompt and any longer wait are over, and the 10 minutes are not (D8).',
          guard: 'canSendAgain',
          target: 'sendingAgain',
          actions: 'clearProblem',
        },
        'payment.useOwn': {
          description: "The refused phone has to wait, the shopper's own does not, and the 10 minutes are not over.",
          guard: 'canUseOwn',
          target: 'sendingAgain',
          actions: 'useOwnPhone',
        },
        'payment.payOnDelivery': {
          description: '120 s since the prompt are over, as the server wants it (D21), and the 10 minutes are not.',
          guard: 'canPayOnDelivery',
          target: 'switching',
          actions: 'clearProblem',
        },
      },
    },
    sendingAgain: {
      id: 'sendingAgain',
      description: 'Another prompt is being sent; the old one is still looked at.',
      tags: ['expired', 'sendingAgain'],
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) => pushFor(context),
        onDone: {
          target: '#pending',
          actions: ['setPushed', { type: 'keepPrompt', params: ({ context }) => promptOf(context) }],
        },
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The order is cancelled and cannot be paid any more (D12).',
            guard: 'isOrderCancelled',
            target: '#cancelled',
            actions: 'setNotSentAgain',
          },
          proofNeeded,
          {
            description: 'It could not be sent for another reason, and the dialog says why.',
            target: 'expired',
            actions: 'setNotSentAgain',
          },
        ],
      },
    },
    proving: {
      description: 'A code proves the phone before another prompt goes there; the old one is still looked at.',
      tags: ['expired', 'proving'],
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => proverOf(context),
        onDone: [proved('sendingAgain'), { description: 'The shopper left the code screen.', target: 'expired' }],
      },
    },
    switching: {
      id: 'switching',
      description: 'The order is being made one that is paid on delivery (D21).',
      tags: ['expired', 'switching'],
      invoke: {
        ...slot('switchToCash'),
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: '#onDelivery',
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The order could not be changed, and the dialog says why.',
            target: 'expired',
            actions: 'setNotSwitched',
          },
        ],
      },
    },
  },
});

export const limit = mpesaPaymentSetup.createStateConfig({
  description: 'The 10 minutes from the first prompt on (Q19).',
  initial: 'running',
  states: {
    running: {
      id: 'running',
      description: 'There is time left.',
      always: {
        description: 'The 10 minutes are over, as for a page that slept (Q19).',
        guard: 'isRunOver',
        target: 'over',
      },
      after: {
        paymentTimeout: { description: '10 minutes after the first accepted prompt (Q19).', target: 'over' },
      },
    },
    over: {
      description: 'What is under way is waited for: the money wins. Unseen, the page asks once more (Q27).',
      tags: 'over',
      always: {
        description: 'The page is in front, and nothing is under way that may still bring money.',
        guard: 'isAtRestAndSeen',
        target: '#timedOut',
        actions: 'setTimedOut',
      },
      on: { 'page.visible': 'lastQuestion' },
    },
    lastQuestion: {
      description: 'Seen again after the ten minutes: the shop is asked once more (Q27).',
      tags: 'over',
      always: {
        description: 'Nothing is under way that may still bring money.',
        guard: 'isAtRest',
        target: '#timedOut',
        actions: 'setTimedOut',
      },
    },
  },
});
