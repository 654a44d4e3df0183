import type { OrderId } from '../../../contract/fields.ts';
import { otherWaysAt } from '../../../contract/rules/payment-times.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { getPushTime } from '../settlement/attempt-state.rules.ts';
import { assertNotUnderReview } from '../settlement/payment-review.rules.ts';
import { changeReserved, type StockChange } from '../stock/stock.repository.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { assertNotPartPaid } from '../settlement/part-paid.rules.ts';
import { findPayments } from '../settlement/attempts.repository.ts';
import { assertOwnOrder } from './own-order.rules.ts';
import * as texts from './orders.texts.ts';

/** Operations on orders whose payment may still be open. */
export function createReplaceOrderService(
  deps: Pick<Deps, 'env'>,
  { orderChange, settlement }: Pick<Services, 'orderChange' | 'settlement'>,
) {
  const { env } = deps;
  const { changeOrder } = orderChange;
  const { closeOldAttempts, liveAttempt } = settlement;

  /**
   * Cancels the shopper's unpaid order and reserves `taken` for its replacement, in the caller's transaction. Accepts
   * an order that is already cancelled, and then late money no longer reopens it. Throws `Refusal` `conflict` while its
   * payment is open, when it is paid, and when it is not an M-Pesa order (D21).
   */
  async function replaceOrder(
    tx: Sql,
    userId: string,
    id: OrderId,
    now: Date,
    taken: readonly StockChange[],
  ): Promise<void> {
    await lockOrder(tx, id);
    const read = async () => assertOwnOrder(await findOrder(tx, id), userId);
    const { order } = await read();
    const isOver = order.status === 'cancelled';
    if (!isOver && order.isPaid) throw conflict(texts.alreadyPaid, order.status);
    assertNotUnderReview(order);
    assertNotPartPaid(order, await findPayments(tx, id));
    if (!isOver) await assertNoOpenPayment(tx, id, now);
    const event = { type: 'order.replace', hasLiveAttempt: false } as const;
    const outcome = await changeOrder(tx, read, event, now, { extra: taken });
    if (outcome === 'changed') return;
    if (!isOver) throw conflict(texts.replacedFixed, order.status);
    await changeReserved(tx, taken);
  }

  /**
   * Throws `Refusal` `conflict` with `data.retryAfter` in seconds while a prompt may still be paid. Closes older
   * attempts, whose late payments still count. The caller must lock the order, so that no new prompt is sent meanwhile
   * (D21).
   */
  async function assertNoOpenPayment(tx: Sql, orderId: OrderId, now: Date): Promise<void> {
    await closeOldAttempts(tx, orderId, now);
    const live = await liveAttempt(tx, orderId, now);
    if (live === null) return;
    const opensAt = otherWaysAt(getPushTime(live).getTime(), env.mpesa.retryMs);
    const retryAfter = Math.max(1, Math.ceil((opensAt - now.getTime()) / 1000));
    throw new Refusal('conflict', texts.paymentOpen, { data: { retryAfter }, retryAfter });
  }

  return { replaceOrder, refuseOpenPayment: assertNoOpenPayment };
}

function conflict(message: string, orderStatus: string): Refusal {
  return new Refusal('conflict', message, { data: { orderStatus } });
}
