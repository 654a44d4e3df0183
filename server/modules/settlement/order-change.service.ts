import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import {
  orderMachine,
  type MessageSubject,
  type OrderInput,
  type OrderMachineEvent,
} from '../../machines/order.machine.ts';
import { queueMessage } from '../messages/messages.service.ts';
import { raiseAlarm } from './alarms.service.ts';
import { paymentsOf } from './attempts.repository.ts';
import { refundPayments } from './refunds.service.ts';
import {
  insertEvent,
  setReservation,
  updateOrder,
  type LineRow,
  type OrderChange,
  type StoredOrder,
} from '../orders/orders.repository.ts';
import { canReserve, changeReserved, takeFromShelf, type StockChange } from './stock.repository.ts';

/** Of money that came in only its payment is named; whether the pieces are there is looked up here. */
export type OrderEvent =
  | Exclude<OrderMachineEvent, { type: 'payment.succeeded' }>
  | { readonly type: 'payment.succeeded'; readonly payment: string };

/** `attemptFirst`: the order's time is over, but its prompt has to be settled before it may expire (T6). */
export type ChangeOutcome = 'changed' | 'unchanged' | 'refused' | 'attemptFirst';

type Effects = Pick<Deps, 'jobs' | 'log'>;
type Snapshot = SnapshotFrom<typeof orderMachine>;

interface Change {
  readonly stored: StoredOrder;
  readonly event: OrderEvent;
  /** Names of the payments that came in before: those of their attempts. */
  readonly payments: readonly string[];
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly now: Date;
}

const CANCEL_REASON = { byShopper: 'shopper', byStaff: 'staff', expired: 'expired', replaced: 'replaced' } as const;
const CANCELLED_STATE = { shopper: 'byShopper', staff: 'byStaff', expired: 'expired', replaced: 'replaced' } as const;
const TRIES = 5;

/**
 * Lets the order machine decide what `event` does to an order and stores that, with all that it brings about, in
 * the caller's transaction: a guarded update, and where somebody else changed the order in between, it is read and
 * decided again (providers 2.3). `extra` is stock that moves with it in the same product order. Throws StockShort.
 * A payment is named by its attempt; the caller writes its row afterwards.
 */
export async function changeOrder(
  db: Sql,
  deps: Effects,
  read: () => Promise<StoredOrder>,
  event: OrderEvent,
  now: Date,
  extra: readonly StockChange[] = [],
): Promise<ChangeOutcome> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const stored = await read();
    const payments = (await paymentsOf(db, stored.order.id)).map(({ attemptId }) => attemptId);
    const before = snapshotOf(stored, payments);
    const full = event.type === 'payment.succeeded' ? { ...event, hasStock: await hasStock(db, stored) } : event;
    if (!before.can(full)) return 'refused';
    const [after, actions] = transition(orderMachine, before, full);
    if (actions.some(({ type }) => type === 'ignoreRepeat')) return 'unchanged';
    if (actions.some(({ type }) => type === 'settleAttemptFirst')) return 'attemptFirst';
    if (!(await updateOrder(db, stored.order, columnsOf(stored, after, now)))) continue;
    const change = { stored, event, payments, before, after, now };
    await moveStock(db, change, extra);
    await insertEvent(db, { orderId: stored.order.id, type: event.type, data: event, at: now });
    for (const { type, params } of actions) await carryOut(db, deps, change, type, params);
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

/** The machine's state of a stored order and of the payments that came in for it. */
export function snapshotOf({ order, lines }: StoredOrder, payments: readonly string[]): Snapshot {
  return orderMachine.resolveState({
    value: {
      status:
        order.status === 'cancelled' ? { cancelled: CANCELLED_STATE[order.cancelReason ?? 'staff'] } : order.status,
      money: order.money,
      stock: lines[0]?.reservation ?? 'released',
    },
    context: {
      paymentMethod: order.paymentMethod,
      expiresAt: order.expiresAt?.getTime() ?? null,
      trackingNumber: order.trackingNumber,
      payments,
    },
  });
}

/** What of the order's row follows from a state of the machine that it reached at `now`. */
export function columnsOf({ order }: Pick<StoredOrder, 'order'>, { value, context }: Snapshot, now: Date) {
  const { status } = value;
  const isPaid = value.money !== 'unpaid';
  return {
    ...(typeof status === 'string'
      ? { status, cancelReason: null }
      : { status: 'cancelled' as const, cancelReason: CANCEL_REASON[status.cancelled] }),
    isPaid,
    money: value.money,
    paidAt: isPaid ? (order.paidAt ?? now) : null,
    isDelivered: status === 'delivered',
    deliveredAt: status === 'delivered' ? (order.deliveredAt ?? now) : null,
    paymentMethod: context.paymentMethod,
    expiresAt: context.expiresAt === null ? null : new Date(context.expiresAt),
    trackingNumber: context.trackingNumber,
    updatedAt: now,
  } satisfies OrderChange;
}

/** Late money for an order whose pieces were given back needs them once more (D12). */
async function hasStock(db: Sql, { lines }: StoredOrder): Promise<boolean> {
  return lines.every(({ reservation }) => reservation !== 'released') || canReserve(db, piecesOf(lines));
}

async function moveStock(
  db: Sql,
  { stored: { order, lines }, before, after }: Change,
  extra: readonly StockChange[],
): Promise<void> {
  const [from, to] = [before.value.stock, after.value.stock];
  const sign = from === to ? 0 : Number(from === 'released') - Number(to === 'released');
  await changeReserved(db, [
    ...piecesOf(lines).map(({ product, quantity }) => ({ product, quantity: sign * quantity })),
    ...extra,
  ]);
  if (to !== from && to !== 'reserving') await setReservation(db, order.id, to);
}

/** What the machine wants done beside the order's own columns and stock; other actions are its own. */
async function carryOut(
  db: Sql,
  deps: Effects,
  { stored: { order, lines }, event, payments, after, now }: Change,
  type: string,
  params: unknown,
) {
  switch (type) {
    case 'takeFromShelf':
      await takeFromShelf(db, piecesOf(lines));
      break;
    case 'queueMessage':
      await queueMessage(db, deps.jobs, order.id, (params as { about: MessageSubject }).about, now);
      break;
    case 'queueRefund': {
      const isOverpaid = after.value.money === 'overpaid';
      const queued = await refundPayments(
        db,
        deps,
        {
          orderId: order.id,
          payments: event.type === 'payment.succeeded' ? [event.payment] : payments,
          amount: order.totalPrice,
          reason: isOverpaid ? 'overpaid' : 'cancelled',
        },
        now,
      );
      if (queued.length > 0)
        await queueMessage(db, deps.jobs, order.id, isOverpaid ? 'overpaid' : 'refund', now, queued);
      break;
    }
    case 'alertDesk': {
      const attemptId = event.type === 'payment.succeeded' ? event.payment : null;
      await raiseAlarm(db, deps, { kind: event.type, orderId: order.id, attemptId }, now);
      break;
    }
  }
}

function piecesOf(lines: readonly LineRow[]): StockChange[] {
  return lines.map(({ productId, quantity }) => ({ product: productId, quantity }));
}
