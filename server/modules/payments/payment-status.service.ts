import type * as v from 'valibot';
import { PAYMENT_TIPS, type Payment } from '../../../contract/mpesa.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { ORDER_CANCELLED, REQUEST_EXPIRED } from '../../machines/payment-attempt.machine.ts';
import { LIVE_STATES } from '../settlement/attempts.repository.ts';
import { lateMoneyText } from '../messages/order-messages.texts.ts';
import {
  findOpenPayment,
  findPaymentByAttempt,
  findPaymentByCheckout,
  type PaymentStatusRow,
} from './payment-status.repository.ts';
import { NOT_REACHED_CODE, retryAfterFailure, SAME_AMOUNT_CODE } from '../../providers/mpesa-codes.rules.ts';
import * as texts from './payments.texts.ts';
import { paymentFailed } from '../../providers/mpesa.texts.ts';

/** Minimum time between a reply and the next query that a shopper triggers. */
const CHECK_AGAIN_MS = 10_000;
const OWN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Payment status for shoppers. Reads only the database and never calls M-Pesa (providers 2.4). */
export function createPaymentStatusService(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'jobs'>,
  { sameAmount, querySchedule, circuit }: Pick<Services, 'sameAmount' | 'querySchedule' | 'circuit'>,
) {
  const { db, clock, env, jobs } = deps;
  const { waitFor } = sameAmount;
  const { askFirst } = querySchedule;

  /**
   * Returns a payment by Daraja's id or by attempt id (D10). Throws `not-found` when the shopper has no such payment
   * (D17).
   */
  async function status(userId: string, id: string) {
    return toView(userId, await ownPayment(userId, id));
  }

  async function ownPayment(userId: string, id: string): Promise<PaymentStatusRow> {
    const payment = await (OWN_ID.test(id) ? findPaymentByAttempt : findPaymentByCheckout)(db.sql, userId, id);
    if (payment === null) throw new Refusal('not-found', texts.notFound);
    return payment;
  }

  /**
   * Handles "No prompt came". Queues one query with priority, unless there was a reply just before (U4). Returns the
   * payment in its current state. Throws `not-found`, as `status` does.
   */
  async function check(userId: string, id: string) {
    const payment = await ownPayment(userId, id);
    const now = clock.now();
    if (canBeQueried(payment, now)) {
      await db.tx((tx) => askFirst(tx, payment.id, now));
      jobs.wake();
    }
    return toView(userId, payment);
  }

  /** Returns the newest prompt that may still be paid for an unpaid order, or `null`. */
  async function open(userId: string) {
    const since = new Date(clock.now().getTime() - env.mpesa.expireMs);
    const payment = await findOpenPayment(db.sql, userId, since);
    return payment === null ? null : toView(userId, payment);
  }

  async function toView(userId: string, payment: PaymentStatusRow) {
    const view = toPaymentView(payment);
    const retryAt = view.status === 'failed' ? await getRetryTime(userId, payment) : null;
    const byHand = env.mpesa.byHand !== 'off' && payment.orderStatus !== 'cancelled';
    return { ...view, byHand, retryAt: retryAt?.toISOString() ?? '' };
  }

  /** Returns when the same phone may be prompted again. `null` when it may now. */
  async function getRetryTime(userId: string, payment: PaymentStatusRow): Promise<Date | null> {
    const { resultCode, failureReason, phone, amount, updatedAt } = payment;
    const now = clock.now();
    const isSameAmount = resultCode === SAME_AMOUNT_CODE;
    const ownMs = isSameAmount
      ? await waitFor(db.sql, { userId, phone, amount }, now)
      : updatedAt.getTime() + retryAfterFailure(resultCode ?? '', failureReason ?? '') - now.getTime();
    const waitMs = Math.max(ownMs, (await circuit.look()).retryAfterMs);
    return waitMs > 0 ? new Date(now.getTime() + waitMs) : null;
  }

  return { status, check, open };
}

/** A repeated query would get the same reply, and each query takes a turn from another payer (D7). */
function canBeQueried(payment: PaymentStatusRow, now: Date): boolean {
  const { state, checkoutRequestId, wantedAt, answeredAt } = payment;
  const isOpen = state === 'expired' || (LIVE_STATES as readonly string[]).includes(state) || isChecking(payment);
  const isFresh = answeredAt !== null && now.getTime() - answeredAt.getTime() < CHECK_AGAIN_MS;
  return isOpen && checkoutRequestId !== null && wantedAt === null && !isFresh;
}

/**
 * Returns whether the attempt failed but may have been paid, and its query is due. Another prompt might then be paid
 * twice (D7). A cancelled order accepts no other prompt.
 */
function isChecking({ state, crossCheck, orderStatus }: PaymentStatusRow): boolean {
  return state === 'failed' && crossCheck === 'due' && orderStatus !== 'cancelled';
}

/** Once another prompt has paid the order, a failed prompt counts as completed too (providers 2.3). */
function toPaymentView(payment: PaymentStatusRow): v.InferInput<typeof Payment> {
  const status = getStatus(payment);
  return {
    status,
    ...(payment.orderStatus === 'cancelled' && { orderStatus: payment.orderStatus }),
    failureReason: status === 'failed' ? getReason(payment) : '',
    ...(status === 'failed' && isUnanswered(payment) && { tips: [...PAYMENT_TIPS] }),
    checkoutRequestId: payment.checkoutRequestId ?? payment.id,
    orderId: payment.orderId,
    amount: payment.amount,
    phoneNumber: payment.phone,
    pushedAt: (payment.pushedAt ?? payment.createdAt).toISOString(),
    startedAt: payment.runStartedAt.toISOString(),
    checkedAt: payment.answeredAt?.toISOString() ?? '',
    isAskable: payment.checkoutRequestId !== null,
  };
}

/** Returns whether no one answered the prompt, so that the shopper can try something (PAY-M5). */
function isUnanswered({ state, resultCode, failureReason, isLate, orderStatus }: PaymentStatusRow): boolean {
  if (isLate || orderStatus === 'cancelled') return false;
  return resultCode === NOT_REACHED_CODE || (state === 'expired' && failureReason === REQUEST_EXPIRED);
}

/**
 * The back office found that the order was never paid, contrary to the callback (D29), or an owner dropped the refund of
 * late money (PAY-F1).
 */
function isDenied({ orderStatus, orderMoney, isPaid }: PaymentStatusRow): boolean {
  return orderStatus === 'cancelled' && (orderMoney === 'unpaid' || (orderMoney === 'kept' && !isPaid));
}

function getReason(payment: PaymentStatusRow): string {
  if (payment.isLate) return lateMoneyText(payment.received ?? payment.amount, payment.cancelReason);
  return payment.failureReason ?? (isDenied(payment) ? ORDER_CANCELLED : paymentFailed);
}

function getStatus(payment: PaymentStatusRow) {
  if (payment.isPaid && payment.orderStatus !== 'cancelled') return 'completed' as const;
  if (payment.isLate) return 'failed' as const;
  if (isChecking(payment)) return 'pending' as const;
  switch (payment.state) {
    case 'succeeded':
      return isDenied(payment) ? ('failed' as const) : ('completed' as const);
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
