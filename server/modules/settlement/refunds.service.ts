import type { OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { transition } from 'xstate';
import { toStableId } from '../../db/ids.ts';
import { refundMachine } from '../../machines/refund.machine.ts';
import { toRefundColumns, toRefundSnapshot } from './refund-state.rules.ts';
import type { Services } from '../../services.ts';
import {
  changeRefunded,
  releaseDropped,
  deleteRefund,
  findOwnRefunds,
  freeAttempt,
  insertRefund,
  updateRefund,
  type RefundReason,
  type RefundRow,
} from './refunds.repository.ts';
import type { PaymentRow } from './stored-rows.rules.ts';

export interface DueRefund {
  readonly orderId: OrderId;
  /** Payments of which everything that is left goes back. */
  readonly payments: readonly Pick<PaymentRow, 'id' | 'attemptId' | 'amount' | 'refunded'>[];
  readonly reason: RefundReason;
  /** Staff raise it, also after an owner decided against it (OWN-P1). */
  readonly isAgain?: boolean;
}

/** Refunds that the order requires. */
export function createRefundsService({ alarms, attemptChange }: Pick<Services, 'alarms' | 'attemptChange'>) {
  const { raiseAlarm } = alarms;
  const { changeAttempt } = attemptChange;

  /**
   * Adds refunds, once per payment (D8, D12). The id is that of the payment, so that it is the same after a restore
   * (PAY-F3). Returns the ids of the new ones. Raises an alarm when there is no payment to refund.
   */
  async function refundPayments(
    tx: Sql,
    { orderId, payments, reason, isAgain = false }: DueRefund,
    now: Date,
  ): Promise<readonly string[]> {
    const queued: string[] = [];
    for (const { id, attemptId, amount, refunded } of payments) {
      const left = toShillings(amount - refunded);
      const dropped = isAgain ? await releaseDropped(tx, id) : 0;
      const own = dropped === 0 ? id : toStableId(`refund ${dropped + 1}`, id);
      const refund = { id: own, paymentId: id, attemptId, orderId, amount: left, reason, createdAt: now };
      const isDue = left > 0 || amount === 0;
      if (isDue && (await insertRefund(tx, refund))) queued.push(own);
      if (attemptId !== null) await changeAttempt(tx, attemptId, { type: 'refund.due' }, now);
    }
    if (payments.length === 0) await raiseAlarm(tx, { kind: 'refundWithoutPayment', orderId, attemptId: null }, now);
    return queued;
  }

  /**
   * Adds the refund of what a payment has too much, once per payment (PAY-C4). Returns its id, or `null` when it exists.
   * The id differs from that of the whole payment, which a later cancellation refunds.
   */
  async function refundRest(
    tx: Sql,
    { id, orderId }: Pick<PaymentRow, 'id' | 'orderId'>,
    amount: Shillings,
    now: Date,
  ): Promise<string | null> {
    const rest = toStableId('rest', id);
    const refund = { id: rest, paymentId: id, attemptId: null, orderId, amount, createdAt: now } as const;
    return (await insertRefund(tx, { ...refund, reason: 'overpaid' })) ? rest : null;
  }

  /** Returns whether a refund of the order's own money was approved or went further, so that it stays (OWN-P1). */
  async function areApproved(tx: Sql, orderId: OrderId, payments: readonly PaymentRow[]): Promise<boolean> {
    return (await findOwnRefunds(tx, orderId, payments[0]?.id ?? null)).some(({ state }) => state !== 'due');
  }

  /**
   * Lets the refund machine drop the refunds of the order's own money, with the owner's reason (PAY-F1). The message to the
   * shopper is that of the order.
   */
  async function dropOwnRefunds(
    tx: Sql,
    orderId: OrderId,
    payments: readonly PaymentRow[],
    note: string,
    now: Date,
  ): Promise<void> {
    for (const refund of await findOwnDue(tx, orderId, payments)) {
      const before = toRefundSnapshot(refund);
      if (!before.can({ type: 'staff.drop' })) throw new Error('refund: it cannot be dropped');
      const [after, actions] = transition(refundMachine, before, { type: 'staff.drop' });
      // Without its attempt, whose payment status promises no money any more.
      const columns = { ...toRefundColumns(refund, after, now), note, attemptId: null };
      if (!(await updateRefund(tx, refund, columns))) throw new Error('refund: changed by others meanwhile');
      if (actions.some(({ type }) => type === 'freeAmount')) await free(tx, refund, now);
    }
  }

  /** Removes the refunds that a step of the parcel made, because the step is undone and nobody has acted (OWN-P4). */
  async function undoOwnRefunds(tx: Sql, orderId: OrderId, payments: readonly PaymentRow[], now: Date): Promise<void> {
    for (const refund of await findOwnDue(tx, orderId, payments)) {
      if (!(await deleteRefund(tx, refund.id))) throw new Error('refund: approved by others meanwhile');
      await free(tx, refund, now);
    }
  }

  async function findOwnDue(tx: Sql, orderId: OrderId, payments: readonly PaymentRow[]): Promise<RefundRow[]> {
    const own = await findOwnRefunds(tx, orderId, payments[0]?.id ?? null);
    if (own.length === 0 || own.some(({ state }) => state !== 'due'))
      throw new Error('refund: approved by others meanwhile');
    return own;
  }

  /** The payment counts for the order again. */
  async function free(tx: Sql, { paymentId, attemptId, amount }: RefundRow, now: Date): Promise<void> {
    if (paymentId !== null) await changeRefunded(tx, paymentId, -amount);
    if (attemptId !== null) await freeAttempt(tx, attemptId, now);
  }

  return { refundPayments, refundRest, areApproved, dropOwnRefunds, undoOwnRefunds };
}
