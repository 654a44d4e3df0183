import { linesToCheck, reordered } from '../../rules/orders/reorder.ts';
import { orderTrackingSetup } from './order-tracking.setup.ts';
import { signedOut, withEvent, withOutput } from '../parts.ts';

/** What goes on beside an order that is shown: it is asked for again, cancelled, paid and ordered again. */

export const refreshing = orderTrackingSetup.createStateConfig({
  description: 'Whether the order is as the server has it.',
  initial: 'still',
  states: {
    still: {
      description: 'Nothing says that it has changed.',
      always: {
        description: 'Something says that the order is not what is shown any more.',
        guard: 'isStale',
        target: 'asking',
      },
    },
    asking: {
      description: 'It is asked for again and stays shown meanwhile.',
      entry: 'clearStale',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: { target: 'still', actions: withOutput('setOrder') },
        onError: [
          signedOut('#sessionExpired'),
          {
            description: 'It is the order of somebody else (§6).',
            guard: withEvent('isForbidden'),
            target: '#accessDenied',
            actions: withEvent('setProblem'),
          },
          {
            description: 'The shop no longer knows the order.',
            guard: withEvent('isUnknown'),
            target: '#notFound',
            actions: withEvent('setProblem'),
          },
          { description: 'It could not be loaded: what is shown stays.', target: 'still' },
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
      on: {
        'cancel.ask': {
          description: 'The order can still be cancelled, and no dialog is open (H4).',
          guard: 'mayCancel',
          target: 'asking',
        },
      },
    },
    asking: {
      id: 'cancelAsking',
      description: 'A dialog asks whether the order is really to be cancelled.',
      entry: 'clearCancelProblem',
      on: {
        'cancel.keep': 'none',
        'cancel.confirm': { target: 'sending', actions: 'setPromptLeft' },
        'clock.tick': {
          description: 'The time to pay for the order ends with this second (D12).',
          guard: withEvent('isTimeEnding'),
          target: 'none',
          actions: withEvent('setNow'),
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
            description: 'The answer brings the cancelled order.',
            guard: { type: 'isCancelTold', params: ({ event }) => ({ order: event.output }) },
            target: 'none',
            actions: { type: 'setCancelled', params: ({ event }) => ({ order: event.output }) },
          },
          {
            description: 'The order is cancelled, but the answer does not show it: it is asked for again.',
            target: 'none',
            actions: 'markStale',
          },
        ],
        onError: [
          signedOut('#sessionExpired'),
          {
            description: 'It is the order of somebody else (§6).',
            guard: withEvent('isForbidden'),
            target: '#accessDenied',
            actions: withEvent('setProblem'),
          },
          {
            description: 'The shop no longer knows the order.',
            guard: withEvent('isUnknown'),
            target: '#notFound',
            actions: withEvent('setProblem'),
          },
          {
            description: 'The order is not what is shown any more: it is asked for again.',
            guard: withEvent('hasMovedOn'),
            target: 'failed',
            actions: [withEvent('setCancelProblem'), 'markStale'],
          },
          {
            description: 'It could not be cancelled for another reason, and the page says why.',
            target: 'failed',
            actions: withEvent('setCancelProblem'),
          },
        ],
      },
    },
    failed: {
      description: 'It could not be cancelled, and the page says why.',
      on: {
        'cancel.ask': {
          description: 'The order can still be cancelled, and no dialog is open (H4).',
          guard: 'mayCancel',
          target: 'asking',
        },
      },
    },
  },
});

export const reordering = orderTrackingSetup.createStateConfig({
  description: 'Ordering the lines of the order again (Q25).',
  initial: 'none',
  states: {
    none: {
      description: 'Nobody orders it again.',
      on: {
        'reorder.ask': {
          description: 'The order is not waiting for its payment or for the staff any more, and no dialog is open.',
          guard: 'mayReorder',
          target: 'checking',
        },
      },
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
            description: 'At least one product of it can still be ordered.',
            guard: { type: 'isSomeLeft', params: ({ event }) => ({ lines: event.output }) },
            target: '#toCart',
            actions: [
              { type: 'setReorderTexts', params: ({ event }) => ({ lines: event.output }) },
              { type: 'addToCart', params: ({ context, event }) => reordered(context.order, event.output) },
            ],
          },
          {
            description: 'No product of it can be ordered any more.',
            target: 'said',
            actions: { type: 'setReorderTexts', params: ({ event }) => ({ lines: event.output }) },
          },
        ],
        onError: [
          signedOut('#sessionExpired'),
          {
            description: 'The shop could not be asked, and the page says why.',
            target: 'failed',
            actions: withEvent('setReorderProblem'),
          },
        ],
      },
    },
    said: {
      description: 'Nothing of it can be ordered any more, and the page says so.',
      on: {
        'reorder.ask': {
          description: 'The order is not waiting for its payment or for the staff any more, and no dialog is open.',
          guard: 'mayReorder',
          target: 'checking',
        },
      },
    },
    failed: {
      description: 'The shop could not be asked, and the page says why.',
      on: {
        'reorder.ask': {
          description: 'The order is not waiting for its payment or for the staff any more, and no dialog is open.',
          guard: 'mayReorder',
          target: 'checking',
        },
      },
    },
  },
});
