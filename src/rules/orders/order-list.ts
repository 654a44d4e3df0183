import type { Order } from '../../../contract/orders.ts';
import { toReplyProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/orders.ts';

export function findOrder(orders: readonly Order[], orderId: string): Order | null {
  return orders.find(({ _id }) => _id === orderId) ?? null;
}

/** Replaces one order in the list; `null` changes nothing. */
export function replaceOrder(orders: readonly Order[], changed: Order | null): readonly Order[] {
  return orders.map((order) => (order._id === changed?._id ? changed : order));
}

/** Returns why there is no list: a reply without one, or no usable reply (§8 Profile load). */
export function toOrderListProblem(error: unknown): Problem {
  return toReplyProblem(error, { answered: texts.failedToLoadOrderHistory, unanswered: texts.failedToLoadData });
}
