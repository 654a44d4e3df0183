import { transition } from 'xstate';
import type { Sql } from '../db/client.ts';
import { refundMachine } from '../machines/refund.machine.ts';
import { toRefundColumns, toRefundSnapshot } from '../modules/settlement/refund-state.rules.ts';
import { changeRefunded, findOpenRefunds, updateRefund } from '../modules/settlement/refunds.repository.ts';

/**
 * After a restore every refund that is not closed may have been sent since the backup, so it is unknown (PAY-F6). A failed
 * one counts for its payment again; it stays failed if other refunds have taken the amount. The worker asks M-Pesa when
 * the shop runs.
 */
export async function doubtRefunds(db: Sql, now: Date): Promise<void> {
  for (const refund of await findOpenRefunds(db)) {
    const [after, actions] = transition(refundMachine, toRefundSnapshot(refund), { type: 'shop.restored' });
    const isTaking = actions.some(({ type }) => type === 'takeAmount');
    const { paymentId, amount } = refund;
    if (isTaking && (paymentId === null || !(await changeRefunded(db, paymentId, amount)))) continue;
    await updateRefund(db, refund, { ...toRefundColumns(refund, after, now), nextAt: null });
  }
}
