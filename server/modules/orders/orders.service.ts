import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { createOrderChangeService } from '../settlement/order-change.service.ts';
import { createSettlementService } from '../settlement/settlement.service.ts';
import { findOrder, findOrdersOf, lockOrder } from '../settlement/stored-orders.repository.ts';
import { lockShopper } from './bounds.repository.ts';
import { createBoundsService } from './bounds.service.ts';
import { refuseAboveCap } from './draft.rules.ts';
import { findKey } from './order-keys.repository.ts';
import { orderView } from './order-view.rules.ts';
import { ownOrder } from './own-order.rules.ts';
import { createReplaceOrderService } from './replace-order.service.ts';

/** What a shopper may see and do with their own orders. */
export function createOrdersService(deps: Deps, { codMax }: { codMax?: number | null } = {}) {
  const { db, clock } = deps;
  const { changeOrder } = createOrderChangeService(deps);
  const { endClaim } = createSettlementService(deps);
  const { refuseSwitch } = createBoundsService(deps);
  const { refuseOpenPayment } = createReplaceOrderService(deps);

  /** Newest first. */
  async function mine(userId: string) {
    return (await findOrdersOf(db.sql, userId)).map(orderView);
  }

  /** 404 when there is none, 403 for somebody else's (§6, §8). */
  async function one(userId: string, id: string) {
    return orderView(ownOrder(await findOrder(db.sql, id), userId));
  }

  /** The order that a create with this key made (D10). 404 when there is none. */
  async function byKey(userId: string, key: string) {
    const orderId = (await findKey(db.sql, userId, key))?.orderId ?? null;
    if (orderId === null) throw new HttpError(404, 'Order not found');
    return one(userId, orderId);
  }

  /**
   * Cancels while pending or unpaid; HttpError 409 afterwards. Cancelling twice changes nothing (H4). A prompt that is
   * open keeps nobody waiting any more (F28).
   */
  async function cancel(userId: string, id: string) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockOrder(tx, id);
      const read = async () => ownOrder(await findOrder(tx, id), userId);
      const outcome = await changeOrder(tx, read, { type: 'shopper.cancel' }, now);
      if (outcome === 'changed') await endClaim(tx, id, now);
      const stored = await read();
      if (outcome === 'refused') {
        throw new HttpError(
          409,
          stored.order.isPaid
            ? 'A paid order can no longer be cancelled here.'
            : 'This order can no longer be cancelled.',
        );
      }
      return orderView(stored);
    });
  }

  /**
   * Pay on delivery of an unpaid M-Pesa order (D21), within the cap and the bounds of open ones (D19). Money that came
   * in meanwhile wins: the order then stays paid (U4). 409 while a prompt may still be paid.
   */
  async function payOnDelivery(userId: string, id: string) {
    return db.tx(async (tx) => {
      const now = clock.now();
      await lockShopper(tx, userId);
      await lockOrder(tx, id);
      const read = async () => ownOrder(await findOrder(tx, id), userId);
      const { order } = await read();
      const isNewCashOrder = order.paymentMethod === 'mpesa' && order.status === 'pending';
      if (isNewCashOrder) {
        refuseAboveCap(order.totalPrice, codMax);
        await refuseSwitch(tx, userId, order);
        await refuseOpenPayment(tx, id, now);
      }
      const outcome = await changeOrder(tx, read, { type: 'method.cash', hasLiveAttempt: false }, now);
      if (outcome === 'refused') {
        throw new HttpError(409, 'The payment method of this order can no longer be changed.', {
          data: { orderStatus: order.status },
        });
      }
      return orderView(await read());
    });
  }

  return { mine, one, byKey, cancel, payOnDelivery };
}
