import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { AttemptAlarm, AttemptEvent } from '../../machines/payment-attempt.types.ts';
import type { Alarm } from './alarms.repository.ts';
import type { AttemptEffect, AttemptChangeResult } from './attempt-change.service.ts';
import { isOld, getPushTime } from './attempt-state.rules.ts';
import {
  findAttempt,
  insertPayment,
  setReportedAmount,
  findLastReceipts,
  findOpenAttempt,
  setPaidAt,
  setPaidInFull,
  setReceipt,
  type AttemptRow,
} from './attempts.repository.ts';
import { isAlarmOfCircuit } from './circuit.rules.ts';
import { toCodeAlarm, isCodeAlarm } from './code-alarm.rules.ts';
import { adoptPayment, adoptReturn, releaseAdopted, takeReceived } from './received-money.repository.ts';
import { confirmRefund, findRefundEnd, hasRefund } from './refunds.repository.ts';
import { findOrder, lockOrder, type StoredOrder } from './stored-orders.repository.ts';

export type SettlementResult = Pick<AttemptChangeResult, 'outcome' | 'attempt'>;

/** The receipt got another use in parallel. The transaction must be rolled back (D7, PAY-C3). */
export class ReceiptTakenError extends Error {
  constructor() {
    super('payment: the receipt has another use');
    this.name = 'ReceiptTakenError';
  }
}

/** This many of the latest payments without a callback are not a coincidence. */
const MISSED_CALLBACKS = { payments: 3, ofLast: 5 };
/** Allowed difference between the clocks of M-Pesa and the shop. */
const CLOCKS_DIFFER_MS = 60_000;

