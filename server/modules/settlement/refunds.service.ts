import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import { insertRefund } from './refunds.repository.ts';

export interface DueRefund {
  readonly orderId: OrderId;
  /** Attempts to refund. */
  readonly payments: readonly { readonly attemptId: string; readonly amount: Shillings }[];
  readonly reason: 'overpaid' | 'cancelled';
}

/** Refunds to shoppers. */
export function createRefundsService({ alarms, attemptChange }: Pick<Services, 'alarms' | 'attemptChange'>) {
  const { raiseAlarm } = alarms;
  const { changeAttempt } = attemptChange;

  /**
   * Adds refunds, once per payment (D8, D12). Returns the attempts that had none before. Raises an alarm when there is
   * no payment to refund.
   */
  async function refundPayments(
    tx: Sql,
    { orderId, payments, reason }: DueRefund,
    now: Date,
  ): Promise<readonly string[]> {
    const queued: string[] = [];
    for (const { attemptId, amount } of payments) {
      if (await insertRefund(tx, { attemptId, orderId, amount, reason, createdAt: now })) queued.push(attemptId);
      await changeAttempt(tx, attemptId, { type: 'refund.due' }, now);
    }
    if (payments.length === 0) await raiseAlarm(tx, { kind: 'refundWithoutPayment', orderId, attemptId: null }, now);
    return queued;
  }

  return { refundPayments };
}
