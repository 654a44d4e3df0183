import { assign, setup } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import { cancelledTexts, cancelProblem, isOrderOutdated, mayCancel } from '../../rules/orders/cancel-order.ts';
import { isSignedOut } from '../../rules/failure.ts';
import { orderIn, orderListProblem, withOrder } from '../../rules/orders/order-list.ts';
import { mayReorder, reorderProblem } from '../../rules/orders/reorder.ts';
import type { LineNow, LineToCheck, Reordered } from '../../rules/orders/reorder.ts';
import { hasPackage, isHoldChanged, isHoldEnding } from '../../rules/orders/shown-order.ts';
import type {
  Asked,
  Cancelled,
  Listed,
  OrderHistoryContext,
  OrderHistoryEvent,
  OrderHistoryInput,
} from './order-history.types.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot } from '../slots.ts';

/** The slots, actions, guards and delays of order-history.machine.ts. */
export const orderHistorySetup = setup({
  types: {
    input: {} as OrderHistoryInput,
    context: {} as OrderHistoryContext,
    events: {} as OrderHistoryEvent,
  },
  actors: {
    loadOrders: callSlot<Listed>(),
    cancelOrder: callSlot<Cancelled, Asked>(),
    /** What the shop knows of the lines now; what is missing is no longer sold. */
    checkLines: callSlot<readonly LineNow[], { lines: readonly LineToCheck[] }>(),
    /** To the clipboard. Rejects where the browser refuses it. */
    copyNumber: callSlot<void, { trackingNumber: string }>(),
    /** Sends `clock.tick` each second and whenever the page is shown again. */
    clock: listenerSlot(),
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    /** Writes the order to the log (§2 Orders tab). */
    logOrder: effectSlot<{ order: Order | null }>(),
    openCourier: effectSlot<{ url: string }>(),
    goToOrder: effectSlot<Asked>(),
    addToCart: effectSlot<Reordered>(),
    goToCart: effectSlot<{ texts: readonly string[] }>(),
    setOrders: assign((_, { orders, now }: Listed) => ({ orders, now })),
    setListProblem: assign((_, { error }: Failure) => ({ listProblem: orderListProblem(error) })),
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
    setCancelProblem: assign((_, { error }: Failure) => ({ cancelProblem: cancelProblem(error) })),
    setReordering: assign(({ context }, { orderId }: Asked) => ({
      reordering: orderIn(context.orders, orderId),
      reorderProblem: null,
      reorderTexts: [],
    })),
    setReorderTexts: assign((_, { texts }: Reordered) => ({ reorderTexts: texts })),
    setReorderProblem: assign((_, { error }: Failure) => ({ reorderProblem: reorderProblem(error) })),
  },
  guards: {
    isNone: (_, { orders }: Listed) => orders.length === 0,
    isStale: ({ context }) => context.isStale,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
    isOutdated: (_, { error }: Failure) => isOrderOutdated(error),
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
});

function isAllowed({ orders }: OrderHistoryContext, orderId: string, rule: (order: Order) => boolean): boolean {
  const order = orderIn(orders, orderId);
  return order !== null && rule(order);
}
