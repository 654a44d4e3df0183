import { toPrompt, toProofInput, createPush } from '../../rules/payment/payment.ts';
import { mpesaPaymentSetup } from './mpesa-payment.setup.ts';
import type { MpesaPaymentTypes } from './mpesa-payment.setup.ts';
import { proved, signedOut, withEvent } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/** Parallel regions of a waiting payment: visibility, checks, network, prompt, time limit. */

/** Input of calls about the newest prompt. */
export const pickRequest = ({ context: { checkoutRequestId } }: ContextScope<MpesaPaymentTypes['context']>) => ({
  checkoutRequestId,
});

/** Transitions for replies that end a payment. */
export const paymentOver = [
  { description: 'The money has arrived.', guard: 'isCompleted', target: '#paid' },
  {
    description: 'The order has ended, including any money that came for it (D27).',
    guard: 'isGone',
    target: '#cancelled',
    actions: 'setReport',
  },
  {
    description: 'The payment has failed, and the shop names the reason.',
    guard: 'isFailed',
    target: '#failed',
    actions: 'setReport',
  },
] as const;

export const proofNeeded = {
  description: "The phone is not the shopper's own and must be proved with a code first (D25).",
  guard: 'needsProof',
  target: 'proving',
  actions: 'clearProof',
} as const;

export const page = mpesaPaymentSetup.createStateConfig({
  description: 'Whether the page is visible.',
  initial: 'seen',
  states: {
    seen: { id: 'seen', description: 'The page is visible.', on: { 'page.hidden': 'hidden' } },
    hidden: { id: 'hidden', description: 'The page is hidden (U5).', on: { 'page.visible': 'seen' } },
  },
});

export const polling = mpesaPaymentSetup.createStateConfig({
  description: 'Checks whether the money has arrived.',
  initial: 'starting',
  states: {
    starting: {
      id: 'starting',
      description: 'A resumed payment is checked immediately, unless the page is hidden (U5).',
      always: {
        description: 'The payment was started here, so the first check can wait.',
        guard: 'isKnown',
        target: 'waiting',
      },
      // The visibility is reported before the time.
      on: {
        'page.hidden': 'resting',
        'clock.tick': { target: 'checking', actions: withEvent('setNow') },
      },
    },
    waiting: {
      description: 'The next check follows 3 s after the last one.',
      always: {
        description: 'The page is hidden, or there is no connection (U5).',
        guard: 'isAway',
        target: 'resting',
      },
      after: {
        pollInterval: { description: 'Every 3 s, counted from the last reply (§9).', target: 'checking' },
      },
    },
    checking: {
      id: 'checking',
      description: 'The shop checks the payment.',
      invoke: {
        ...slot('checkStatus'),
        input: pickRequest,
        onDone: [
          ...paymentOver,
          {
            description: 'The payment is not over yet. This reply brings its times (Q28).',
            guard: 'isResuming',
            target: '#pending',
            actions: 'setReport',
          },
          { description: 'The payment is not over yet.', target: 'waiting', actions: 'setChecked' },
        ],
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The shop knows no such payment of this shopper (D17).',
            guard: 'isForgotten',
            target: '#gone',
          },
          {
            description: 'The shop no longer knows the payment that was started here.',
            guard: 'isUnknown',
            target: '#failed',
            actions: 'setFailed',
          },
          { description: 'There was no usable reply. The next check follows.', target: 'waiting' },
        ],
      },
    },
    resting: {
      description: 'Hidden or offline: one check immediately on return (U5), otherwise every 10 s (Q26).',
      on: {
        'page.visible': 'checking',
        'network.back': {
          description: 'The network returns while the page is visible (U5).',
          guard: 'isSeen',
          target: 'checking',
        },
      },
      after: {
        reconnectInterval: {
          description: 'Every 10 s without a connection, while the page is visible (Q26).',
          guard: 'isSeen',
          target: 'checking',
        },
      },
    },
  },
});

export const network = mpesaPaymentSetup.createStateConfig({
  description: 'Whether the shop is reachable, according to the browser or the last check.',
  initial: 'online',
  states: {
    online: {
      description: 'There is a connection.',
      on: {
        'network.lost': 'offline',
        'xstate.error.actor.checkStatus': {
          description: 'The check did not reach the shop.',
          guard: 'hasMissedShop',
          target: 'offline',
        },
      },
    },
    offline: {
      id: 'offline',
      description: 'There is no connection. The payment shows this.',
      tags: 'offline',
      on: {
        'network.back': 'online',
        'xstate.done.actor.checkStatus': 'online',
        'xstate.error.actor.checkStatus': {
          description: 'The check failed, but reached the shop.',
          guard: 'hasMetShop',
          target: 'online',
        },
      },
    },
  },
});

