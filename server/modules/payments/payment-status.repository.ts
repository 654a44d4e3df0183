import { and, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAttempts, payments, refunds } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { isFailureCheck, LIVE_STATES } from '../settlement/attempts.repository.ts';
import { attemptRow } from '../settlement/stored-rows.rules.ts';
import { cameLate } from '../settlement/refunds.repository.ts';

/** Asked by every waiting shopper every three seconds, so prepared and narrow. */
const statements = perHandle((db) => {
  const shown = () =>
    db
      .select({
        id: paymentAttempts.id,
        checkoutRequestId: paymentAttempts.checkoutRequestId,
        state: paymentAttempts.state,
        crossCheck: paymentAttempts.crossCheck,
        failureReason: paymentAttempts.failureReason,
        orderId: paymentAttempts.orderId,
        amount: paymentAttempts.amount,
        /** Of the money that came; null where none has. */
        received: payments.amount,
        phone: paymentAttempts.phone,
        pushedAt: paymentAttempts.pushedAt,
        createdAt: paymentAttempts.createdAt,
        runStartedAt: paymentAttempts.runStartedAt,
        answeredAt: paymentAttempts.answeredAt,
        resultCode: paymentAttempts.resultCode,
        updatedAt: paymentAttempts.updatedAt,
        wantedAt: paymentAttempts.wantedAt,
        isPaid: orders.isPaid,
        isLate: cameLate,
        orderMoney: orders.money,
        orderStatus: orders.status,
        cancelReason: orders.cancelReason,
      })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .leftJoin(refunds, eq(refunds.attemptId, paymentAttempts.id))
      .leftJoin(payments, eq(payments.attemptId, paymentAttempts.id));
  const isOwn = eq(paymentAttempts.userId, placeholder('userId'));
  return {
    ofCheckout: shown()
      .where(and(eq(paymentAttempts.checkoutRequestId, placeholder('id')), isOwn))
      .prepare('payment_status_checkout'),
    ofAttempt: shown()
      .where(and(eq(paymentAttempts.id, placeholder('id')), isOwn))
      .prepare('payment_status_attempt'),
    open: shown()
      .where(
        and(
          isOwn,
          or(inArray(paymentAttempts.state, [...LIVE_STATES]), isFailureCheck),
          gt(paymentAttempts.runStartedAt, placeholder('since')),
          eq(orders.status, 'pending'),
          eq(orders.money, 'unpaid'),
          eq(orders.paymentMethod, 'mpesa'),
        ),
      )
      .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
      .limit(1)
      .prepare('payment_open'),
  };
});

/** A payment as its owner may see it. */
export type ShownPayment = NonNullable<ReturnType<typeof first>>;

function first([row]: Awaited<ReturnType<ReturnType<typeof statements>['ofAttempt']['execute']>>) {
  return row === undefined ? null : attemptRow(row);
}

/** The shopper's payment that Daraja's id names; null when there is none. */
export async function paymentOfCheckout(db: Sql, userId: string, id: string): Promise<ShownPayment | null> {
  return first(await statements(db).ofCheckout.execute({ id, userId }));
}

/** The shopper's payment of this attempt; null when there is none. */
export async function paymentOfAttempt(db: Sql, userId: string, id: string): Promise<ShownPayment | null> {
  return first(await statements(db).ofAttempt.execute({ id, userId }));
}

/** The shopper's newest open payment, begun after `since`, of an order that waits for it; null when there is none. */
export async function openPaymentOf(db: Sql, userId: string, since: Date): Promise<ShownPayment | null> {
  return first(await statements(db).open.execute({ userId, since }));
}
