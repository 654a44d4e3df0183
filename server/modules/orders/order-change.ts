import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { Sql } from '../../db/client.ts';
import { orderMachine, type OrderInput, type OrderMachineEvent } from '../../machines/order.machine.ts';
import {
  insertEvent, setReservation, updateOrder, type LineRow, type OrderChange, type StoredOrder,
} from './orders.repository.ts';
import { changeReserved, takeFromShelf, type StockChange } from './stock.ts';

/** Everything but payments, which bring their own rows. */
export type OrderEvent = Exclude<OrderMachineEvent, { type: `payment.${string}` | `refund.${string}` | `expiry.${string}` }>;

export type ChangeOutcome = 'changed' | 'unchanged' | 'refused';

type Snapshot = SnapshotFrom<typeof orderMachine>;

const CANCEL_REASON = { byShopper: 'shopper', byStaff: 'staff', expired: 'expired', replaced: 'replaced' } as const;
const CANCELLED_STATE = { shopper: 'byShopper', staff: 'byStaff', expired: 'expired', replaced: 'replaced' } as const;
const TRIES = 5;

/**
 * Lets the order machine decide what `event` does to an order and stores that with a guarded update; where
 * somebody else changed the order in between, it is read and decided again (providers 2.3).
 * `extra` is stock that moves with it in the same product order. Throws StockShort.
 */
export async function changeOrder(
  db: Sql, read: () => Promise<StoredOrder>, event: OrderEvent, now: Date, extra: readonly StockChange[] = [],
): Promise<ChangeOutcome> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stored = await read();
    const before = snapshotOf(stored);
    if (!before.can(event)) return 'refused';
    const [after, effects] = transition(orderMachine, before, event);
    if (effects.some(({ type }) => type === 'ignoreRepeat')) return 'unchanged';
    // Nobody can pay before an order is delivered yet; money must not get lost where that changes.
    if (effects.some(({ type }) => type === 'queueRefund')) throw new Error('order: a refund is due and nothing takes it');
    if (!(await updateOrder(db, stored.order, columnsOf(stored, after, now)))) continue;
    await moveStock(db, stored, before, after, extra);
    if (effects.some(({ type }) => type === 'takeFromShelf')) await takeFromShelf(db, piecesOf(stored.lines));
    await insertEvent(db, { orderId: stored.order.id, type: event.type, data: event, at: now });
    return 'changed';
  }
  throw new Error('order: changed by others at every try');
}

/** How an order begins: its columns and what its lines do to the stock. */
export function newOrderState(input: OrderInput) {
  const [{ value, context }] = initialTransition(orderMachine, input);
  return {
    status: 'pending' as const,
    isPaid: value.money !== 'unpaid',
    expiresAt: context.expiresAt === null ? null : new Date(context.expiresAt),
    reservation: value.stock === 'held' ? ('held' as const) : ('committed' as const),
  };
}

/** The machine's state of a stored order. */
export function snapshotOf({ order, lines }: StoredOrder): Snapshot {
  const isCancelled = order.status === 'cancelled';
  return orderMachine.resolveState({
    value: {
      status: order.status === 'cancelled' ? { cancelled: CANCELLED_STATE[order.cancelReason ?? 'staff'] } : order.status,
      money: order.isPaid ? (isCancelled ? 'refundDue' : 'paid') : 'unpaid',
      stock: lines[0]?.reservation ?? 'released',
    },
    context: {
      paymentMethod: order.paymentMethod,
      expiresAt: order.expiresAt?.getTime() ?? null,
      trackingNumber: order.trackingNumber,
      payments: [],
    },
  });
}

function columnsOf({ order }: StoredOrder, { value, context }: Snapshot, now: Date): OrderChange {
  const { status } = value;
  const isPaid = value.money !== 'unpaid';
  return {
    ...(typeof status === 'string' ? { status, cancelReason: null } : { status: 'cancelled', cancelReason: CANCEL_REASON[status.cancelled] }),
    isPaid,
    paidAt: isPaid ? (order.paidAt ?? now) : null,
    isDelivered: status === 'delivered',
    deliveredAt: status === 'delivered' ? (order.deliveredAt ?? now) : null,
    paymentMethod: context.paymentMethod,
    expiresAt: context.expiresAt === null ? null : new Date(context.expiresAt),
    trackingNumber: context.trackingNumber,
    updatedAt: now,
  };
}

async function moveStock(db: Sql, { order, lines }: StoredOrder, before: Snapshot, after: Snapshot, extra: readonly StockChange[]) {
  const isReleased = before.value.stock !== 'released' && after.value.stock === 'released';
  const given = isReleased ? piecesOf(lines).map(({ product, quantity }) => ({ product, quantity: -quantity })) : [];
  await changeReserved(db, [...given, ...extra]);
  const reservation = after.value.stock;
  if (reservation !== before.value.stock && reservation !== 'reserving') await setReservation(db, order.id, reservation);
}

function piecesOf(lines: readonly LineRow[]): StockChange[] {
  return lines.map(({ productId, quantity }) => ({ product: productId, quantity }));
}