/** Commits payment events together with their effect on the order, stock, refunds, alarms and messages. */
export function createSettlementService(
  deps: Pick<Deps, 'env'>,
  services: Pick<Services, 'alarms' | 'attemptChange' | 'orderChange' | 'querySchedule' | 'claimChange'>,
) {
  const { env } = deps;
  const { raiseAlarm } = services.alarms;
  const { changeAttempt } = services.attemptChange;
  const { changeOrder } = services.orderChange;
  const { seeMoney } = services.claimChange;
  const { askNow, scheduleCrossCheck, scheduleQueries } = services.querySchedule;

  /**
   * Applies an event to an attempt. This is the only way to change attempts. The machine decides, the row is updated
   * with a guard, and the side effects (payment, order, refund, alarms, queries) are stored in the same transaction.
   * Locks the order first, as all code does. Throws `ReceiptTakenError`, after which the transaction must be rolled
   * back.
   */
  async function settleAttempt(tx: Sql, attemptId: string, event: AttemptEvent, now: Date): Promise<SettlementResult> {
    const known = await findAttempt(tx, attemptId);
    if (known === null) throw new Error('payment attempt: there is none of this id');
    await lockOrder(tx, known.attempt.orderId);
    const { outcome, attempt, effects } = await changeAttempt(tx, attemptId, event, now);
    for (const effect of effects) await carryOut(tx, attempt, effect, event, now);
    if (outcome === 'unchanged' && event.type === 'money.received' && !event.isByQuery) {
      // Its confirmation was faster, and only a callback proves that M-Pesa has this money (PAY-C3).
      const { receipt } = event;
      if (receipt !== null && receipt === known.receipt) await takeMoney(tx, receipt, attempt.orderId, now);
    }
    return { outcome, attempt };
  }

  /**
   * Returns the attempt that blocks a second prompt for the order: open, and sent less than two minutes ago (D8).
   * Reliable only while the order is locked.
   */
  async function findLiveAttempt(db: Sql, orderId: OrderId, now: Date): Promise<AttemptRow | null> {
    const open = await findOpenAttempt(db, orderId);
    return open === null || isOld(open, env.mpesa.retryMs, now) ? null : open;
  }

  /**
   * Closes the order's open attempt when it was sent two minutes ago or earlier. Queries go on, and a payment still
   * counts (Q14). Returns the closed attempt. The caller must lock the order.
   */
  async function closeOldAttempts(tx: Sql, orderId: OrderId, now: Date): Promise<AttemptRow | null> {
    const open = await findOpenAttempt(tx, orderId);
    if (open === null || !isOld(open, env.mpesa.retryMs, now)) return null;
    const { outcome } = await settleAttempt(tx, open.id, { type: 'deadline.passed' }, now);
    return outcome === 'changed' ? open : null;
  }

  /**
   * Closes the open attempt of a cancelled order. The shopper sees it as failed, queries go on, and a payment is
   * refunded (F28). Returns the closed attempt. The caller must lock the order.
   */
  async function endClaim(tx: Sql, orderId: OrderId, now: Date): Promise<AttemptRow | null> {
    const open = await findOpenAttempt(tx, orderId);
    if (open !== null) await settleAttempt(tx, open.id, { type: 'order.cancelled' }, now);
    return open;
  }

  async function carryOut(
    tx: Sql,
    attempt: AttemptRow,
    effect: AttemptEffect,
    event: AttemptEvent,
    now: Date,
  ): Promise<void> {
    const { id, orderId } = attempt;
    const receipt = event.type === 'money.received' ? event.receipt : null;
    const paidAt = getPaidAt(attempt, event, now);
    switch (effect.type) {
      case 'payOrder':
        if (receipt !== null) await takeMoney(tx, receipt, orderId, now);
        if (await adoptByHand(tx, attempt, receipt, now)) break;
        if (receipt !== null && (await adoptReturn(tx, attempt, receipt)))
          await raiseAlarm(tx, { kind: 'returnedMoney', orderId, attemptId: id, detail: { receipt } }, now);
        else if (!(await insertPayment(tx, toPayment(attempt, receipt, attempt.amount, paidAt))))
          throw new ReceiptTakenError();
        await changeOrder(
          tx,
          createOrderReader(tx, orderId),
          { type: 'payment.succeeded', payment: id, isNew: true, paidAt },
          now,
        );
        if (receipt === null) await recordMissingCallback(tx, now);
        break;
      case 'keepAmount':
        if (event.type === 'amount.differs') await setReportedAmount(tx, id, event.amount, now);
        break;
      case 'doubtPayment':
        await reviewPayment(tx, attempt, now);
        break;
      case 'clearDoubt':
        if (receipt !== null) await takeMoney(tx, receipt, orderId, now);
        if (event.type === 'money.received' && !(await setPaidInFull(tx, attempt, receipt, paidAt)))
          throw new ReceiptTakenError();
        if ((await changeOrder(tx, createOrderReader(tx, orderId), { type: 'payment.clear' }, now)) !== 'changed')
          await raiseAlarm(tx, { kind: 'payment.cleared', orderId, attemptId: id }, now);
        await setPaidAt(tx, orderId);
        break;
      case 'fillReceipt':
        if (receipt !== null) await takeMoney(tx, receipt, orderId, now);
        if (receipt !== null && !(await setReceipt(tx, id, receipt, paidAt))) throw new ReceiptTakenError();
        await setPaidAt(tx, orderId);
        break;
      case 'scheduleQueries':
        await scheduleQueries(tx, id, getPushTime(attempt), now);
        break;
      case 'scheduleCrossCheck':
        await scheduleCrossCheck(tx, id, getPushTime(attempt), now);
        break;
      case 'askNow':
        await askNow(tx, id, now);
        break;
      case 'holdOrder':
        // The circuit of the cross-check has raised the alarm (PAY-T2).
        if (!('isUntrusted' in event)) await holdOrder(tx, attempt, now);
        break;
      case 'closeRefund': {
        await confirmRefund(tx, id, now);
        const end = await findRefundEnd(tx, orderId);
        if (end !== null) await changeOrder(tx, createOrderReader(tx, orderId), end, now);
        break;
      }
      case 'alertBackOffice':
        if (effect.kind === 'secondReceipt' && receipt !== null) await paySecond(tx, attempt, receipt, paidAt, now);
        if (!isOfCircuit(effect.kind, event)) await raiseAlarm(tx, toAlarm(effect.kind, attempt, event), now);
        break;
    }
  }

  /** A query was taken for a payment by hand, and the callback shows that they are two payments (PAY-C3, D8). */
  async function paySecond(tx: Sql, attempt: AttemptRow, receipt: string, paidAt: Date, now: Date): Promise<void> {
    const { id, orderId } = attempt;
    if (!(await releaseAdopted(tx, id))) return;
    // A confirmation with this receipt may have been counted before.
    if (await adoptByHand(tx, attempt, receipt, now)) return;
    await takeMoney(tx, receipt, orderId, now);
    if (!(await insertPayment(tx, toPayment(attempt, receipt, attempt.amount, paidAt)))) throw new ReceiptTakenError();
    const event = { type: 'payment.succeeded', payment: id, isNew: true, paidAt } as const;
    await changeOrder(tx, createOrderReader(tx, orderId), event, now);
  }

  /** Ends the wait of money and claims whose receipt this prompt brought (PAY-C3). */
  async function takeMoney(tx: Sql, receipt: string, orderId: OrderId, now: Date): Promise<void> {
    await takeReceived(tx, receipt, orderId, now);
    await seeMoney(tx, orderId, receipt, now);
  }

  /**
   * Gives a prompt its payment when a confirmation was faster, so that the order counts it already (PAY-C3). Returns false
   * when there is none.
   */
  async function adoptByHand(tx: Sql, attempt: AttemptRow, receipt: string | null, now: Date): Promise<boolean> {
    const adopted = await adoptPayment(tx, attempt, receipt);
    if (adopted === null) return false;
    await takeMoney(tx, adopted, attempt.orderId, now);
    if (await hasRefund(tx, attempt.id)) await changeAttempt(tx, attempt.id, { type: 'refund.due' }, now);
    return true;
  }

  /**
   * Raises an alarm when most of the latest payments were found by queries, because callbacks do not reach the shop.
   */
  async function recordMissingCallback(tx: Sql, now: Date): Promise<void> {
    const last = await findLastReceipts(tx, MISSED_CALLBACKS.ofLast);
    const missed = last.filter((receipt) => receipt === null).length;
    if (missed < MISSED_CALLBACKS.payments) return;
    const fix =
      'Check MPESA_CALLBACK_ORIGIN, MPESA_CALLBACK_ADDRESSES, and that the proxy lets /api/mpesa/callback through.';
    const detail = { payments: missed, ofLast: last.length, fix };
    await raiseAlarm(tx, { kind: 'callbacksMissing', orderId: null, attemptId: null, detail }, now);
  }

  /**
   * Holds an order when Daraja contradicts its own callback. When the order does not change, raises the alarm directly
   * (D7).
   */
  async function holdOrder(tx: Sql, { id, orderId }: AttemptRow, now: Date): Promise<void> {
    const outcome = await changeOrder(tx, createOrderReader(tx, orderId), { type: 'payment.mismatched' }, now);
    if (outcome !== 'changed') await raiseAlarm(tx, { kind: 'payment.mismatched', orderId, attemptId: id }, now);
  }

  /**
   * Stores a payment with the reported amount. The order is held for review, or the payment is refunded when the order
   * ended (D27).
   */
  async function reviewPayment(tx: Sql, attempt: AttemptRow, now: Date): Promise<void> {
    const amount = (await findAttempt(tx, attempt.id))?.toldAmount ?? attempt.amount;
    // The row exists already when a query reported the payment first.
    const isNew = await insertPayment(tx, toPayment(attempt, null, amount, now));
    await changeOrder(
      tx,
      createOrderReader(tx, attempt.orderId),
      { type: 'payment.doubted', payment: attempt.id, isNew },
      now,
    );
  }

  return { settleAttempt, liveAttempt: findLiveAttempt, closeOldAttempts, endClaim };
}

