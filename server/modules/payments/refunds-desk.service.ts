import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { existing } from '../orders/own-order.rules.ts';
import { findAttempt, heldAttempt } from '../settlement/attempts.repository.ts';
import type { OrderEvent } from '../settlement/order-change.service.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import * as texts from './payments.texts.ts';

const NOT_HELD = 'No money of this order is in doubt.';

/**
 * What the payments desk decides of money that goes back or is in doubt (D7, D8, D12, D27, H4), with the caller's
 * transaction; the jobs want waking after it.
 */
export function createRefundsDeskService(
  deps: Deps,
  { orderChange, settlement }: Pick<Services, 'orderChange' | 'settlement'>,
) {
  const { clock } = deps;
  const { changeOrder } = orderChange;
  const { settleAttempt } = settlement;

  /**
   * The money went back. False when that was said before; `not-found` when there is no such payment, `conflict` when
   * none is due.
   */
  async function confirm(tx: Sql, attemptId: string): Promise<boolean> {
    if ((await findAttempt(tx, attemptId)) === null) throw new Refusal('not-found', texts.notFound);
    const { outcome } = await settleAttempt(tx, attemptId, { type: 'refund.confirmed' }, clock.now());
    if (outcome === 'refused') throw new Refusal('conflict', 'There is no refund due for this payment.');
    return outcome === 'changed';
  }

  /** What came for a held order counts: it is paid. `conflict` where no money of it is in doubt. */
  async function take(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    const held = await heldAttempt(tx, orderId);
    if (held === null) await change(tx, orderId, { type: 'payment.clear' });
    else await settleAttempt(tx, held, { type: 'money.taken' }, clock.now());
  }

  /**
   * Cancels a held order, so that all of its money goes back as it came (D27). `conflict` where the order is not held.
   */
  async function giveBack(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    await change(tx, orderId, { type: 'payment.giveBack' });
  }

  /**
   * No money came for a held order, whatever its callback said: it is cancelled, and nothing goes back. `conflict`
   * where money did come (D27), or the order is not held.
   */
  async function deny(tx: Sql, orderId: OrderId): Promise<void> {
    await lockOrder(tx, orderId);
    await change(tx, orderId, { type: 'payment.deny' });
    await change(tx, orderId, { type: 'staff.cancel' });
  }

  async function change(tx: Sql, orderId: OrderId, event: OrderEvent): Promise<void> {
    const read = async () => existing(await findOrder(tx, orderId));
    if ((await changeOrder(tx, read, event, clock.now())) !== 'changed') throw new Refusal('conflict', NOT_HELD);
  }

  return { confirm, take, giveBack, deny };
}
