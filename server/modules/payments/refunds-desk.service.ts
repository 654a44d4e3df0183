import { asc, eq, isNull } from 'drizzle-orm';
import { orders, paymentAttempts, payments, refunds } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { findAttempt } from '../settlement/attempts.repository.ts';
import { settleAttempt } from '../settlement/settlement.service.ts';

/** Money that has to go back, for the payments desk (D8, D12, H4). */
export function createRefundsDeskService(deps: Deps) {
  const { db, clock, jobs } = deps;

  /** Oldest first, with what is needed to send it: whole shillings, the phone that paid and the receipt, if one came. */
  function due() {
    return db.sql
      .select({
        attemptId: refunds.attemptId,
        orderId: refunds.orderId,
        shortId: orders.shortId,
        amount: refunds.amount,
        reason: refunds.reason,
        phone: paymentAttempts.phone,
        receipt: payments.receipt,
        createdAt: refunds.createdAt,
      })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.orderId))
      .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
      .leftJoin(payments, eq(payments.attemptId, refunds.attemptId))
      .where(isNull(refunds.confirmedAt))
      .orderBy(asc(refunds.createdAt), asc(refunds.attemptId));
  }

  /** The money went back. Confirming twice changes nothing; 404 where there is no such payment, 409 where none is due. */
  async function confirm(attemptId: string): Promise<void> {
    if ((await findAttempt(db.sql, attemptId)) === null) throw new HttpError(404, 'Payment not found');
    const { outcome } = await db.tx((tx) =>
      settleAttempt(tx, deps, attemptId, { type: 'refund.confirmed' }, clock.now()),
    );
    if (outcome === 'refused') throw new HttpError(409, 'There is no refund due for this payment.');
    jobs.wake();
  }

  return { due, confirm };
}
