import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { assertExists } from '../orders/own-order.rules.ts';
import { findHeldAttempt } from '../settlement/attempts.repository.ts';
import type { OrderEvent } from '../settlement/order-events.rules.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';

const NOT_HELD = 'No money of this order is in doubt.';

/**
 * Decisions of the back office about payments in doubt (D7, D8, D12, D27, H4), in the caller's transaction.
 * The caller wakes the jobs afterwards.
 */
export function createRefundsBackOfficeService(
  deps: Deps,
  { orderChange, settlement }: Pick<Services, 'orderChange' | 'settlement'>,
) {
  const { clock } = deps;
  const { changeOrder } = orderChange;
  const { settleAttempt } = settlement;

  /** Accepts the payment of a held order, which is then paid. Throws `conflict` when no payment of it is in doubt. */
  async function take(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    const held = await findHeldAttempt(tx, orderId);
    if (held === null) await change(tx, orderId, { type: 'payment.clear' });
    else await settleAttempt(tx, held, { type: 'money.taken' }, clock.now());
  }

  /** Cancels a held order and refunds what was received (D27). Throws `conflict` when the order is not held. */
  async function returnMoney(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    await change(tx, orderId, { type: 'payment.giveBack' });
  }

  /**
   * Records that no payment arrived for a held order, contrary to its callback. Cancels the order without a refund.
   * Throws `conflict` when a payment did arrive (D27), or the order is not held.
   */
  async function deny(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    await change(tx, orderId, { type: 'payment.deny' });
    await change(tx, orderId, { type: 'staff.cancel' });
  }

  async function change(tx: Sql, orderId: OrderId, event: OrderEvent): Promise<void> {
    const read = async () => assertExists(await findOrder(tx, orderId));
    if ((await changeOrder(tx, read, event, clock.now())) !== 'changed') throw new Refusal('conflict', NOT_HELD);
  }

  return { take, giveBack: returnMoney, deny };
}
