import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import type { Order } from '../../contract/orders.ts';
import { cancelledTexts, cancelProblem, isOrderOutdated, mayCancel } from '../rules/cancel-order.ts';
import { isSignedOut } from '../rules/failure.ts';
import { orderIn, orderListProblem, withOrder } from '../rules/order-list.ts';
import { linesToCheck, mayReorder, reordered, reorderProblem } from '../rules/reorder.ts';
import type { LineNow, LineToCheck, Reordered } from '../rules/reorder.ts';
import { courierPage, hasPackage, isHoldChanged, isHoldEnding } from '../rules/shown-order.ts';
import type {
  Asked,
  Cancelled,
  Failed,
  Listed,
  OrderHistoryContext,
  OrderHistoryEvent,
  OrderHistoryInput,
} from './order-history.types.ts';
import { effectSlot, notProvided } from './slots.ts';

/** The orders of the profile: the list, their details, and what can be done with each (§2 Orders tab, U12, H4, Q25). */

export const orderHistoryMachine = setup({
  types: {
    input: {} as OrderHistoryInput,
    context: {} as OrderHistoryContext,
    events: {} as OrderHistoryEvent,
  },
  actors: {
    loadOrders: fromPromise<Listed, void>(notProvided),
    cancelOrder: fromPromise<Cancelled, Asked>(notProvided),
    /** What the shop knows of the lines now; what is missing is no longer sold. */
    checkLines: fromPromise<readonly LineNow[], { lines: readonly LineToCheck[] }>(notProvided),
    /** To the clipboard. Rejects where the browser refuses it. */
    copyNumber: fromPromise<void, { trackingNumber: string }>(notProvided),
    /** Sends `clock.tick` each second and whenever the page is shown again. */
    clock: fromCallback<EventObject>(notProvided),
    /** Sends `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
  },
  actions: {
    /** Writes the order to the log (§2 Orders tab). */
    logOrder: effectSlot<{ order: Order | null }>(),
    openCourier: effectSlot<{ url: string }>(),
    goToOrder: effectSlot<Asked>(),
    addToCart: effectSlot<Reordered>(),
    goToCart: effectSlot<{ texts: readonly string[] }>(),
    setOrders: assign((_, { orders, now }: Listed) => ({ orders, now })),
    setListProblem: assign((_, { error }: Failed) => ({ listProblem: orderListProblem(error) })),
    clearListProblem: assign({ listProblem: null }),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    markStale: assign({ isStale: true }),
    clearStale: assign({ isStale: false }),
    toggleDetails: assign(({ context: { opened } }, { orderId }: Asked) => ({
      opened: opened.includes(orderId) ? opened.filter((id) => id !== orderId) : [...opened, orderId],
    })),
    setTracked: assign(({ context }, { orderId }: Asked) => ({ tracked: orderIn(context.orders, orderId) })),
    setCancelling: assign(({ context }, { orderId }: Asked) => ({
      cancelling: orderIn(context.orders, orderId),
      cancelProblem: null,
      cancelTexts: [],
    })),
    setCancelled: assign(({ context }, { order, isPromptOpen }: Cancelled) => ({
      orders: withOrder(context.orders, order),
      cancelTexts: order === null ? [] : cancelledTexts(order, isPromptOpen),
    })),
    setCancelProblem: assign((_, { error }: Failed) => ({ cancelProblem: cancelProblem(error) })),
    setReordering: assign(({ context }, { orderId }: Asked) => ({
      reordering: orderIn(context.orders, orderId),
      reorderProblem: null,
      reorderTexts: [],
    })),
    setReorderTexts: assign((_, { texts }: Reordered) => ({ reorderTexts: texts })),
    setReorderProblem: assign((_, { error }: Failed) => ({ reorderProblem: reorderProblem(error) })),
  },
  guards: {
    isNone: (_, { orders }: Listed) => orders.length === 0,
    isStale: ({ context }) => context.isStale,
    isUnauthorized: (_, { error }: Failed) => isSignedOut(error),
    isOutdated: (_, { error }: Failed) => isOrderOutdated(error),
    isListed: ({ context }, { orderId }: Asked) => orderIn(context.orders, orderId) !== null,
    hasPackage: ({ context }, { orderId }: Asked) => isAllowed(context, orderId, hasPackage),
    mayCancel: ({ context }, { orderId }: Asked) => isAllowed(context, orderId, mayCancel),
    mayReorder: ({ context }, { orderId }: Asked) => isAllowed(context, orderId, mayReorder),
    hasCourier: ({ context }) => context.courierLink !== null,
    isAnyHoldChanged: ({ context }, { now }: { now: number }) =>
      context.orders.some((order) => isHoldChanged(order, context.now, now)),
    isAskedHoldEnding: ({ context: { cancelling, ...context } }, { now }: { now: number }) =>
      cancelling !== null && isHoldEnding(cancelling, context.now, now),
    isCancelTold: (_, { order }: Cancelled) => order !== null,
    isSomeLeft: (_, { added }: Reordered) => added.length > 0,
  },
  delays: {
    /** How long the second press of a double click may take, ms. */
    doubleClick: 500,
  },
}).createMachine({
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
          { guard: { type: 'isNone', params: ({ event }) => event.output }, target: 'empty' },
          { target: 'listed', actions: { type: 'setOrders', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'gone' },
          { target: 'failed', actions: { type: 'setListProblem', params: ({ event }) => event } },
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
          guard: { type: 'isAnyHoldChanged', params: ({ event }) => event },
          actions: { type: 'setNow', params: ({ event }) => event },
        },
        'details.toggle': {
          guard: { type: 'isListed', params: ({ event }) => event },
          actions: [
            { type: 'toggleDetails', params: ({ event }) => event },
            {
              type: 'logOrder',
              params: ({ context, event }) => ({ order: orderIn(context.orders, event.orderId) }),
            },
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
              always: { guard: 'isStale', target: 'asking' },
            },
            asking: {
              description: 'An order is not as it is shown: they are asked for again, and stay meanwhile.',
              entry: 'clearStale',
              invoke: {
                id: 'loadOrders',
                src: 'loadOrders',
                onDone: [
                  { guard: { type: 'isNone', params: ({ event }) => event.output }, target: '#empty' },
                  { target: 'still', actions: { type: 'setOrders', params: ({ event }) => event.output } },
                ],
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  { target: 'still' },
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
                  guard: { type: 'hasPackage', params: ({ event }) => event },
                  target: 'copying',
                  actions: { type: 'setTracked', params: ({ event }) => event },
                },
              },
            },
            copying: {
              description: 'Its number goes to the clipboard; a browser that refuses it is no obstacle.',
              invoke: {
                id: 'copyNumber',
                src: 'copyNumber',
                input: ({ context }) => ({ trackingNumber: context.tracked?.trackingNumber ?? '' }),
                onDone: [{ guard: 'hasCourier', target: 'opened' }, { target: '#left' }],
                onError: [{ guard: 'hasCourier', target: 'opened' }, { target: '#left' }],
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
              after: { doubleClick: 'none' },
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
                  guard: { type: 'mayCancel', params: ({ event }) => event },
                  target: 'asking',
                  actions: { type: 'setCancelling', params: ({ event }) => event },
                },
              },
            },
            asking: {
              description: 'A dialog asks whether the order is really to be cancelled.',
              on: {
                'cancel.keep': 'none',
                'cancel.confirm': 'sending',
                'clock.tick': {
                  guard: { type: 'isAskedHoldEnding', params: ({ event }) => event },
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
                    guard: { type: 'isCancelTold', params: ({ event }) => event.output },
                    target: 'none',
                    actions: { type: 'setCancelled', params: ({ event }) => event.output },
                  },
                  { target: 'none', actions: 'markStale' },
                ],
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  {
                    guard: { type: 'isOutdated', params: ({ event }) => event },
                    target: 'failed',
                    actions: [{ type: 'setCancelProblem', params: ({ event }) => event }, 'markStale'],
                  },
                  { target: 'failed', actions: { type: 'setCancelProblem', params: ({ event }) => event } },
                ],
              },
            },
            failed: {
              description: 'It could not be cancelled, and the order says why.',
              on: {
                'cancel.ask': {
                  guard: { type: 'mayCancel', params: ({ event }) => event },
                  target: 'asking',
                  actions: { type: 'setCancelling', params: ({ event }) => event },
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
                  guard: { type: 'mayReorder', params: ({ event }) => event },
                  target: 'checking',
                  actions: { type: 'setReordering', params: ({ event }) => event },
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
                    target: 'said',
                    actions: {
                      type: 'setReorderTexts',
                      params: ({ context, event }) => reordered(context.reordering, event.output),
                    },
                  },
                ],
                onError: [
                  { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: '#gone' },
                  { target: 'failed', actions: { type: 'setReorderProblem', params: ({ event }) => event } },
                ],
              },
            },
            said: {
              description: 'Nothing of it can be ordered any more, and the order says so.',
              on: {
                'reorder.ask': {
                  guard: { type: 'mayReorder', params: ({ event }) => event },
                  target: 'checking',
                  actions: { type: 'setReordering', params: ({ event }) => event },
                },
              },
            },
            failed: {
              description: 'The shop could not be asked, and the order says why.',
              on: {
                'reorder.ask': {
                  guard: { type: 'mayReorder', params: ({ event }) => event },
                  target: 'checking',
                  actions: { type: 'setReordering', params: ({ event }) => event },
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

function isAllowed({ orders }: OrderHistoryContext, orderId: string, rule: (order: Order) => boolean): boolean {
  const order = orderIn(orders, orderId);
  return order !== null && rule(order);
}
