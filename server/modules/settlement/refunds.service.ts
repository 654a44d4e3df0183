import type { OrderId } from '../../../contract/fields.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { toStableId } from '../../db/ids.ts';
import type { Services } from '../../composition.ts';
import { insertRefund } from './refunds.repository.ts';
import type { PaymentRow } from './stored-rows.rules.ts';

export interface DueRefund {
  readonly orderId: OrderId;
  /** Payments of which everything that is left goes back. */
  readonly payments: readonly Pick<PaymentRow, 'id' | 'attemptId' | 'amount' | 'refunded'>[];
  readonly reason: 'overpaid' | 'cancelled';
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
    { orderId, payments, reason }: DueRefund,
    now: Date,
  ): Promise<readonly string[]> {
    const queued: string[] = [];
    for (const { id, attemptId, amount, refunded } of payments) {
      const left = toShillings(amount - refunded);
      const refund = { id, paymentId: id, attemptId, orderId, amount: left, reason, createdAt: now };
      const isDue = left > 0 || amount === 0;
      if (isDue && (await insertRefund(tx, refund))) queued.push(id);
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

  return { refundPayments, refundRest };
}
