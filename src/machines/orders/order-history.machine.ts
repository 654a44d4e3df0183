import { assign, setup } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import { getCancelledTexts, toCancelProblem, isOrderOutdated, canCancel } from '../../rules/orders/cancel-order.ts';
import { findOrder, toOrderListProblem, replaceOrder } from '../../rules/orders/order-list.ts';
import { canReorder, toReorderProblem } from '../../rules/orders/reorder.ts';
import type { CurrentLine, LineToCheck, ReorderResult } from '../../rules/orders/reorder.ts';
import {
  getCourierPage,
  hasPackage,
  hasPaymentTimeChanged,
  isPaymentTimeEnding,
} from '../../rules/orders/shown-order.ts';
import { cancelling, refreshing, reordering, toCart } from './order.parts.ts';
import { signedOut, withEvent, withOutput } from '../parts.ts';
import type { Failure, OrderRef } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';

/** The orders of the profile: the list, their details and actions (§2 Orders tab, U12, H4, Q25). */

export interface OrderHistoryInput {
  /** The courier's page with `{number}` in it; `null` when the shop has none (U12). */
  readonly courierLink: string | null;
}

export interface OrderHistoryContext extends OrderHistoryInput {
  /** In the server's order, newest first. */
  readonly orders: readonly Order[];
  /** Server time when the orders were listed, or when the time to pay for one of them last ended. Epoch ms (H13). */
  readonly now: number;
  /** Ids of the orders with open details. */
  readonly opened: readonly string[];
  /** Why there is no list. */
  readonly listProblem: Problem | null;
  /** The server has reported that an order is outdated. */
  readonly isStale: boolean;
  /** The order whose package is tracked. */
  readonly tracked: Order | null;
  /** The order of the last cancellation, its error, and its result. */
  readonly cancelling: Order | null;
  readonly cancelProblem: Problem | null;
  readonly cancelTexts: readonly string[];
  /** The order that was last ordered again, its error, and the changes since then. */
  readonly reordering: Order | null;
  readonly reorderProblem: Problem | null;
  readonly reorderTexts: readonly string[];
}

interface OrderEvent<Type extends string> extends OrderRef {
  readonly type: Type;
}

export type OrderHistoryEvent =
  | { readonly type: 'list.retry' }
  | OrderEvent<'details.toggle'>
  | OrderEvent<'package.track'>
  | OrderEvent<'cancel.ask'>
  | { readonly type: 'cancel.keep' }
  | { readonly type: 'cancel.confirm' }
  | OrderEvent<'reorder.ask'>
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'session.ended' };

/** The orders, and the server time when it listed them. Epoch ms. */
interface ListResult {
  readonly orders: readonly Order[];
  readonly now: number;
}

/** A cancelled order; `null` when the server only confirms the cancellation. */
interface CancelResult {
  readonly order: Order | null;
  /** Whether a payment of it was under way in the bar under the header. */
  readonly isPromptOpen: boolean;
}

/** The page follows even if the browser refuses the clipboard. */
const parcelFollows = [
  { description: "The shop has an address for its courier's page (U12).", guard: 'hasCourier', target: 'opened' },
  { description: "The shop has no address for a courier's page, so the order's page follows (U12).", target: '#left' },
] as const;

