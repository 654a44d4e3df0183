import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { AttemptEvent } from '../../machines/payment-attempt.machine.ts';
import { changeOrder } from './order-change.service.ts';
import { findOrder, lockOrder, type StoredOrder } from '../orders/orders.repository.ts';
import { raiseAlarm } from './alarms.service.ts';
import { changeAttempt, type AttemptEffect, type ChangedAttempt } from './attempt-change.service.ts';
import {
  confirmRefund,
  findAttempt,
  insertPayment,
  openAttempt,
  setReceipt,
  type AttemptRow,
} from './attempts.repository.ts';
import { askNow, scheduleCrossCheck, scheduleQueries } from './query-schedule.service.ts';

export type SettledAttempt = Pick<ChangedAttempt, 'outcome' | 'attempt'>;

type Parts = Pick<Deps, 'env' | 'jobs' | 'log'>;

/** The receipt paid another attempt while this one was being settled: nothing may be stored (D7). */
export class ReceiptTaken extends Error {
  constructor() {
    super('payment: the receipt belongs to another attempt');
    this.name = 'ReceiptTaken';
  }
}

/**
 * The one way in which anything is learnt of an attempt: its machine decides, the row is updated with a guard, and
 * what follows (payment, order, refund, alarms, queries) is written in the same transaction. The order is locked
 * before, as everywhere. Throws ReceiptTaken; then the transaction has to be rolled back.
 */
export async function settleAttempt(
  tx: Sql,
  deps: Parts,
  attemptId: string,
  event: AttemptEvent,
  now: Date,
): Promise<SettledAttempt> {
  const known = await findAttempt(tx, attemptId);
  if (known === null) throw new Error('payment attempt: there is none of this id');
  await lockOrder(tx, known.attempt.orderId);
  const { outcome, attempt, effects } = await changeAttempt(tx, attemptId, event, now);
  for (const effect of effects) await carryOut(tx, deps, attempt, effect, event, now);
  return { outcome, attempt };
}

/**
 * The attempt that keeps the order from a second prompt: open, and pushed less than two minutes ago (D8).
 * Only sure while the order is locked.
 */
export async function liveAttempt(
  db: Sql,
  { env }: Pick<Deps, 'env'>,
  orderId: string,
  now: Date,
): Promise<AttemptRow | null> {
  const open = await openAttempt(db, orderId);
  return open === null || isOld(open, env.mpesa.retryMs, now) ? null : open;
}

/**
 * Ends the open attempt of an order for the shopper when it was pushed two minutes ago or longer; it is still asked
 * about, and its money counts (Q14). Gives the attempt that it ended. The order must be locked.
 */
export async function closeOldAttempts(tx: Sql, deps: Parts, orderId: string, now: Date): Promise<AttemptRow | null> {
  const open = await openAttempt(tx, orderId);
  if (open === null || !isOld(open, deps.env.mpesa.retryMs, now)) return null;
  const { outcome } = await settleAttempt(tx, deps, open.id, { type: 'deadline.passed' }, now);
  return outcome === 'changed' ? open : null;
}

/** When the prompt left, or, where it has not yet, when it was written down. */
export function pushTime({ pushedAt, createdAt }: Pick<AttemptRow, 'pushedAt' | 'createdAt'>): Date {
  return pushedAt ?? createdAt;
}

function isOld(attempt: AttemptRow, retryMs: number, now: Date): boolean {
  return now.getTime() - pushTime(attempt).getTime() >= retryMs;
}

async function carryOut(
  tx: Sql,
  deps: Parts,
  attempt: AttemptRow,
  effect: AttemptEffect,
  event: AttemptEvent,
  now: Date,
): Promise<void> {
  const { id, orderId } = attempt;
  const receipt = event.type === 'money.received' ? event.receipt : null;
  switch (effect.type) {
    case 'payOrder':
      await changeOrder(tx, deps, orderOf(tx, orderId), { type: 'payment.succeeded', payment: id }, now);
      if (!(await insertPayment(tx, { attemptId: id, orderId, receipt, amount: attempt.amount, paidAt: now })))
        throw new ReceiptTaken();
      break;
    case 'fillReceipt':
      if (receipt !== null) await setReceipt(tx, id, receipt);
      break;
    case 'scheduleQueries':
      await scheduleQueries(tx, deps, id, pushTime(attempt), now);
      break;
    case 'scheduleCrossCheck':
      await scheduleCrossCheck(tx, deps, id, pushTime(attempt), now);
      break;
    case 'askNow':
      await askNow(tx, deps, id, now);
      break;
    case 'holdOrder':
      await holdOrder(tx, deps, attempt, now);
      break;
    case 'closeRefund':
      if ((await confirmRefund(tx, id, orderId, now)) === 0) {
        await changeOrder(tx, deps, orderOf(tx, orderId), { type: 'refund.confirmed' }, now);
      }
      break;
    case 'alertDesk':
      await raiseAlarm(tx, deps, { kind: effect.kind, orderId, attemptId: id, detail: event }, now);
      break;
  }
}

/** D7: Daraja contradicts its own callback. The alarm comes with the order's change, or alone where it changes nothing. */
async function holdOrder(tx: Sql, deps: Parts, { id, orderId }: AttemptRow, now: Date): Promise<void> {
  const outcome = await changeOrder(tx, deps, orderOf(tx, orderId), { type: 'payment.mismatched' }, now);
  if (outcome !== 'changed') await raiseAlarm(tx, deps, { kind: 'payment.mismatched', orderId, attemptId: id }, now);
}

function orderOf(tx: Sql, orderId: string): () => Promise<StoredOrder> {
  return async () => {
    const stored = await findOrder(tx, orderId);
    if (stored === null) throw new Error('payment: the attempt has no order');
    return stored;
  };
}
