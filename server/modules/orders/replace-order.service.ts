import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { closeOldAttempts, liveAttempt, pushTime } from '../settlement/settlement.service.ts';
import { changeOrder } from '../settlement/order-change.service.ts';
import { lockOrder } from './orders.repository.ts';
import { ownOrder } from './own-order.rules.ts';
import { changeReserved, type StockChange } from '../settlement/stock.repository.ts';

type Parts = Pick<Deps, 'env' | 'jobs' | 'log'>;

/**
 * D21: the shopper's own unpaid order goes and `taken` is reserved for the one that comes instead, in the caller's
 * transaction. One that is cancelled already holds nothing and is no obstacle; an expired one is not revived by late
 * money any more (Q15). 409 while its payment is open, where it was paid and where it is no M-Pesa order.
 */
export async function replaceOrder(
  tx: Sql,
  deps: Parts,
  userId: string,
  id: string,
  now: Date,
  taken: readonly StockChange[],
): Promise<void> {
  await lockOrder(tx, id);
  const { order } = await ownOrder(tx, userId, id);
  const isOver = order.status === 'cancelled';
  if (!isOver && order.isPaid) throw refusal('This order has already been paid.', order.status);
  if (!isOver) await refuseOpenPayment(tx, deps, id, now);
  const event = { type: 'order.replace', hasLiveAttempt: false } as const;
  const outcome = await changeOrder(tx, deps, () => ownOrder(tx, userId, id), event, now, taken);
  if (outcome === 'changed') return;
  if (!isOver) throw refusal('The order that this one replaces can no longer be changed.', order.status);
  await changeReserved(tx, taken);
}

/**
 * 409 with `data.retryAfter`, in seconds, while a prompt may still be paid (D21); an older one is closed, though
 * money that still comes for it counts (Q14). The order must be locked, so that no prompt goes out meanwhile.
 */
export async function refuseOpenPayment(tx: Sql, deps: Parts, orderId: string, now: Date): Promise<void> {
  await closeOldAttempts(tx, deps, orderId, now);
  const live = await liveAttempt(tx, deps, orderId, now);
  if (live === null) return;
  const opensAt = pushTime(live).getTime() + deps.env.mpesa.retryMs;
  const retryAfter = Math.max(1, Math.ceil((opensAt - now.getTime()) / 1000));
  throw new HttpError(409, 'A payment for this order is still open.', { data: { retryAfter }, retryAfter });
}

function refusal(message: string, orderStatus: string): HttpError {
  return new HttpError(409, message, { data: { orderStatus } });
}