export const prompt = mpesaPaymentSetup.createStateConfig({
  description: 'The prompt on the phone, and the options after it has expired.',
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
      description: 'The money may have been sent. No other way to pay is offered until M-Pesa has answered (U4).',
      tags: ['expired', 'unsure'],
      always: { description: 'M-Pesa has answered about this prompt.', guard: 'isOutcomeKnown', target: 'expired' },
      on: {
        'payment.noPrompt': { description: 'The 10 minutes are not over (Q19).', guard: 'isRunning', target: 'asking' },
      },
    },
    asking: {
      description: 'The shopper saw no prompt. The query of this payment at M-Pesa has priority (U4).',
      tags: ['expired', 'unsure', 'asking'],
      always: { description: 'M-Pesa has answered about this prompt.', guard: 'isOutcomeKnown', target: 'expired' },
      invoke: {
        ...slot('askFirst'),
        input: pickRequest,
        onError: [signedOut('#signedOut'), { description: 'The query failed. The checks and the 10 s continue.' }],
      },
      after: {
        askedLongEnough: {
          description: '10 s after the shopper reported that no prompt came, without an answer of M-Pesa (U4).',
          target: 'expired',
        },
      },
    },
    expired: {
      description: 'The prompt has probably expired: another way to pay, or another prompt 120 s after the push (U4).',
      tags: 'expired',
      after: {
        sendAgainAllowed: {
          description: '120 s after the prompt was accepted, or after a longer wait that the shop named (D8).',
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
          description: "The refused phone must wait, the shopper's own need not, and the 10 minutes are not over.",
          guard: 'canUseOwn',
          target: 'sendingAgain',
          actions: 'useOwnPhone',
        },
        'payment.byHand': {
          description: '120 s since the prompt are over, so that nobody pays twice, and the 10 minutes are not (U4).',
          guard: 'canPayByHand',
          target: '#byHand',
        },
        'payment.payOnDelivery': {
          description: '120 s since the prompt are over, as the server requires (D21), and the 10 minutes are not.',
          guard: 'canPayOnDelivery',
          target: 'switching',
          actions: 'clearProblem',
        },
      },
    },
    sendingAgain: {
      id: 'sendingAgain',
      description: 'Another prompt is being sent. The old one is still checked.',
      tags: ['expired', 'sendingAgain'],
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) => createPush(context),
        onDone: {
          target: '#pending',
          actions: ['setPushed', { type: 'keepPrompt', params: ({ context }) => toPrompt(context) }],
        },
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The order is cancelled and can no longer be paid (D12).',
            guard: 'isOrderCancelled',
            target: '#cancelled',
            actions: 'setNotSentAgain',
          },
          proofNeeded,
          {
            description: 'The prompt could not be sent for another reason. The dialog shows the error.',
            target: 'expired',
            actions: 'setNotSentAgain',
          },
        ],
      },
    },
    proving: {
      description: 'A code must prove the phone before another prompt is sent. The old prompt is still checked.',
      tags: ['expired', 'proving'],
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context }) => toProofInput(context),
        onDone: [proved('sendingAgain'), { description: 'The shopper left the code screen.', target: 'expired' }],
      },
    },
    switching: {
      id: 'switching',
      description: 'The order is being changed to pay on delivery (D21).',
      tags: ['expired', 'switching'],
      invoke: {
        ...slot('switchToCash'),
        input: ({ context }) => ({ orderId: context.orderId }),
        onDone: '#onDelivery',
        onError: [
          signedOut('#signedOut'),
          {
            description: 'The order could not be changed. The dialog shows the error.',
            target: 'expired',
            actions: 'setNotSwitched',
          },
        ],
      },
    },
  },
});

export const limit = mpesaPaymentSetup.createStateConfig({
  description: 'The 10 minutes from the first prompt (Q19).',
  initial: 'running',
  states: {
    running: {
      id: 'running',
      description: 'There is time left.',
      always: {
        description: 'The 10 minutes are over, e.g. while the page was asleep (Q19).',
        guard: 'isRunOver',
        target: 'over',
      },
      after: {
        paymentTimeout: { description: '10 minutes after the first accepted prompt (Q19).', target: 'over' },
      },
    },
    over: {
      description:
        'Running calls may still bring the money, so their replies are awaited. A hidden page checks once more when it returns (Q27).',
      tags: 'over',
      always: {
        description: 'The page is visible, and no running call may still bring money.',
        guard: 'isAtRestAndSeen',
        target: '#timedOut',
        actions: 'setTimedOut',
      },
      on: { 'page.visible': 'lastQuestion' },
    },
    lastQuestion: {
      description: 'The page is visible again after the ten minutes. The payment is checked once more (Q27).',
      tags: 'over',
      always: {
        description: 'No running call may still bring money.',
        guard: 'isAtRest',
        target: '#timedOut',
        actions: 'setTimedOut',
      },
    },
  },
});
