import type { OrderId } from '../../../contract/fields.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { refuseHeld } from '../settlement/held-money.rules.ts';
import { findOrder, findOrdersOf, lockOrder } from '../settlement/stored-orders.repository.ts';
import { lockShopper } from './bounds.repository.ts';
import { findKey } from './order-keys.repository.ts';
import { orderView } from './order-view.rules.ts';
import { ownOrder } from './own-order.rules.ts';
import * as texts from './orders.texts.ts';

/** What a shopper may see and do with their own orders. */
export function createOrdersService(
  deps: Deps,
  services: Pick<Services, 'orderChange' | 'settlement' | 'bounds' | 'replaceOrder'>,
) {
  const { db, clock } = deps;
  const { changeOrder } = services.orderChange;
  const { endClaim } = services.settlement;
  const { limitsFor, refuseSwitch } = services.bounds;
  const { refuseOpenPayment } = services.replaceOrder;

  /** Newest first. */
  async function mine(userId: string) {
    return (await findOrdersOf(db.sql, userId)).map(orderView);
  }

  /** `not-found` when there is none, `forbidden` for somebody else's (§6, §8). */
  async function one(userId: string, id: OrderId) {
    return orderView(ownOrder(await findOrder(db.sql, id), userId));
  }

  /** The order that a create with this key made (D10). `not-found` when there is none. */
  async function byKey(userId: string, key: string) {
    const orderId = (await findKey(db.sql, userId, key))?.orderId ?? null;
    if (orderId === null) throw new Refusal('not-found', texts.notFound);
    return one(userId, orderId);
  }

  /**
   * Cancels while pending or unpaid; Refusal `conflict` afterwards. Cancelling twice changes nothing (H4). A prompt
   * that is open keeps nobody waiting any more (F28).
   */
  async function cancel(userId: string, id: OrderId) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockOrder(tx, id);
      const read = async () => ownOrder(await findOrder(tx, id), userId);
      const outcome = await changeOrder(tx, read, { type: 'shopper.cancel' }, now);
      if (outcome === 'changed') await endClaim(tx, id, now);
      const stored = await read();
      if (outcome === 'refused') {
        refuseHeld(stored.order);
        throw new Refusal('conflict', stored.order.isPaid ? texts.paidNotCancelled : texts.cannotBeCancelled);
      }
      return orderView(stored);
    });
  }

  /**
   * Pay on delivery of an unpaid M-Pesa order (D21), within the cap and the bounds of open ones (D19). Money that came
   * in meanwhile wins: the order then stays paid (U4). `conflict` while a prompt may still be paid.
   */
  async function payOnDelivery(userId: string, id: OrderId) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockShopper(tx, userId);
      await lockOrder(tx, id);
      const read = async () => ownOrder(await findOrder(tx, id), userId);
      const { order } = await read();
      refuseHeld(order);
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
      return orderView(await read());
    });
  }

  /**
   * What the shopper may order and pay; `forbidden` and `not-found` for `replaces` that is not their own order (A51,
   * D19).
   */
  async function limits(userId: string, replaces: OrderId | null) {
    if (replaces !== null) ownOrder(await findOrder(db.sql, replaces), userId);
    return limitsFor(db.sql, userId, replaces);
  }

  return { mine, one, byKey, limits, cancel, payOnDelivery };
}
