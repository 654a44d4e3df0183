import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { raiseAlarm } from './alarms.service.ts';
import { changeAttempt } from './attempt-change.service.ts';
import { insertRefund } from './attempts.repository.ts';

export interface DueRefund {
  readonly orderId: string;
  /** Attempts whose money goes back. */
  readonly payments: readonly string[];
  /** Of each; whole shillings. */
  readonly amount: number;
  readonly reason: 'overpaid' | 'cancelled';
}

/**
 * Puts money into the refund queue, each payment once (D8, D12). Gives the attempts that were not in it before. Money
 * that no payment is known of raises an alarm.
 */
export async function refundPayments(
  db: Sql,
  deps: Pick<Deps, 'log'>,
  { orderId, payments, amount, reason }: DueRefund,
  now: Date,
): Promise<readonly string[]> {
  const queued: string[] = [];
  for (const attemptId of payments) {
    if (await insertRefund(db, { attemptId, orderId, amount, reason, createdAt: now })) queued.push(attemptId);
    await changeAttempt(db, attemptId, { type: 'refund.due' }, now);
  }
  if (payments.length === 0)
    await raiseAlarm(db, deps, { kind: 'refundWithoutPayment', orderId, attemptId: null }, now);
  return queued;
}
