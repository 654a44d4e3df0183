import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Payment } from '../../../contract/mpesa.ts';
import { orders, paymentAttempts } from '../../db/schema.ts';
import { perHandle } from '../../db/statements.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { LIVE_STATES } from '../settlement/attempts.repository.ts';
import { PAYMENT_FAILED } from './result-codes.rules.ts';

const OWN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const slot = sql.placeholder;
/** Asked by every waiting shopper every three seconds, so prepared and narrow. */
const statements = perHandle((db) => {
  const shown = () =>
    db
      .select({
        id: paymentAttempts.id,
        checkoutRequestId: paymentAttempts.checkoutRequestId,
        state: paymentAttempts.state,
        failureReason: paymentAttempts.failureReason,
        orderId: paymentAttempts.orderId,
        amount: paymentAttempts.amount,
        phone: paymentAttempts.phone,
        pushedAt: paymentAttempts.pushedAt,
        createdAt: paymentAttempts.createdAt,
        runStartedAt: paymentAttempts.runStartedAt,
        isPaid: orders.isPaid,
        orderStatus: orders.status,
      })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId));
  const isOwn = eq(paymentAttempts.userId, slot('userId'));
  return {
    ofCheckout: shown()
      .where(and(eq(paymentAttempts.checkoutRequestId, slot('id')), isOwn))
      .prepare('payment_status_checkout'),
    ofAttempt: shown()
      .where(and(eq(paymentAttempts.id, slot('id')), isOwn))
      .prepare('payment_status_attempt'),
    open: shown()
      .where(
        and(
          isOwn,
          inArray(paymentAttempts.state, [...LIVE_STATES]),
          gt(paymentAttempts.runStartedAt, slot('since')),
          eq(orders.status, 'pending'),
          eq(orders.isPaid, false),
          eq(orders.paymentMethod, 'mpesa'),
        ),
      )
      .orderBy(desc(paymentAttempts.createdAt), desc(paymentAttempts.id))
      .limit(1)
      .prepare('payment_open'),
  };
});

type Shown = Awaited<ReturnType<ReturnType<typeof statements>['ofAttempt']['execute']>>[number];

/** What shoppers ask about their payments; answered by the database alone (providers 2.4). */
export function createPaymentStatusService({ db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>) {
  /** By Daraja's id or the attempt's own (D10). 404 where the shopper has none of that name (D17). */
  async function status(userId: string, id: string) {
    const { ofAttempt, ofCheckout } = statements(db.sql);
    const [payment] = await (OWN_ID.test(id) ? ofAttempt : ofCheckout).execute({ id, userId });
    if (payment === undefined) throw new HttpError(404, 'Payment not found');
    return paymentView(payment);
  }

  /** The newest prompt that may still be paid for an order that waits for it; null where there is none. */
  async function open(userId: string) {
    const since = new Date(clock.now().getTime() - env.mpesa.expireMs);
    const [payment] = await statements(db.sql).open.execute({ userId, since });
    return payment === undefined ? null : paymentView(payment);
  }

  return { status, open };
}

/** providers 2.3, Client mapping. A prompt that failed is no news once another one has paid the order. */
function paymentView(payment: Shown): v.InferInput<typeof Payment> {
  const status = statusOf(payment);
  return {
    status,
    failureReason: status === 'failed' ? (payment.failureReason ?? PAYMENT_FAILED) : '',
    checkoutRequestId: payment.checkoutRequestId ?? payment.id,
    orderId: payment.orderId,
    amount: payment.amount,
    phoneNumber: payment.phone,
    pushedAt: (payment.pushedAt ?? payment.createdAt).toISOString(),
    startedAt: payment.runStartedAt.toISOString(),
  };
}

function statusOf({ state, isPaid, orderStatus }: Shown) {
  if (isPaid && orderStatus !== 'cancelled') return 'completed' as const;
  switch (state) {
    case 'succeeded':
    case 'refund_pending':
    case 'refunded':
      return 'completed' as const;
    case 'failed':
    case 'expired':
      return 'failed' as const;
    default:
      return 'pending' as const;
  }
}
