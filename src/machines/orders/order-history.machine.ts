import { orderIn } from '../../rules/orders/order-list.ts';
import { linesToCheck, reordered } from '../../rules/orders/reorder.ts';
import { courierPage } from '../../rules/orders/shown-order.ts';
import { orderHistorySetup } from './order-history.setup.ts';
import { signedOut, withEvent, withOutput } from '../parts.ts';

/** The orders of the profile: the list, their details, and what can be done with each (§2 Orders tab, U12, H4, Q25). */

export const orderHistoryMachine = orderHistorySetup.createMachine({
  id: 'orderHistory',
  description: "The Orders tab of the profile: the shopper's orders and what can be done with each.",
  context: ({ input }) => ({
    ...input,
    orders: [],
    now: 0,
    opened: [],
    listProblem: null,
    isStale: false,
    tracked: null,
    cancelling: null,
    cancelProblem: null,
    cancelTexts: [],
    reordering: null,
    reorderProblem: null,
    reorderTexts: [],
  }),
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'loading',
  on: { 'session.ended': '.gone' },
  states: {
    loading: {
      description: 'The orders are being loaded.',
      invoke: {
        id: 'loadOrders',
        src: 'loadOrders',
        onDone: [
          { description: 'The shopper has no order.', guard: withOutput('isNone'), target: 'empty' },
          { description: 'The shopper has an order.', target: 'listed', actions: withOutput('setOrders') },
        ],
        onError: [
          signedOut('gone'),
          {
            description: 'The orders could not be loaded for another reason, and the page says why.',
            target: 'failed',
            actions: withEvent('setListProblem'),
          },
        ],
      },
    },
    empty: { id: 'empty', description: 'The shopper has not ordered anything yet.' },
    failed: {
      description: 'The orders could not be loaded; Try Again asks once more.',
      exit: 'clearListProblem',
      on: { 'list.retry': 'loading' },
    },
    listed: {
      description: 'The orders are shown.',
      type: 'parallel',
      invoke: { id: 'clock', src: 'clock' },
      on: {
        'clock.tick': {
          description: 'The time to pay for an order has ended, or a clock that was wrong was put right (H13).',
          guard: withEvent('isAnyHoldChanged'),
          actions: withEvent('setNow'),
        },
        'details.toggle': {
          description: 'It is one of the orders of the list.',
          guard: withEvent('isListed'),
          actions: [
            withEvent('toggleDetails'),
            { type: 'logOrder', params: ({ context, event }) => ({ order: orderIn(context.orders, event.orderId) }) },
          ],
        },
      },
      states: {
        list: {
          description: 'Whether the orders are as the server has them.',
          initial: 'still',
          states: {
            still: {
              description: 'Nothing says that they have changed.',
              always: {
                description: 'An order is not what the list shows any more.',
                guard: 'isStale',
                target: 'asking',
              },
            },
            asking: {
              description: 'An order is not as it is shown: they are asked for again, and stay meanwhile.',
              entry: 'clearStale',
              invoke: {
                id: 'loadOrders',
                src: 'loadOrders',
                onDone: [
                  { description: 'The shopper has no order.', guard: withOutput('isNone'), target: '#empty' },
                  { description: 'The shopper has an order.', target: 'still', actions: withOutput('setOrders') },
                ],
                onError: [
                  signedOut('#gone'),
                  { description: 'They could not be loaded: what is shown stays.', target: 'still' },
                ],
              },
            },
          },
        },
        parcel: {
          description: 'Track Package: to the courier, or to the page of the order (U12).',
          initial: 'none',
          states: {
            none: {
              description: 'No package is being tracked.',
              on: {
                'package.track': {
                  description: 'The order is on its way and has a tracking number (§2).',
                  guard: withEvent('hasPackage'),
                  target: 'copying',
                  actions: withEvent('setTracked'),
                },
              },
            },
            copying: {
              description: 'Its number goes to the clipboard; a browser that refuses it is no obstacle.',
              invoke: {
                id: 'copyNumber',
                src: 'copyNumber',
                input: ({ context }) => ({ trackingNumber: context.tracked?.trackingNumber ?? '' }),
                onDone: [
                  {
                    description: "The shop has set the address of its courier's page (U12).",
                    guard: 'hasCourier',
                    target: 'opened',
                  },
                  {
                    description: "The shop has set no courier's page: the order's own page follows (U12).",
                    target: '#left',
                  },
                ],
                onError: [
                  {
                    description: "The shop has set the address of its courier's page (U12).",
                    guard: 'hasCourier',
                    target: 'opened',
                  },
                  {
                    description: "The shop has set no courier's page: the order's own page follows (U12).",
                    target: '#left',
                  },
                ],
              },
            },
            opened: {
              description: "The courier's page has been opened; a double click opens no second one.",
              entry: {
                type: 'openCourier',
                params: ({ context: { courierLink, tracked } }) => ({
                  url: courierPage(courierLink ?? '', tracked?.trackingNumber ?? ''),
                }),
              },
              after: { doubleClick: { description: "500 ms after the courier's page was opened.", target: 'none' } },
            },
          },
        },
        cancel: {
          description: 'Cancelling one of the orders (H4).',
          initial: 'none',
          states: {
            none: {
              description: 'No order is being cancelled.',
              on: {
                'cancel.ask': {
                  description: 'The order can still be cancelled (H4).',
                  guard: withEvent('mayCancel'),
                  target: 'asking',
                  actions: withEvent('setCancelling'),
                },
              },
            },
            asking: {
              description: 'A dialog asks whether the order is really to be cancelled.',
              on: {
                'cancel.keep': 'none',
                'cancel.confirm': 'sending',
                'clock.tick': {
                  description: 'The time to pay for the order that is asked about has just ended.',
                  guard: withEvent('isAskedHoldEnding'),
                  target: 'none',
                },
              },
            },
            sending: {
              description: 'The server is asked to cancel it; the dialog waits.',
              invoke: {
                id: 'cancelOrder',
                src: 'cancelOrder',
                input: ({ context }) => ({ orderId: context.cancelling?._id ?? '' }),
                onDone: [
                  {
                    description: 'The answer brings the cancelled order.',
                    guard: withOutput('isCancelTold'),
                    target: 'none',
                    actions: withOutput('setCancelled'),
                  },
                  {
                    description:
                      'The order is cancelled, but the answer does not show it: the list is asked for again.',
                    target: 'none',
                    actions: 'markStale',
                  },
                ],
                onError: [
                  signedOut('#gone'),
                  {
                    description: 'The order is not what the list shows any more: the list is asked for again.',
                    guard: withEvent('isOutdated'),
                    target: 'failed',
                    actions: [withEvent('setCancelProblem'), 'markStale'],
                  },
                  {
                    description: 'It could not be cancelled for another reason, and the order says why.',
                    target: 'failed',
                    actions: withEvent('setCancelProblem'),
                  },
                ],
              },
            },
            failed: {
              description: 'It could not be cancelled, and the order says why.',
              on: {
                'cancel.ask': {
                  description: 'The order can still be cancelled (H4).',
                  guard: withEvent('mayCancel'),
                  target: 'asking',
                  actions: withEvent('setCancelling'),
                },
              },
            },
          },
        },
        reorder: {
          description: 'Ordering the lines of an order again (Q25).',
          initial: 'none',
          states: {
            none: {
              description: 'No order is being ordered again.',
              on: {
                'reorder.ask': {
                  description: 'The order is not waiting for its payment or for the staff any more.',
                  guard: withEvent('mayReorder'),
                  target: 'checking',
                  actions: withEvent('setReordering'),
                },
              },
            },
            checking: {
              description: 'The shop is asked what of it can still be ordered, and for how much.',
              invoke: {
                id: 'checkLines',
                src: 'checkLines',
                input: ({ context }) => ({ lines: linesToCheck(context.reordering) }),
                onDone: [
                  {
                    description: 'At least one product of it can still be ordered.',
                    guard: {
                      type: 'isSomeLeft',
                      params: ({ context, event }) => reordered(context.reordering, event.output),
                    },
                    target: '#toCart',
                    actions: [
                      {
                        type: 'setReorderTexts',
                        params: ({ context, event }) => reordered(context.reordering, event.output),
                      },
                      {
                        type: 'addToCart',
                        params: ({ context, event }) => reordered(context.reordering, event.output),
                      },
                    ],
                  },
                  {
                    description: 'No product of it can be ordered any more.',
                    target: 'said',
                    actions: {
                      type: 'setReorderTexts',
                      params: ({ context, event }) => reordered(context.reordering, event.output),
                    },
                  },
                ],
                onError: [
                  signedOut('#gone'),
                  {
                    description: 'The shop could not be asked, and the order says why.',
                    target: 'failed',
                    actions: withEvent('setReorderProblem'),
                  },
                ],
              },
            },
            said: {
              description: 'Nothing of it can be ordered any more, and the order says so.',
              on: {
                'reorder.ask': {
                  description: 'The order is not waiting for its payment or for the staff any more.',
                  guard: withEvent('mayReorder'),
                  target: 'checking',
                  actions: withEvent('setReordering'),
                },
              },
            },
            failed: {
              description: 'The shop could not be asked, and the order says why.',
              on: {
                'reorder.ask': {
                  description: 'The order is not waiting for its payment or for the staff any more.',
                  guard: withEvent('mayReorder'),
                  target: 'checking',
                  actions: withEvent('setReordering'),
                },
              },
            },
          },
        },
      },
    },
    toCart: {
      id: 'toCart',
      type: 'final',
      description: 'The cart follows, with what can be ordered again and what has changed.',
      entry: { type: 'goToCart', params: ({ context }) => ({ texts: context.reorderTexts }) },
    },
    left: {
      id: 'left',
      type: 'final',
      description: 'The page of the order whose package is tracked follows.',
      entry: { type: 'goToOrder', params: ({ context }) => ({ orderId: context.tracked?._id ?? '' }) },
    },
    gone: { id: 'gone', type: 'final', description: 'Nobody is signed in any more: the guard leads to the login.' },
  },
});
