import type { OrderId } from '../../../contract/fields.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { assertNotUnderReview } from '../settlement/payment-review.rules.ts';
import { findOrder, findOrdersByUser, lockOrder, type StoredOrder } from '../settlement/stored-orders.repository.ts';
import { lockShopper } from './order-quotas.repository.ts';
import { findKey } from './order-keys.repository.ts';
import { toOrderView } from './order-view.rules.ts';
import { assertNotPartPaid } from '../settlement/part-paid.rules.ts';
import { findPayments } from '../settlement/attempts.repository.ts';
import { assertOwnOrder } from './own-order.rules.ts';
import * as texts from './orders.texts.ts';

/** A shopper's access to their own orders. */
export function createOrdersService(
  deps: Deps,
  services: Pick<Services, 'orderChange' | 'settlement' | 'bounds' | 'replaceOrder' | 'circuit'>,
) {
  const { env, db, clock } = deps;
  const { circuit } = services;
  const { changeOrder } = services.orderChange;
  const { endClaim } = services.settlement;
  const { limitsFor, refuseSwitch } = services.bounds;
  const { refuseOpenPayment } = services.replaceOrder;

  /** Only the owner's calls tell whether an order can be paid by hand (PAY-C1). */
  function toView(stored: StoredOrder) {
    const view = toOrderView(stored);
    const isWaiting = view.expiresAt !== null && env.mpesa.byHand !== 'off';
    return { ...view, ...(isWaiting && { byHand: true }) };
  }

  /** Newest first. */
  async function mine(userId: string) {
    return (await findOrdersByUser(db.sql, userId)).map(toView);
  }

  /** Throws `not-found` for an unknown order, and `forbidden` for another shopper's (§6, §8). */
  async function one(userId: string, id: OrderId) {
    return toView(assertOwnOrder(await findOrder(db.sql, id), userId));
  }

  /** Returns the order that was created with this key (D10). Throws `not-found` for an unknown key. */
  async function byKey(userId: string, key: string) {
    const orderId = (await findKey(db.sql, userId, key))?.orderId ?? null;
    if (orderId === null) throw new Refusal('not-found', texts.notFound);
    return one(userId, orderId);
  }

  /**
   * Cancels an order that is pending, or processing and unpaid, unless its money is under review. Throws `Refusal`
   * `conflict` otherwise. A repeated cancellation changes nothing (H4). Closes a live payment attempt (F28).
   */
  async function cancel(userId: string, id: OrderId) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockOrder(tx, id);
      const read = async () => assertOwnOrder(await findOrder(tx, id), userId);
      const outcome = await changeOrder(tx, read, { type: 'shopper.cancel' }, now);
      if (outcome === 'changed') await endClaim(tx, id, now);
      const stored = await read();
      if (outcome === 'refused') {
        assertNotUnderReview(stored.order);
        throw new Refusal('conflict', stored.order.isPaid ? texts.paidNotCancelled : texts.cannotBeCancelled);
      }
      return toView(stored);
    });
  }

  /**
   * Switches an unpaid M-Pesa order to cash on delivery (D21), within the limits for unpaid orders (D19). An order that
   * was paid meanwhile stays paid (U4). Throws `conflict` while a prompt may still be paid.
   */
  async function payOnDelivery(userId: string, id: OrderId) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockShopper(tx, userId);
      await lockOrder(tx, id);
      const read = async () => assertOwnOrder(await findOrder(tx, id), userId);
      const { order } = await read();
      assertNotUnderReview(order);
      assertNotPartPaid(order, await findPayments(tx, id));
      const isNewCashOrder = order.paymentMethod === 'mpesa' && order.status === 'pending';
      if (isNewCashOrder) {
        await refuseSwitch(tx, userId, order);
        await refuseOpenPayment(tx, id, now);
      }
      const outcome = await changeOrder(tx, read, { type: 'method.cash', hasLiveAttempt: false }, now);
      if (outcome === 'refused') {
        throw new Refusal('conflict', texts.methodFixed, {
          data: { orderStatus: order.status },
        });
      }
      return toView(await read());
    });
  }

  /**
   * Returns the remaining limits of the shopper (A51, D19), and whether M-Pesa sends prompts (PAY-M2) and the
   * shop takes payments by hand (PAY-C1). Throws `forbidden` or `not-found` when `replaces` is not the shopper's order.
   */
  async function limits(userId: string, replaces: OrderId | null) {
    if (replaces !== null) assertOwnOrder(await findOrder(db.sql, replaces), userId);
    const { prompt, retryAfterMs } = await circuit.look();
    return {
      ...(await limitsFor(db.sql, userId, replaces)),
      prompt,
      retryAfter: Math.ceil(retryAfterMs / 1000),
    };
  }

  return { mine, one, byKey, limits, cancel, payOnDelivery };
}
