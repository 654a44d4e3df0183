import type * as v from 'valibot';
import type { Payment } from '../../../contract/mpesa.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { ORDER_CANCELLED } from '../../machines/payment-attempt.machine.ts';
import { LIVE_STATES } from '../settlement/attempts.repository.ts';
import { lateMoneyText } from '../messages/order-messages.texts.ts';
import { openPaymentOf, paymentOfAttempt, paymentOfCheckout, type ShownPayment } from './payment-status.repository.ts';
import { retryAfterFailure, SAME_AMOUNT_CODE } from '../../providers/mpesa-codes.rules.ts';
import * as texts from './payments.texts.ts';
import { paymentFailed } from '../../providers/mpesa.texts.ts';

/** A shopper's question is not asked again sooner after an answer. */
const CHECK_AGAIN_MS = 10_000;
const OWN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What shoppers ask about their payments; answered by the database alone (providers 2.4). */
export function createPaymentStatusService(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'jobs'>,
  { sameAmount, querySchedule }: Pick<Services, 'sameAmount' | 'querySchedule'>,
) {
  const { db, clock, env, jobs } = deps;
  const { waitFor } = sameAmount;
  const { askFirst } = querySchedule;

  /** By Daraja's id or the attempt's own (D10). `not-found` when the shopper has none of that name (D17). */
  async function status(userId: string, id: string) {
    return viewOf(userId, await ownPayment(userId, id));
  }

  async function ownPayment(userId: string, id: string): Promise<ShownPayment> {
    const payment = await (OWN_ID.test(id) ? paymentOfAttempt : paymentOfCheckout)(db.sql, userId, id);
    if (payment === null) throw new Refusal('not-found', texts.notFound);
    return payment;
  }

  /**
   * The shopper saw no prompt: M-Pesa is asked about it before all others, once, and not again right after an answer
   * (U4). Gives the payment as it is. `not-found` as `status`.
   */
  async function check(userId: string, id: string) {
    const payment = await ownPayment(userId, id);
    const now = clock.now();
    if (mayBeAsked(payment, now)) {
      await db.tx((tx) => askFirst(tx, payment.id, now));
      jobs.wake();
    }
    return viewOf(userId, payment);
  }

  /** The newest prompt that may still be paid for an order that waits for it; null when there is none. */
  async function open(userId: string) {
    const since = new Date(clock.now().getTime() - env.mpesa.expireMs);
    const payment = await openPaymentOf(db.sql, userId, since);
    return payment === null ? null : viewOf(userId, payment);
  }

  async function viewOf(userId: string, payment: ShownPayment) {
    const view = paymentView(payment);
    const retryAt = view.status === 'failed' ? await retryAtOf(userId, payment) : null;
    return { ...view, retryAt: retryAt?.toISOString() ?? '' };
  }

  /** When the same phone may be prompted again; null for at once. */
  async function retryAtOf(userId: string, payment: ShownPayment): Promise<Date | null> {
    const { resultCode, failureReason, phone, amount, updatedAt } = payment;
    const now = clock.now();
    const isSameAmount = resultCode === SAME_AMOUNT_CODE;
    const waitMs = isSameAmount
      ? await waitFor(db.sql, { userId, phone, amount }, now)
      : updatedAt.getTime() + retryAfterFailure(resultCode ?? '', failureReason ?? '') - now.getTime();
    return waitMs > 0 ? new Date(now.getTime() + waitMs) : null;
  }

  return { status, check, open };
}

/** An answer of a moment ago would be the same again, and every question takes a turn from another payer (D7). */
function mayBeAsked(payment: ShownPayment, now: Date): boolean {
  const { state, checkoutRequestId, wantedAt, answeredAt } = payment;
  const isOpen = state === 'expired' || (LIVE_STATES as readonly string[]).includes(state) || isChecking(payment);
  const isFresh = answeredAt !== null && now.getTime() - answeredAt.getTime() < CHECK_AGAIN_MS;
  return isOpen && checkoutRequestId !== null && wantedAt === null && !isFresh;
}

/**
 * A payment may hide behind the failure, and M-Pesa has still to answer about it: another prompt might be paid twice
 * (D7). An order that is cancelled takes no other prompt.
 */
function isChecking({ state, crossCheck, orderStatus }: ShownPayment): boolean {
  return state === 'failed' && crossCheck === 'due' && orderStatus !== 'cancelled';
}

/** A prompt that failed does not matter once another one has paid the order (providers 2.3). */
function paymentView(payment: ShownPayment): v.InferInput<typeof Payment> {
  const status = statusOf(payment);
  return {
    status,
    ...(payment.orderStatus === 'cancelled' && { orderStatus: payment.orderStatus }),
    failureReason: status === 'failed' ? reasonOf(payment) : '',
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

/** The desk found that no money came for the order, whatever its callback said (D29). */
function isDenied({ orderStatus, orderMoney }: ShownPayment): boolean {
  return orderStatus === 'cancelled' && orderMoney === 'unpaid';
}

function reasonOf(payment: ShownPayment): string {
  if (payment.isLate) return lateMoneyText(payment.received ?? payment.amount, payment.cancelReason);
  return payment.failureReason ?? (isDenied(payment) ? ORDER_CANCELLED : paymentFailed);
}

function statusOf(payment: ShownPayment) {
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