export const orderHistoryMachine = setup({
  types: {
    input: {} as OrderHistoryInput,
    context: {} as OrderHistoryContext,
    events: {} as OrderHistoryEvent,
  },
  actors: {
    loadOrders: callSlot<ListResult>(),
    cancelOrder: callSlot<CancelResult, OrderRef>(),
    /** Current data of the lines; a missing line is no longer sold. */
    checkLines: callSlot<readonly CurrentLine[], { lines: readonly LineToCheck[] }>(),
    /** To the clipboard. Rejects when the browser refuses. */
    copyNumber: callSlot<void, { trackingNumber: string }>(),
    /** Sends `clock.tick` each second and when the page is shown again. */
    clock: listenerSlot(),
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    /** Logs the order to the console (§2 Orders tab). */
    logOrder: effectSlot<{ order: Order | null }>(),
    openCourier: effectSlot<{ url: string }>(),
    goToOrder: effectSlot<OrderRef>(),
    addToCart: effectSlot<ReorderResult>(),
    goToCart: effectSlot<{ texts: readonly string[] }>(),
    setOrders: assign((_, { orders, now }: ListResult) => ({ orders, now })),
    setListProblem: assign((_, { error }: Failure) => ({ listProblem: toOrderListProblem(error) })),
    clearListProblem: assign({ listProblem: null }),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    markStale: assign({ isStale: true }),
    clearStale: assign({ isStale: false }),
    toggleDetails: assign(({ context: { opened } }, { orderId }: OrderRef) => ({
      opened: opened.includes(orderId) ? opened.filter((id) => id !== orderId) : [...opened, orderId],
    })),
    setTracked: assign(({ context }, { orderId }: OrderRef) => ({ tracked: findOrder(context.orders, orderId) })),
    setCancelling: assign(({ context }, { orderId }: OrderRef) => ({
      cancelling: findOrder(context.orders, orderId),
      cancelProblem: null,
      cancelTexts: [],
    })),
    setCancelled: assign(({ context }, { order, isPromptOpen }: CancelResult) => ({
      orders: replaceOrder(context.orders, order),
      cancelTexts: order === null ? [] : getCancelledTexts(order, isPromptOpen),
    })),
    setCancelProblem: assign((_, { error }: Failure) => ({ cancelProblem: toCancelProblem(error) })),
    setReordering: assign(({ context }, { orderId }: OrderRef) => ({
      reordering: findOrder(context.orders, orderId),
      reorderProblem: null,
      reorderTexts: [],
    })),
    setReorderTexts: assign((_, { texts }: ReorderResult) => ({ reorderTexts: texts })),
    setReorderProblem: assign((_, { error }: Failure) => ({ reorderProblem: toReorderProblem(error) })),
  },
  guards: {
    isNone: (_, { orders }: ListResult) => orders.length === 0,
    isStale: ({ context }) => context.isStale,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isOutdated: (_, { error }: Failure) => isOrderOutdated(error),
    isListed: ({ context }, { orderId }: OrderRef) => findOrder(context.orders, orderId) !== null,
    hasPackage: ({ context }, { orderId }: OrderRef) => isAllowed(context, orderId, hasPackage),
    mayCancel: ({ context }, { orderId }: OrderRef) => isAllowed(context, orderId, canCancel),
    mayReorder: ({ context }, { orderId }: OrderRef) => isAllowed(context, orderId, canReorder),
    hasCourier: ({ context }) => context.courierLink !== null,
    isAnyHoldChanged: ({ context }, { now }: { now: number }) =>
      context.orders.some((order) => hasPaymentTimeChanged(order, context.now, now)),
    isAskedHoldEnding: ({ context: { cancelling, ...context } }, { now }: { now: number }) =>
      cancelling !== null && isPaymentTimeEnding(cancelling, context.now, now),
    isCancelTold: (_, { order }: CancelResult) => order !== null,
    isSomeLeft: (_, { added }: ReorderResult) => added.length > 0,
  },
  delays: {
    /** Longest time of a double click. Milliseconds. */
    doubleClick: 500,
  },
}).createMachine({
  id: 'orderHistory',
  description: "The Orders tab of the profile: the shopper's orders and their actions.",
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
  invoke: slot('watchSession'),
  initial: 'loading',
  on: { 'session.ended': '.gone' },
  states: {
    loading: {
      description: 'The orders are loading.',
      invoke: {
        ...slot('loadOrders'),
        onDone: [
          { description: 'The shopper has no order.', guard: withOutput('isNone'), target: 'empty' },
          { description: 'The shopper has an order.', target: 'listed', actions: withOutput('setOrders') },
        ],
        onError: [
          signedOut('gone'),
          {
            description: 'The orders could not be loaded for another reason. The page shows the error.',
            target: 'failed',
            actions: withEvent('setListProblem'),
          },
        ],
      },
    },
    empty: { id: 'empty', description: 'The shopper has no orders yet.' },
    failed: {
      description: 'The orders could not be loaded. The shopper can try again.',
      exit: 'clearListProblem',
      on: { 'list.retry': 'loading' },
    },
    listed: {
      description: 'The orders are shown.',
      type: 'parallel',
      invoke: slot('clock'),
      on: {
        'clock.tick': {
          description: 'The time to pay for an order has ended, or a wrong clock was corrected (H13).',
          guard: withEvent('isAnyHoldChanged'),
          actions: withEvent('setNow'),
        },
        'details.toggle': {
          description: 'The order is in the list.',
          guard: withEvent('isListed'),
          actions: [
            withEvent('toggleDetails'),
            { type: 'logOrder', params: ({ context, event }) => ({ order: findOrder(context.orders, event.orderId) }) },
          ],
        },
      },
      states: {
        list: refreshing({
          ...slot('loadOrders'),
          onDone: [
            { description: 'The shopper has no order.', guard: withOutput('isNone'), target: '#empty' },
            { description: 'The shopper has an order.', target: 'still', actions: withOutput('setOrders') },
          ],
          onError: [
            signedOut('#gone'),
            { description: 'The orders could not be loaded. The list stays.', target: 'still' },
          ],
        }),
        parcel: {
          description: "Track Package: opens the courier's page, or the page of the order (U12).",
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
              description:
                'The tracking number is copied to the clipboard. If the browser refuses, tracking continues.',
              invoke: {
                ...slot('copyNumber'),
                input: ({ context }) => ({ trackingNumber: context.tracked?.trackingNumber ?? '' }),
                onDone: parcelFollows,
                onError: parcelFollows,
              },
            },
            opened: {
              description: "The courier's page has opened. A double click does not open it twice.",
              entry: {
                type: 'openCourier',
                params: ({ context: { courierLink, tracked } }) => ({
                  url: getCourierPage(courierLink ?? '', tracked?.trackingNumber ?? ''),
                }),
              },
              after: { doubleClick: { description: "500 ms after the courier's page was opened.", target: 'none' } },
            },
          },
        },
        cancel: cancelling({
          ask: {
            description: 'The order can still be cancelled (H4).',
            guard: withEvent('mayCancel'),
            target: 'asking',
            actions: withEvent('setCancelling'),
          },
          asking: {
            on: {
              'cancel.keep': 'none',
              'cancel.confirm': 'sending',
              'clock.tick': {
                description: 'The time to pay for this order has just ended.',
                guard: withEvent('isAskedHoldEnding'),
                target: 'none',
              },
            },
          },
          input: ({ context }: { context: OrderHistoryContext }) => ({ orderId: context.cancelling?._id ?? '' }),
          refused: [
            signedOut('#gone'),
            {
              description: 'The order in the list is outdated, so the list loads again.',
              guard: withEvent('isOutdated'),
              target: 'failed',
              actions: [withEvent('setCancelProblem'), 'markStale'],
            },
          ],
        }),
        reorder: reordering({
          ask: {
            description: 'The order no longer waits for its payment or for the staff.',
            guard: withEvent('mayReorder'),
            target: 'checking',
            actions: withEvent('setReordering'),
          },
          orderIn: (context: OrderHistoryContext) => context.reordering,
          expired: '#gone',
        }),
      },
    },
    toCart,
    left: {
      id: 'left',
      type: 'final',
      description: 'The page of the tracked order follows.',
      entry: { type: 'goToOrder', params: ({ context }) => ({ orderId: context.tracked?._id ?? '' }) },
    },
    gone: { id: 'gone', type: 'final', description: 'The shopper is logged out; the login page follows.' },
  },
});

function isAllowed({ orders }: OrderHistoryContext, orderId: string, rule: (order: Order) => boolean): boolean {
  const order = findOrder(orders, orderId);
  return order !== null && rule(order);
}
