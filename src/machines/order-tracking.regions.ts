import { linesToCheck, reordered } from '../rules/reorder.ts';
import { proofFor, pushFor } from '../rules/payment.ts';
import { known, orderTrackingSetup, payerOf } from './order-tracking.setup.ts';

/** What goes on beside an order that is shown: it is asked for again, cancelled, paid and ordered again. */

export const refreshing = orderTrackingSetup.createStateConfig({
  description: 'Whether the order is as the server has it.',
  initial: 'still',
  states: {
    still: {
      description: 'Nothing says that it has changed.',
      always: { guard: 'isStale', target: 'asking' },
    },
    asking: {
      description: 'It is asked for again and stays shown meanwhile.',
      entry: 'clearStale',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: { target: 'still', actions: { type: 'setOrder', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#sessionExpired' },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event },
            target: '#accessDenied',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: '#notFound',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          { target: 'still' },
        ],
      },
    },
  },
});

export const cancelling = orderTrackingSetup.createStateConfig({
  description: 'Cancelling the order (H4).',
  initial: 'none',
  states: {
    none: {
      description: 'Nobody is cancelling it.',
      on: { 'cancel.ask': { guard: 'mayCancel', target: 'asking' } },
    },
    asking: {
      id: 'cancelAsking',
      description: 'A dialog asks whether the order is really to be cancelled.',
      entry: 'clearCancelProblem',
      on: {
        'cancel.keep': 'none',
        'cancel.confirm': { target: 'sending', actions: 'setPromptLeft' },
        'clock.tick': {
          guard: { type: 'isTimeEnding', params: ({ event }) => event },
          target: 'none',
          actions: { type: 'setNow', params: ({ event }) => event },
        },
      },
    },
    sending: {
      id: 'cancelSending',
      description: 'The server is asked to cancel it; the dialog waits.',
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: [
          {
            guard: { type: 'isCancelTold', params: ({ event }) => ({ order: event.output }) },
            target: 'none',
            actions: { type: 'setCancelled', params: ({ event }) => ({ order: event.output }) },
          },
          { target: 'none', actions: 'markStale' },
        ],
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#sessionExpired' },
          {
            guard: { type: 'isForbidden', params: ({ event }) => event },
            target: '#accessDenied',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: '#notFound',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasMovedOn', params: ({ event }) => event },
            target: 'failed',
            actions: [{ type: 'setCancelProblem', params: ({ event }) => event }, 'markStale'],
          },
          { target: 'failed', actions: { type: 'setCancelProblem', params: ({ event }) => event } },
        ],
      },
    },
    failed: {
      description: 'It could not be cancelled, and the page says why.',
      on: { 'cancel.ask': { guard: 'mayCancel', target: 'asking' } },
    },
  },
});

// What may end a payment that is not begun yet, whatever else its states listen to.
const timeEnds = orderTrackingSetup.createStateConfig({
  on: {
    'clock.tick': {
      guard: { type: 'isTimeEnding', params: ({ event }) => event },
      target: 'over',
      actions: [{ type: 'setNow', params: ({ event }) => event }, 'markStaleIfSeen'],
    },
  },
});
const barTakesIt = orderTrackingSetup.createStateConfig({
  on: {
    'bar.paying': {
      guard: { type: 'isPaidThere', params: ({ event }) => event },
      target: 'underway',
      actions: { type: 'setInBar', params: ({ event }) => event },
    },
  },
});

