import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { existing } from '../orders/own-order.rules.ts';
import { findAttempt, heldAttempt } from '../settlement/attempts.repository.ts';
import { createOrderChangeService } from '../settlement/order-change.service.ts';
import { dueRefunds } from '../settlement/refunds.repository.ts';
import { createSettlementService } from '../settlement/settlement.service.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';

const NOT_HELD = 'No money of this order is in doubt.';

/** Money that has to go back, for the payments desk (D8, D12, H4). */
export function createRefundsDeskService(deps: Deps) {
  const { db, clock, jobs } = deps;
  const { changeOrder } = createOrderChangeService(deps);
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

  /** Takes what came for the price of a held order: it is paid (D27). 409 where no money of it is in doubt. */
  async function take(orderId: string): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const held = await heldAttempt(tx, orderId);
      if (held === null) throw new HttpError(409, NOT_HELD);
      await settleAttempt(tx, held, { type: 'money.taken' }, clock.now());
    });
    jobs.wake();
  }

  /** Cancels a held order, so that all of its money goes back as it came (D27). 409 where the order is not held. */
  async function giveBack(orderId: string): Promise<void> {
    await db.tx(async (tx) => {
      await lockOrder(tx, orderId);
      const read = async () => existing(await findOrder(tx, orderId));
      if ((await changeOrder(tx, read, { type: 'payment.giveBack' }, clock.now())) !== 'changed')
        throw new HttpError(409, NOT_HELD);
    });
    jobs.wake();
  }

  return { due, confirm, take, giveBack };
}
