import { transition } from 'xstate';
import { toShillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import { orderMachine } from '../../machines/order.machine.ts';
import type { OrderMachineEvent } from '../../machines/order.types.ts';
import type { MessageSubject } from '../messages/order-messages.texts.ts';
import {
  bookOrder,
  canReserve,
  changeReserved,
  reduceStock,
  SHOPPER,
  SYSTEM,
  type StockActor,
  type StockChange,
} from '../stock/stock.repository.ts';
import { findPayments } from './attempts.repository.ts';
import { comparePayment, getDue } from './part-payments.rules.ts';
import { countUnproven, endReview } from './received-money.repository.ts';
import { getPaymentName, type PaymentRow } from './stored-rows.rules.ts';
import { toOrderColumns, toOrderSnapshot, type Snapshot } from './order-state.rules.ts';
import {
  insertEvent,
  setReservation,
  updateOrder,
  type LineRow,
  type StoredOrder,
} from './stored-orders.repository.ts';

/** A received payment, whose row the caller has inserted. The service itself checks the stock. */
type MoneyEvent = {
  readonly type: 'payment.succeeded' | 'payment.doubted';
  /** See `getPaymentName`. */
  readonly payment: string;
  /** Whether the order does not know the payment yet. */
  readonly isNew: boolean;
  /** Payment time. Defaults to now. */
  readonly paidAt?: Date;
};
export type OrderEvent = Exclude<OrderMachineEvent, { type: MoneyEvent['type'] | 'payment.part' }> | MoneyEvent;

/** `attemptFirst`: the order's time is over, but its prompt must be settled first (T6). */
export type ChangeOutcome = 'changed' | 'unchanged' | 'refused' | 'attemptFirst';

interface Change {
  readonly stored: StoredOrder;
  readonly event: OrderEvent;
  /** All payments of the order. */
  readonly payments: Awaited<ReturnType<typeof findPayments>>;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly now: Date;
}

const TRIES = 5;

/** Applies events to orders, including all side effects. */
export function createOrderChangeService(services: Pick<Services, 'messages' | 'alarms' | 'refunds'>) {
  const { queueMessage } = services.messages;
  const { raiseAlarm } = services.alarms;
  const { refundPayments, refundRest } = services.refunds;

  /**
   * Lets the order machine decide the effect of `event`. Stores it in the caller's transaction with a guarded update,
   * together with all side effects. Reads and decides again when the order changed in between (providers 2.3). `extra`
   * is further stock that is changed in the same product order, `by` who the stock ledger names. Throws
   * `StockShortError`.
   */
  async function changeOrder(
    tx: Sql,
    read: () => Promise<StoredOrder>,
    event: OrderEvent,
    now: Date,
    { extra = [], by = toActor(event) }: { readonly extra?: readonly StockChange[]; readonly by?: StockActor } = {},
  ): Promise<ChangeOutcome> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const stored = await read();
      const payments = await findPayments(tx, stored.order.id);
      const isNew = (name: string) => isMoney(event) && event.isNew && event.payment === name;
      const names = payments.map(getPaymentName).filter((name) => !isNew(name));
      const before = toOrderSnapshot(stored, names);
      const full = await toFullEvent(tx, stored, event, payments);
      if (!before.can(full)) return 'refused';
      const [after, actions] = transition(orderMachine, before, full);
      if (actions.some(({ type }) => type === 'ignoreRepeat')) return 'unchanged';
      if (actions.some(({ type }) => type === 'settleAttemptFirst')) return 'attemptFirst';
      if (
        !(await updateOrder(tx, stored.order, toOrderColumns(stored, after, now, isMoney(event) ? event.paidAt : now)))
      )
        continue;
      const change = { stored, event, payments, before, after, now };
      await moveStock(tx, change, extra, by);
      await insertEvent(tx, { orderId: stored.order.id, type: event.type, data: toEventData(event), at: now });
      for (const { type, params } of actions) await carryOut(tx, change, type, params);
      if (isReviewEnd(event)) await endReview(tx, stored.order.id, event.type, now);
      return 'changed';
    }
    throw new Error('order: changed by others at every try');
  }

  /**
   * Performs an action of the machine that affects more than the order's columns and stock. Ignores the machine's
   * internal actions.
   */
  async function carryOut(
    tx: Sql,
    { stored: { order, lines }, event, payments, after, now }: Change,
    type: string,
    params: unknown,
  ) {
    switch (type) {
      case 'takeFromShelf':
        await reduceStock(tx, toStockChanges(lines));
        break;
      case 'queueMessage':
        await queueMessage(tx, order.id, (params as { about: MessageSubject }).about, now);
        break;
      case 'queueRefund': {
        const isOverpaid = after.value.money === 'overpaid';
        const queued = await refundPayments(
          tx,
          {
            orderId: order.id,
            payments: isMoney(event) ? payments.filter((it) => getPaymentName(it) === event.payment) : payments,
            reason: isOverpaid ? 'overpaid' : 'cancelled',
          },
          now,
        );
        const isLate = isMoney(event) && !isOverpaid;
        if (queued.length > 0)
          await queueMessage(tx, order.id, isOverpaid ? 'overpaid' : 'refund', now, { payments: queued, isLate });
        break;
      }
      case 'queueRest': {
        const payment = payments.find((it) => isMoney(event) && getPaymentName(it) === event.payment);
        if (payment === undefined) break;
        const rest = payment.amount - getDue(order, withoutPayment(payments, payment));
        const queued = await refundRest(tx, payment, toShillings(rest), now);
        if (queued !== null) await queueMessage(tx, order.id, 'overpaid', now, { payments: [queued] });
        break;
      }
      case 'alertBackOffice': {
        const attemptId = isMoney(event) ? event.payment : null;
        await raiseAlarm(tx, { kind: event.type, orderId: order.id, attemptId }, now);
        break;
      }
    }
  }

  return { changeOrder };
}