export const paying = orderTrackingSetup.createStateConfig({
  description: "Paying an order that waits for its M-Pesa payment (Q24, D12). The payment itself is the bar's (U5).",
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is it being paid, and is there time to?',
      always: [{ guard: 'isInBar', target: 'underway' }, { guard: 'isTimeOver', target: 'over' }, { target: 'none' }],
    },
    none: {
      description: 'No payment is under way; one may be begun where the order waits for it.',
      always: { guard: 'isTimeOver', target: 'over' },
      on: {
        'pay.ask': [
          { guard: 'isBarTaken', target: 'refused', actions: 'setOtherUnderWay' },
          { guard: 'canPay', target: 'confirmingPhone' },
        ],
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    confirmingPhone: {
      id: 'confirmingPhone',
      description: 'The shopper says which phone gets the prompt.',
      entry: 'openPhone',
      on: {
        'phone.change': { actions: { type: 'setPhone', params: ({ event }) => event } },
        'phone.confirm': [
          { guard: 'isPhoneBlank' },
          { guard: 'isPhoneWrong', actions: 'refusePhone' },
          { target: 'pushing' },
        ],
        'dialog.cancel': 'deciding',
        ...timeEnds.on,
      },
    },
    pushing: {
      id: 'pushing',
      description:
        'The prompt is being sent; what the server answers decides, also where the time ends meanwhile (T6).',
      invoke: {
        id: 'pushPrompt',
        src: 'pushPrompt',
        input: ({ context }) =>
          pushFor({
            phone: payerOf(context),
            amount: known(context).totalPrice,
            orderId: context.orderId,
            proof: proofFor(context.proof, payerOf(context)),
          }),
        onDone: {
          target: 'underway',
          actions: [
            'clearProof',
            {
              type: 'keepPayment',
              params: ({ context, event }) => ({
                orderId: context.orderId,
                checkoutRequestId: event.output.checkoutRequestId,
                startedAt: event.output.sentAt,
                lines: linesToCheck(context.order).map(({ id, quantity }) => ({ id, quantity })),
              }),
            },
          ],
        },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#sessionExpired' },
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: '#notFound',
            actions: { type: 'setProblem', params: ({ event }) => event },
          },
          {
            guard: { type: 'needsProof', params: ({ event }) => event },
            target: 'proving',
            actions: 'clearProof',
          },
          {
            guard: { type: 'cannotBePaid', params: ({ event }) => event },
            target: 'refused',
            actions: [{ type: 'setNotPaid', params: ({ event }) => event }, 'markStale'],
          },
          { target: 'refused', actions: { type: 'setNotPaid', params: ({ event }) => event } },
        ],
      },
    },
    proving: {
      id: 'proving',
      description: 'The phone is not the shopper’s own: a code proves it before a prompt goes there (D25).',
      invoke: {
        id: 'phoneVerification',
        src: 'phoneVerification',
        input: ({ context }) => ({ phone: payerOf(context), userName: context.userName }),
        onDone: [
          {
            guard: { type: 'isProved', params: ({ event }) => event.output },
            target: 'pushing',
            actions: { type: 'setProof', params: ({ event }) => event.output },
          },
          { target: 'deciding' },
        ],
      },
      on: {
        'code.dismiss': 'deciding',
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    underway: {
      description: 'The bar under the header shows the payment; the order itself offers none (D8).',
      entry: 'clearPayProblem',
      always: { guard: 'isCancelled', target: 'none' },
      on: {
        'bar.idle': { target: 'deciding', actions: ['clearInBar', 'markStale'] },
      },
    },
    refused: {
      description: 'No payment could be begun, and the page says why until the next act.',
      always: { guard: 'isInBar', target: 'underway' },
      on: {
        'pay.ask': [
          { guard: 'isBarTaken', actions: 'setOtherUnderWay' },
          { guard: 'canPay', target: 'confirmingPhone' },
        ],
        ...barTakesIt.on,
        ...timeEnds.on,
      },
    },
    over: {
      description: 'The time to pay for it is over; what became of it says the server.',
      entry: 'clearPayProblem',
      always: { guard: 'isTimeLeft', target: 'deciding' },
    },
  },
});

export const reordering = orderTrackingSetup.createStateConfig({
  description: 'Ordering the lines of the order again (Q25).',
  initial: 'none',
  states: {
    none: {
      description: 'Nobody orders it again.',
      on: { 'reorder.ask': { guard: 'mayReorder', target: 'checking' } },
    },
    checking: {
      description: 'The shop is asked what of it can still be ordered, and for how much.',
      entry: 'clearReorder',
      invoke: {
        id: 'checkLines',
        src: 'checkLines',
        input: ({ context }) => ({ lines: linesToCheck(context.order) }),
        onDone: [
          {
            guard: { type: 'isSomeLeft', params: ({ event }) => ({ lines: event.output }) },
            target: '#toCart',
            actions: [
              { type: 'setReorderTexts', params: ({ event }) => ({ lines: event.output }) },
              { type: 'addToCart', params: ({ context, event }) => reordered(context.order, event.output) },
            ],
          },
          {
            target: 'said',
            actions: { type: 'setReorderTexts', params: ({ event }) => ({ lines: event.output }) },
          },
        ],
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#sessionExpired' },
          { target: 'failed', actions: { type: 'setReorderProblem', params: ({ event }) => event } },
        ],
      },
    },
    said: {
      description: 'Nothing of it can be ordered any more, and the page says so.',
      on: { 'reorder.ask': { guard: 'mayReorder', target: 'checking' } },
    },
    failed: {
      description: 'The shop could not be asked, and the page says why.',
      on: { 'reorder.ask': { guard: 'mayReorder', target: 'checking' } },
    },
  },
});
