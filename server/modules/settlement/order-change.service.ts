import { randomUUID } from 'node:crypto';
import { transition } from 'xstate';
import { toShillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import { orderMachine } from '../../machines/order.machine.ts';
import type { OrderMachineEvent } from '../../machines/order.types.ts';
import { GRACE_MS } from '../../../contract/rules/grace.ts';
import type { ToldOrder } from '../../machines/parcel.types.ts';
import type { MessageSubject } from '../messages/order-messages.texts.ts';
import { findPayments } from './attempts.repository.ts';
import {
  isMoney,
  isReviewEnd,
  toEventData,
  toParcelEvent,
  toToldEvent,
  type MoneyEvent,
  type OrderEvent,
} from './order-events.rules.ts';
import { toOrderColumns, toOrderSnapshot, type Snapshot } from './order-state.rules.ts';
import { decideParcel, toParcelColumns, toParcelState, type ParcelStep } from './parcel-state.rules.ts';
import { findInspections, findOwedCash } from './parcels.repository.ts';
import { comparePayment, getDue } from './part-payments.rules.ts';
import { countUnproven, endReview } from './received-money.repository.ts';
import { countMissingSerials, freeSerials } from './serials.repository.ts';
import { getPaymentName, type PaymentRow } from './stored-rows.rules.ts';
import {
  bookOrder,
  canReserve,
  changeReserved,
  reduceStock,
  returnStock,
  SHOPPER,
  SYSTEM,
  type StockActor,
  type StockChange,
} from '../stock/stock.repository.ts';
import {
  insertEvent,
  setReservation,
  updateOrder,
  type LineRow,
  type OrderChange,
  type StoredOrder,
} from './stored-orders.repository.ts';

/** `attemptFirst`: the order's time is over, but its prompt must be settled first (T6). */
export type ChangeOutcome = 'changed' | 'unchanged' | 'refused' | 'attemptFirst';

/** Decision of the machines about an event. */
interface Decision {
  readonly outcome: ChangeOutcome;
  /** All payments of the order. */
  readonly payments: readonly PaymentRow[];
  readonly step: ParcelStep | null;
  readonly before: Snapshot;
  readonly after: Snapshot;
  readonly actions: readonly { readonly type: string; readonly params?: unknown }[];
}

interface Change extends Decision {
  readonly stored: StoredOrder;
  readonly event: OrderEvent;
  readonly eventId: string;
  readonly by: StockActor;
  readonly now: Date;
}

const TRIES = 5;

/** Applies events to orders, including all side effects. */
export function createOrderChangeService(
  services: Pick<Services, 'messages' | 'alarms' | 'refunds' | 'parcelEffects'>,
) {
  const { queueMessage } = services.messages;
  const { raiseAlarm } = services.alarms;
  const { refundPayments, refundRest, areApproved, dropOwnRefunds, undoOwnRefunds } = services.refunds;
  const { isFollowed, carryOut: carryOutParcel, endCode } = services.parcelEffects;

  /**
   * Lets the order and parcel machines decide the effect of `event`. Stores it in the caller's transaction with a
   * guarded update, together with all side effects. Reads and decides again when the order changed in between (providers
   * 2.3). `extra` is further stock that is changed in the same product order, `by` who the ledgers name. Throws
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
      const decided = await decide(tx, stored, event, now);
      if (decided.outcome !== 'changed') return decided.outcome;
      const change = { ...decided, stored, event, eventId: randomUUID(), by, now };
      if (!(await updateOrder(tx, stored.order, toColumns(change)))) continue;
      await moveStock(tx, change, extra);
      await freeNumbers(tx, change);
      const row = { id: change.eventId, orderId: stored.order.id, type: event.type, data: toEventData(event), at: now };
      await insertEvent(tx, row);
      await carryOutAll(tx, change);
      if (isReviewEnd(event)) await endReview(tx, stored.order.id, event.type, now);
      return 'changed';
    }
    throw new Error('order: changed by others at every try');
  }

  /** Decides the effect of an event, without storing it. */
  async function decide(tx: Sql, stored: StoredOrder, event: OrderEvent, now: Date): Promise<Decision> {
    const { order } = stored;
    const payments = await findPayments(tx, order.id);
    const isNew = (name: string) => isMoney(event) && event.isNew && event.payment === name;
    const before = toOrderSnapshot(
      stored,
      payments.map(getPaymentName).filter((name) => !isNew(name)),
    );
    const end = (outcome: ChangeOutcome, step: ParcelStep | null = null): Decision => ({
      outcome,
      payments,
      step,
      before,
      after: before,
      actions: [],
    });
    const facts = {
      now,
      inspections: event.type === 'stock.inspected' ? await findInspections(tx, order.id) : [],
      isFollowed: event.type === 'parcel.corrected' && (await isFollowed(tx, stored, payments)),
    };
    const parcelEvent = toParcelEvent(event, stored, facts);
    const step = parcelEvent === null ? null : decideParcel(order, parcelEvent);
    if (parcelEvent !== null && step === null) return end('refused');
    if (step?.actions.some(({ type }) => type === 'ignoreRepeat') === true) return end('unchanged');
    const told = step === null ? null : findTold(step);
    if (step !== null && told === null) return end('changed', step);
    const full =
      told === null
        ? await toFullEvent(tx, stored, event, payments)
        : toToldEvent(told.event, event, order, {
            isUnproven: await isUnproven(tx, told.event, order.id),
            isUnnumbered: await isUnnumbered(tx, told.event, order.id),
          });
    if (!before.can(full)) return told?.isOptional === true ? end('changed', step) : end('refused');
    const [after, actions] = transition(orderMachine, before, full);
    if (actions.some(({ type }) => type === 'ignoreRepeat')) return end('unchanged');
    if (actions.some(({ type }) => type === 'settleAttemptFirst')) return end('attemptFirst');
    return { outcome: 'changed', payments, step, before, after, actions: actions as unknown as Decision['actions'] };
  }

  /** Converts an event that is not about the parcel to that of the machine. */
  async function toFullEvent(
    tx: Sql,
    stored: StoredOrder,
    event: OrderEvent,
    payments: readonly PaymentRow[],
  ): Promise<OrderMachineEvent> {
    const { order } = stored;
    const parcel = toParcelState(order);
    if (isMoney(event)) return toPaymentEvent(tx, stored, event, payments);
    switch (event.type) {
      case 'payment.clear':
        return { type: event.type, isInspected: parcel === 'inspected' };
      case 'refund.raised':
        return { type: event.type, isBack: ['refused', 'uncollected', 'returned', 'inspected'].includes(parcel) };
      case 'refund.waived': {
        const isApproved = await areApproved(tx, order.id, payments);
        return { type: event.type, isBack: ['lost', 'returned', 'inspected'].includes(parcel), isApproved };
      }
      case 'cash.received':
        return { type: event.type, amount: event.amount, missing: (await findOwedCash(tx, order.id)).missing };
      default:
        return event as OrderMachineEvent;
    }
  }

  /** Refunds come first, because the news of a lost parcel names them. */
  async function carryOutAll(tx: Sql, change: Change): Promise<void> {
    const refunded: string[] = [];
    for (const { type, params } of change.actions) await carryOut(tx, change, { type, params, refunded });
    for (const { type, params } of change.step?.actions ?? []) await carryOut(tx, change, { type, params, refunded });
    await endCode(tx, change);
  }

  /**
   * Performs an action of a machine that affects more than the order's columns and stock. Ignores the machines' internal
   * actions. `refunded` has the ids of the refunds that were added.
   */
  async function carryOut(
    tx: Sql,
    change: Change,
    { type, params, refunded }: { readonly type: string; readonly params: unknown; readonly refunded: string[] },
  ) {
    const { stored, event, payments, eventId, now } = change;
    const { order, lines } = stored;
    const step = isGraced(event)
      ? { event: eventId, waitMs: GRACE_MS }
      : isStep(event)
        ? { event: eventId, waitMs: 0 }
        : undefined;
    switch (type) {
      case 'takeFromShelf':
        await reduceStock(tx, toStockChanges(lines));
        break;
      case 'returnToShelf':
        await returnStock(tx, toStockChanges(lines));
        break;
      case 'queueMessage':
        await queueMessage(tx, order.id, (params as { about: MessageSubject }).about, now, {
          payments: refunded,
          step,
        });
        break;
      case 'queueRefund':
        refunded.push(...(await queueRefund(tx, change, step)));
        break;
      case 'queueRest':
        await queueRest(tx, change);
        break;
      case 'dropRefund':
        if (event.type === 'refund.waived') await dropOwnRefunds(tx, order.id, payments, event.reason, now);
        else await undoOwnRefunds(tx, order.id, payments, now);
        break;
      case 'alertBackOffice': {
        const attemptId = isMoney(event) ? event.payment : null;
        await raiseAlarm(tx, { kind: event.type, orderId: order.id, attemptId }, now);
        break;
      }
      default:
        await carryOutParcel(tx, change, type);
    }
  }

  /** Adds refunds and tells the shopper, who learns of a lost parcel's refund with the loss. Returns their ids. */
  async function queueRefund(
    tx: Sql,
    { stored: { order }, event, payments, after, now }: Change,
    step: { readonly event: string; readonly waitMs: number } | undefined,
  ): Promise<readonly string[]> {
    const isOverpaid = after.value.money === 'overpaid';
    const queued = await refundPayments(
      tx,
      {
        orderId: order.id,
        payments: isMoney(event) ? payments.filter((it) => getPaymentName(it) === event.payment) : payments,
        reason: isOverpaid ? 'overpaid' : toRefundReason(event, after),
        isAgain: event.type === 'refund.raised',
      },
      now,
    );
    const isLate = isMoney(event) && !isOverpaid && typeof after.value.status !== 'string';
    if (queued.length > 0 && event.type !== 'parcel.lost')
      await queueMessage(tx, order.id, isOverpaid ? 'overpaid' : 'refund', now, { payments: queued, isLate, step });
    return queued;
  }

  /** Adds the refund of what a payment by hand has too much (PAY-C4). */
  async function queueRest(tx: Sql, { stored: { order }, event, payments, now }: Change): Promise<void> {
    const payment = payments.find((it) => isMoney(event) && getPaymentName(it) === event.payment);
    if (payment === undefined) return;
    const rest = payment.amount - getDue(order, withoutPayment(payments, payment));
    const queued = await refundRest(tx, payment, toShillings(rest), now);
    if (queued !== null) await queueMessage(tx, order.id, 'overpaid', now, { payments: [queued] });
  }

  return { changeOrder, decide };
}

/** Returns the event that a step of the parcel tells the order. */
function findTold({ actions }: ParcelStep): { readonly event: ToldOrder; readonly isOptional: boolean } | null {
  const told = actions.find(({ type }) => type === 'tellOrder' || type === 'informOrder');
  if (told === undefined) return null;
  return { ...(told.params as { event: ToldOrder }), isOptional: told.type === 'informOrder' };
}

/** A parcel leaves the shop only when M-Pesa shows all money of its order (PAY-C4). */
async function isUnproven(tx: Sql, type: ToldOrder, orderId: StoredOrder['order']['id']): Promise<boolean> {
  const isLeaving = type === 'staff.ship' || type === 'parcel.resent' || type === 'counter.handedOver';
  return isLeaving && (await countUnproven(tx, orderId)) > 0;
}

/** A parcel leaves the shop only with the numbers of its pieces (OWN-P5). */
async function isUnnumbered(tx: Sql, type: ToldOrder, orderId: StoredOrder['order']['id']): Promise<boolean> {
  return (type === 'staff.ship' || type === 'counter.handedOver') && (await countMissingSerials(tx, orderId)) > 0;
}

/** Pieces that do not leave the shop, or are on the shelf again, free their numbers (OWN-P5). */
async function freeNumbers(tx: Sql, { stored: { order, lines }, event, before, after, now }: Change): Promise<void> {
  const { status } = after.value;
  const isBack = event.type === 'parcel.corrected' && (status === 'processing' || status === 'pending');
  const isEnded = typeof status !== 'string' && typeof before.value.status === 'string' && order.status !== 'shipped';
  if (isBack || isEnded) await freeSerials(tx, { orderId: order.id }, now);
  if (event.type !== 'stock.inspected') return;
  const line = lines.find(({ id }) => id === event.line);
  // Of a part of the pieces, staff name the numbers.
  if (line?.quantity === event.sellable) await freeSerials(tx, { orderId: order.id, lineId: line.id }, now);
}

/** A refund of an order whose parcel is lost or back is no late money (D27). */
function toRefundReason(event: OrderEvent, { value: { status } }: Snapshot): 'cancelled' | 'lost' | 'returned' {
  if (isMoney(event)) return 'cancelled';
  if (typeof status === 'string') return event.type === 'refund.raised' ? 'returned' : 'cancelled';
  return status.cancelled === 'lost' || status.cancelled === 'returned' ? status.cancelled : 'cancelled';
}

/** Each step of a parcel has one message. */
function isStep({ type }: OrderEvent): boolean {
  return /^(?:parcel|counter|stock)[.]|^staff[.](?:ship|deliver)$|^refund[.](?:raised|waived)$/.test(type);
}

/** Messages of the staff's steps leave after the grace period (OWN-P4). Nobody pressed a button for the end of the 7 days. */
function isGraced(event: OrderEvent): boolean {
  return isStep(event) && event.type !== 'parcel.uncollected';
}

function toColumns({ stored, event, eventId, step, payments, before, after, now }: Change): OrderChange {
  // A corrected delivery was not paid in cash, so an M-Pesa payment counts from its own time.
  const isPaidByMpesa =
    event.type === 'parcel.corrected' && before.value.cash === 'owed' && after.value.cash === 'none';
  const [own] = payments;
  const paidAt = isMoney(event) ? event.paidAt : now;
  return {
    ...toOrderColumns(stored, after, now, paidAt),
    ...(isPaidByMpesa && after.value.money === 'paid' && own !== undefined && { paidAt: own.paidAt }),
    ...(event.type === 'refund.waived' && { noRefundReason: event.reason }),
    // A dropped excess says nothing about the order's own money.
    ...(event.type === 'refund.dropped' && before.value.money === 'refundDue' && { noRefundReason: event.reason }),
    ...(step !== null && toParcelColumns(stored.order, step, { id: eventId, payments: payments.length, now })),
  };
}

/** Compares a payment with what is due (PAY-C4). */
async function toPaymentEvent(
  tx: Sql,
  stored: StoredOrder,
  { type, payment }: MoneyEvent,
  payments: readonly PaymentRow[],
): Promise<OrderMachineEvent> {
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
  { stored: { order, lines }, before, after, by, now }: Change,
  extra: readonly StockChange[],
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
