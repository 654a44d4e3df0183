import type { OrderId } from '../../../contract/fields.ts';
import type { ByHand, OrderPayment, PaymentQr } from '../../../contract/order-payment.ts';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { getNotice } from '../orders/order-view.rules.ts';
import { toClaimView } from './claim-view.rules.ts';
import { assertOwnOrder } from '../orders/own-order.rules.ts';
import { findPayments } from '../settlement/attempts.repository.ts';
import { findClaimsOfOrder } from '../settlement/claims.repository.ts';
import { getDue } from '../settlement/part-payments.rules.ts';
import { isHeldUnpaid } from '../settlement/payment-review.rules.ts';
import { getHandNumbers } from '../../env/hand-numbers.ts';
import { findOrderWithMoney } from './received.repository.ts';
import { findReceivedOfOrder } from '../settlement/received-money.repository.ts';
import { findOrder, type OrderRow } from '../settlement/stored-orders.repository.ts';

/** Ways to pay an order (PAY-C1). */
export function createOrderPaymentService(
  {
    env,
    db,
    clock,
    jobs,
    limiter,
    mpesaAccount,
  }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter' | 'mpesaAccount'>,
  { circuit, messages }: Pick<Services, 'circuit' | 'messages'>,
) {
  /** Throws `not-found` for an unknown order, and `forbidden` for another shopper's. */
  async function getPayment(userId: string, id: OrderId): Promise<OrderPayment> {
    const { order, refunds } = assertOwnOrder(await findOrder(db.sql, id), userId);
    const payments = await findPayments(db.sql, id);
    const isOpen = (order.money === 'unpaid' || order.money === 'partPaid') && !isOver(order);
    const due = isOpen ? getDue(order, payments) : toShillings(0);
    const { prompt, retryAfterMs } = await circuit.look();
    const [newest] = await findClaimsOfOrder(db.sql, id);
    const kept = order.money === 'unpaid' ? [] : payments;
    return {
      status: order.status,
      method: order.paymentMethod,
      isPaid: order.isPaid,
      held: isHeldUnpaid(order),
      notice: getNotice(order, refunds),
      total: order.totalPrice,
      paid: toShillings(kept.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)),
      due,
      prompt,
      retryAt: retryAfterMs === 0 ? null : new Date(clock.now().getTime() + retryAfterMs).toISOString(),
      byHand: due === 0 ? null : toByHand(order, due),
      cash: order.paymentMethod === 'mpesa' && order.money === 'unpaid' && order.status === 'pending',
      checking: (await findReceivedOfOrder(db.sql, id, ['proving'])).length > 0,
      receipts: kept
        .toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime())
        .map(({ receipt, amount, paidAt }) => ({ receipt, amount, at: paidAt.toISOString() })),
      claim: newest === undefined ? null : toClaimView(newest, order, payments),
      expiresAt: isOpen ? (order.expiresAt?.toISOString() ?? null) : null,
    };
  }

  /**
   * Returns the shopper's newest order that waits for its payment and has money, although no prompt is open (PAY-C4).
   * `null` without one.
   */
  async function findOpen(userId: string): Promise<{ orderId: OrderId; payment: OrderPayment } | null> {
    const orderId = await findOrderWithMoney(db.sql, userId);
    return orderId === null ? null : { orderId, payment: await getPayment(userId, orderId) };
  }

  function toByHand({ shortId }: OrderRow, due: Shillings): ByHand | null {
    const { byHand } = env.mpesa;
    if (byHand === 'off') return null;
    const { kind, number } = getHandNumbers(env.mpesa);
    return {
      kind,
      number,
      account: kind === 'till' ? null : shortId.toUpperCase(),
      amount: due,
      each: due > shop.mpesaMax ? toShillings(shop.mpesaMax) : null,
      isFirst: byHand === 'first',
    };
  }

  /**
   * The shopper pays by hand: one SMS has the numbers, however often it is chosen (PAY-C1). Nothing is sent when nothing
   * is due or the shop does not offer it. Throws as `getPayment` does.
   */
  async function chooseByHand(userId: string, id: OrderId): Promise<void> {
    const { byHand } = await getPayment(userId, id);
    if (byHand === null) return;
    await db.tx((tx) => messages.queueNumbers(tx, id, clock.now()));
    jobs.wake();
  }

  /**
   * Fetches M-Pesa's QR code for the next payment by hand. `null` without numbers to pay to, while prompts are paused or
   * closed (PAY-M2), and when M-Pesa gives no code within 3 s. Its faults are logged only, because the numbers are
   * enough. Throws as `getPayment` does, and `too-often` over the limit.
   */
  async function getQr(userId: string, id: OrderId): Promise<PaymentQr | null> {
    const { byHand, prompt, checking } = await getPayment(userId, id);
    if (byHand === null || checking || prompt !== 'open') return null;
    await limiter.count('paymentQrs', userId);
    const amount = byHand.each ?? byHand.amount;
    // A till asks for no account, but the call needs a reference.
    const code = await mpesaAccount.qr({ amount, account: byHand.account ?? id.slice(0, 8).toUpperCase() });
    return code.outcome === 'image' ? { amount, image: `data:image/png;base64,${code.png}` } : null;
  }

  return { getPayment, findOpen, chooseByHand, getQr };
}

function isOver({ status }: Pick<OrderRow, 'status'>): boolean {
  return status === 'cancelled' || status === 'delivered';
}
