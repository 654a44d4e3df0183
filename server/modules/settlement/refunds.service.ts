import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import { insertRefund } from './refunds.repository.ts';

export interface DueRefund {
  readonly orderId: OrderId;
  /** Attempts whose money goes back. */
  readonly payments: readonly { readonly attemptId: string; readonly amount: Shillings }[];
  readonly reason: 'overpaid' | 'cancelled';
}

/** Money that goes back to the shopper. */
export function createRefundsService({ alarms, attemptChange }: Pick<Services, 'alarms' | 'attemptChange'>) {
  const { raiseAlarm } = alarms;
  const { changeAttempt } = attemptChange;

  /**
   * Puts money into the refund queue, each payment once (D8, D12). Gives the attempts that were not in it before. Money
   * that no payment is known of raises an alarm.
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
