import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { findAttempt } from '../settlement/attempts.repository.ts';
import { dueRefunds } from '../settlement/refunds.repository.ts';
import { createSettlementService } from '../settlement/settlement.service.ts';

/** Money that has to go back, for the payments desk (D8, D12, H4). */
export function createRefundsDeskService(deps: Deps) {
  const { db, clock, jobs } = deps;
  const { settleAttempt } = createSettlementService(deps);

  /**
   * Oldest first, with what is needed to send it: whole shillings, the phone that paid and the receipt, if one came.
   */
  function due() {
    return dueRefunds(db.sql);
  }

  /** The money went back. Confirming twice changes nothing; 404 when there is no such payment, 409 when none is due. */
  async function confirm(attemptId: string): Promise<void> {
    if ((await findAttempt(db.sql, attemptId)) === null) throw new HttpError(404, 'Payment not found');
    const { outcome } = await db.tx((tx) => settleAttempt(tx, attemptId, { type: 'refund.confirmed' }, clock.now()));
    if (outcome === 'refused') throw new HttpError(409, 'There is no refund due for this payment.');
    jobs.wake();
  }

  return { due, confirm };
}
