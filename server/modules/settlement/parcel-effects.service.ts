import { randomInt } from 'node:crypto';
import type { Services } from '../../services.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { GRACE_MS } from '../../../contract/rules/grace.ts';
import { Refusal } from '../../refusal.ts';
import { COLLECTION_CODE_DIGITS, hashCollectionCode, WITH_CODE } from '../messages/parcel-messages.rules.ts';
import type { OrderEvent } from './order-events.rules.ts';
import { getDue } from './part-payments.rules.ts';
import { toDelivery, toParcelState, type ParcelStep } from './parcel-state.rules.ts';
import {
  deleteCode,
  findInspections,
  findOwedCash,
  insertCash,
  insertInspection,
  putCode,
  setWrongCodes,
} from './parcels.repository.ts';
import type { StockActor } from '../stock/stock.repository.ts';
import type { StoredOrder } from './stored-orders.repository.ts';
import type { PaymentRow } from './stored-rows.rules.ts';

export const END_CODE_JOB = 'parcels.endCode';

/** A change of an order that effects belong to. */
export interface ParcelChange {
  readonly stored: StoredOrder;
  readonly event: OrderEvent;
  readonly step: ParcelStep | null;
  readonly payments: readonly PaymentRow[];
  /** Id in `order_events`. */
  readonly eventId: string;
  readonly by: StockActor;
  readonly now: Date;
}

/** Effects of steps of a parcel, in the caller's transaction (OWN-P1 to OWN-P4). */
export function createParcelEffectsService(
  { jobs }: Pick<Deps, 'jobs'>,
  { messages, stock, refunds }: Pick<Services, 'messages' | 'stock' | 'refunds'>,
) {
  /** Returns whether something followed the parcel's last step, so that it cannot be undone (OWN-P4). */
  async function isFollowed(tx: Sql, { order }: StoredOrder, payments: readonly PaymentRow[]): Promise<boolean> {
    const { undo, parcel, cash, id, totalPrice } = order;
    if (undo === null) return false;
    const isMoneyUndone = parcel === 'lost' || cash === 'owed';
    // Only the whole price pays an order that was unpaid before the step.
    const isOther = undo.money === 'unpaid' && payments.some(({ amount }) => amount !== totalPrice);
    return (
      (isMoneyUndone && (isOther || (await refunds.areApproved(tx, id, payments)))) ||
      (await messages.hasStepLeft(tx, id, undo.event)) ||
      (parcel === 'returned' && (await findInspections(tx, id)).length > 0)
    );
  }

  /** Performs an effect. Returns false for one that is not about the parcel. */
  async function carryOut(tx: Sql, change: ParcelChange, type: string): Promise<boolean> {
    const { stored, now } = change;
    switch (type) {
      case 'makeCode':
        await makeCode(tx, change);
        return true;
      case 'unlockCode':
        await setWrongCodes(tx, stored.order.id, '', 0);
        return true;
      case 'inspectLine':
        await inspectLine(tx, change);
        return true;
      case 'recordLoss':
        await stock.recordLost(tx, { order: stored.order.id, staff: toStaff(change.by), now });
        return true;
      case 'undoStep':
        await undoStep(tx, change);
        return true;
      case 'oweCash':
      case 'cancelCash':
      case 'countCash':
      case 'writeCashOff':
        await moveCash(tx, change, type);
        return true;
      default:
        return false;
    }
  }

  async function makeCode(tx: Sql, { stored, eventId, now }: ParcelChange): Promise<void> {
    const { id } = stored.order;
    const code = String(randomInt(10 ** COLLECTION_CODE_DIGITS)).padStart(COLLECTION_CODE_DIGITS, '0');
    await putCode(tx, id, hashCollectionCode(id, code));
    await messages.dropCodes(tx, id);
    await messages.queueMessage(tx, id, 'ready', now, { step: { event: eventId, waitMs: GRACE_MS, code } });
  }

  /** A code that may not be needed any more ends when no correction can bring it back (OWN-P2). */
  async function endCode(tx: Sql, { stored: { order }, step, eventId, now }: ParcelChange): Promise<void> {
    if (step === null || !WITH_CODE.includes(step.before.value) || WITH_CODE.includes(step.after.value)) return;
    const runAt = new Date(now.getTime() + GRACE_MS);
    await jobs.enqueue(tx, { kind: END_CODE_JOB, dedupeKey: eventId, payload: { orderId: order.id }, runAt });
  }

  async function inspectLine(tx: Sql, { stored: { order, lines }, event, by, now }: ParcelChange): Promise<void> {
    if (event.type !== 'stock.inspected') return;
    const line = lines.find(({ id }) => id === event.line);
    const { sellable, damaged } = event;
    if (line === undefined || sellable + damaged > line.quantity)
      throw new Refusal('invalid', 'This is not a line of the order, or more pieces than it has.');
    const found = { sellable, damaged, missing: line.quantity - sellable - damaged };
    await insertInspection(tx, { lineId: line.id, orderId: order.id, ...found, ...by, at: now });
    const inspected = { order: order.id, lines: [{ product: line.productId, ...found }] };
    await stock.inspectReturned(tx, { ...inspected, staff: toStaff(by), now });
  }

  async function undoStep(tx: Sql, { stored: { order }, by, now }: ParcelChange): Promise<void> {
    const { undo, id } = order;
    if (undo === null) return;
    await messages.dropStep(tx, id, undo.event);
    const state = toParcelState(order);
    if (state === 'lost') await stock.correctLost(tx, { order: id, staff: toStaff(by), now });
    if (state !== 'ready') return;
    await messages.dropCodes(tx, id);
    await deleteCode(tx, id);
  }

  /** Adds an entry to the cash ledger (OWN-P3). */
  async function moveCash(
    tx: Sql,
    { stored: { order }, event, payments, by, now }: ParcelChange,
    type: string,
  ): Promise<void> {
    const entry = { orderId: order.id, at: now, ...by };
    if (type === 'oweCash') {
      const rider = event.type === 'parcel.delivered' ? event.rider : null;
      const station = toDelivery(order) === 'pickup' ? order.pickupStation : null;
      const party = rider ?? station ?? by.actor;
      return insertCash(tx, { ...entry, type: 'owed', amount: getDue(order, payments), party });
    }
    const { party, missing } = await findOwedCash(tx, order.id);
    if (type === 'cancelCash')
      return insertCash(tx, { ...entry, type: 'owed', amount: -missing, party, reason: 'corrected' });
    if (event.type === 'cash.received') {
      await insertCash(tx, { ...entry, type: 'counted', amount: event.amount, party: event.from });
      if (event.amount <= missing) return;
      const more = { amount: missing - event.amount, reason: 'more than was owed' };
      return insertCash(tx, { ...entry, type: 'writtenOff', party: event.from, ...more });
    }
    if (event.type !== 'cash.writtenOff') return;
    await insertCash(tx, { ...entry, type: 'writtenOff', amount: missing, party, reason: event.reason });
  }

  return { isFollowed, carryOut, endCode };
}

function toStaff({ staffId, actor }: StockActor) {
  return { id: staffId, email: actor };
}