function toPayment({ id, orderId, phone }: AttemptRow, receipt: string | null, amount: Shillings, paidAt: Date) {
  return { id, attemptId: id, orderId, phone, receipt, amount, paidAt };
}

/** Returns M-Pesa's payment time if the message has a plausible one: after the prompt and not in the future. */
function getPaidAt({ createdAt }: AttemptRow, event: AttemptEvent, now: Date): Date {
  const said = event.type === 'money.received' ? (event.paidAt ?? null) : null;
  const isPossible = said !== null && said >= createdAt.getTime() - CLOCKS_DIFFER_MS && said <= now.getTime();
  return isPossible ? new Date(said) : now;
}

/** A code alarm is about the shop. Other alarms are about this payment. */
function toAlarm(kind: AttemptAlarm, { id, orderId }: AttemptRow, event: AttemptEvent): Alarm {
  return isCodeAlarm(kind)
    ? toCodeAlarm(
        kind,
        event as { code?: string; text?: string },
        event.type === 'push.refused' ? 'push' : 'pushResult',
      )
    : { kind, orderId, attemptId: id, detail: event };
}

/** The circuit raises the alarms about its faults itself, at most one an hour (PAY-M2). */
function isOfCircuit(kind: AttemptAlarm, event: AttemptEvent): boolean {
  if (!isCodeAlarm(kind) || !('code' in event) || event.code === undefined) return false;
  return isAlarmOfCircuit(event.type === 'push.refused' ? 'push' : 'pushResult', event.code, event.text ?? '');
}

function createOrderReader(tx: Sql, orderId: OrderId): () => Promise<StoredOrder> {
  return async () => {
    const stored = await findOrder(tx, orderId);
    if (stored === null) throw new Error('payment: the attempt has no order');
    return stored;
  };
}