function toEventData(event: OrderEvent) {
  if (!isMoney(event)) return event;
  const { isNew: _isNew, ...data } = event;
  return data;
}

function isMoney(event: OrderEvent): event is MoneyEvent {
  return 'payment' in event;
}

type ReviewEnd = Extract<OrderEvent, { type: 'payment.clear' | 'payment.deny' | 'payment.giveBack' }>;

function isReviewEnd(event: OrderEvent): event is ReviewEnd {
  return event.type === 'payment.clear' || event.type === 'payment.deny' || event.type === 'payment.giveBack';
}

async function toFullEvent(
  tx: Sql,
  stored: StoredOrder,
  event: OrderEvent,
  payments: readonly PaymentRow[],
): Promise<OrderMachineEvent> {
  if (event.type === 'staff.ship') return { ...event, isUnproven: (await countUnproven(tx, stored.order.id)) > 0 };
  if (!isMoney(event)) return event;
  const { type, payment } = event;
  if (type === 'payment.doubted') return { type, payment };
  const found = payments.find((it) => getPaymentName(it) === payment);
  const compared =
    found === undefined ? 'exact' : comparePayment(stored.order, withoutPayment(payments, found), found.amount);
  if (compared === 'part') return { type: 'payment.part', payment };
  return { type, payment, hasStock: await hasStock(tx, stored), isMore: compared === 'more' };
}

function withoutPayment(payments: readonly PaymentRow[], { id }: PaymentRow): PaymentRow[] {
  return payments.filter((it) => it.id !== id);
}

/** A late payment must reserve the stock again if it was released (D12). */
async function hasStock(tx: Sql, { lines }: StoredOrder): Promise<boolean> {
  return lines.every(({ reservation }) => reservation !== 'released') || canReserve(tx, toStockChanges(lines));
}

async function moveStock(
  tx: Sql,
  { stored: { order, lines }, before, after, now }: Change,
  extra: readonly StockChange[],
  by: StockActor,
): Promise<void> {
  const [from, to] = [before.value.stock, after.value.stock];
  const sign = from === to ? 0 : Number(from === 'released') - Number(to === 'released');
  await changeReserved(tx, [
    ...toStockChanges(lines).map(({ product, quantity }) => ({ product, quantity: sign * quantity })),
    ...extra,
  ]);
  if (to === from || to === 'reserving') return;
  await setReservation(tx, order.id, to);
  const entry = { orderId: order.id, at: now, ...by };
  if (to === 'committed') await bookOrder(tx, 'sale', entry);
  if (from === 'committed' && to === 'released') await bookOrder(tx, 'cancelled', entry);
}

/** Returns who causes an event, when the caller does not name a member of the staff. */
function toActor({ type }: OrderEvent): StockActor {
  if (type.startsWith('staff.')) return { staffId: null, actor: 'staff' };
  return type.startsWith('shopper.') || type === 'method.cash' || type === 'order.replace' ? SHOPPER : SYSTEM;
}

function toStockChanges(lines: readonly LineRow[]): StockChange[] {
  return lines.map(({ productId, quantity }) => ({ product: productId, quantity }));
}
