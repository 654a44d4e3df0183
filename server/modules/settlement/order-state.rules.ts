import { initialTransition, type SnapshotFrom } from 'xstate';
import { orderMachine } from '../../machines/order.machine.ts';
import type { OrderInput } from '../../machines/order.types.ts';
import type { OrderChange, StoredOrder } from './stored-orders.repository.ts';

export type Snapshot = SnapshotFrom<typeof orderMachine>;

const CANCEL_REASON = {
  byShopper: 'shopper',
  byStaff: 'staff',
  expired: 'expired',
  replaced: 'replaced',
  lost: 'lost',
  returned: 'returned',
} as const;
const CANCELLED_STATE = {
  shopper: 'byShopper',
  staff: 'byStaff',
  expired: 'expired',
  replaced: 'replaced',
  lost: 'lost',
  returned: 'returned',
} as const;

/** Returns the initial columns of an order and the initial reservation of its lines. */
export function getInitialState(input: OrderInput) {
  const [{ value, context }] = initialTransition(orderMachine, input);
  return {
    status: 'pending' as const,
    isPaid: value.money !== 'unpaid',
    expiresAt: context.expiresAt === null ? null : new Date(context.expiresAt),
    reservation: value.stock === 'held' ? ('held' as const) : ('committed' as const),
  };
}

/** Converts a stored order and its payments to a machine snapshot. */
export function toOrderSnapshot({ order, lines }: StoredOrder, payments: readonly string[]): Snapshot {
  return orderMachine.resolveState({
    value: {
      status:
        order.status === 'cancelled' ? { cancelled: CANCELLED_STATE[order.cancelReason ?? 'staff'] } : order.status,
      money: order.money,
      cash: order.cash,
      stock: lines[0]?.reservation ?? 'released',
    },
    context: {
      paymentMethod: order.paymentMethod,
      expiresAt: order.expiresAt?.getTime() ?? null,
      trackingNumber: order.trackingNumber,
      payments,
      isWaived: order.noRefundReason !== null,
    },
  });
}

/** Returns the order's columns for a snapshot that was reached at `now`. `paidAt` is the payment time. */
export function toOrderColumns(
  { order }: Pick<StoredOrder, 'order'>,
  { value, context }: Snapshot,
  now: Date,
  paidAt = now,
) {
  const { status } = value;
  // Neither a payment after the order ended (D27) nor one in doubt counts as paid.
  const isUnchanged = ['refundDue', 'refunded', 'kept', 'held'].includes(value.money);
  const isPaid = isUnchanged ? order.isPaid : value.money !== 'unpaid' && value.money !== 'partPaid';
  return {
    ...(typeof status === 'string'
      ? { status, cancelReason: null }
      : { status: 'cancelled' as const, cancelReason: CANCEL_REASON[status.cancelled] }),
    isPaid,
    money: value.money,
    cash: value.cash,
    ...(!context.isWaived && { noRefundReason: null }),
    paidAt: isPaid ? (order.paidAt ?? paidAt) : null,
    isDelivered: status === 'delivered',
    deliveredAt: status === 'delivered' ? (order.deliveredAt ?? now) : null,
    paymentMethod: context.paymentMethod,
    expiresAt: context.expiresAt === null ? null : new Date(context.expiresAt),
    trackingNumber: context.trackingNumber,
    updatedAt: now,
  } satisfies OrderChange;
}
