import { and, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, paymentAttempts, payments, refunds } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import { isFailureCheck, LIVE_STATES } from '../settlement/attempts.repository.ts';
import { toAttemptRow } from '../settlement/stored-rows.rules.ts';
import { cameLate } from '../settlement/refunds.repository.ts';

/** Prepared and small, because every waiting shopper polls it every three seconds. */
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
        /** Amount received. `null` without a payment. */
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
    byCheckout: shown()
      .where(and(eq(paymentAttempts.checkoutRequestId, placeholder('id')), isOwn))
      .prepare('payment_status_checkout'),
    byAttempt: shown()
      .where(and(eq(paymentAttempts.id, placeholder('id')), isOwn))
      .prepare('payment_status_attempt'),
    open: shown()
      .where(
        and(
          isOwn,
          or(inArray(paymentAttempts.state, [...LIVE_STATES]), isFailureCheck),
          gt(paymentAttempts.runStartedAt, placeholder('since')),
          eq(orders.status, 'pending'),
          inArray(orders.money, ['unpaid', 'partPaid']),
          eq(orders.paymentMethod, 'mpesa'),
        ),
      )
      .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
      .limit(1)
      .prepare('payment_open'),
  };
});

/** A payment as its owner sees it. */
export type PaymentStatusRow = NonNullable<ReturnType<typeof first>>;

function first([row]: Awaited<ReturnType<ReturnType<typeof statements>['byAttempt']['execute']>>) {
  return row === undefined ? null : toAttemptRow(row);
}

/** Returns the shopper's payment with this Daraja id, or `null`. */
export async function findPaymentByCheckout(db: Sql, userId: string, id: string): Promise<PaymentStatusRow | null> {
  return first(await statements(db).byCheckout.execute({ id, userId }));
}

/** Returns the shopper's payment of this attempt, or `null`. */
export async function findPaymentByAttempt(db: Sql, userId: string, id: string): Promise<PaymentStatusRow | null> {
  return first(await statements(db).byAttempt.execute({ id, userId }));
}

/** Returns the shopper's newest open payment since `since`, for an unpaid order, or `null`. */
export async function findOpenPayment(db: Sql, userId: string, since: Date): Promise<PaymentStatusRow | null> {
  return first(await statements(db).open.execute({ userId, since }));
}
