import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { failedCall, listedProblem, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { heldUntil, mayPay, shortId } from './shown-order.ts';
import * as texts from '../../texts/orders.ts';

/** How far an order has come (§4 Order status). */
export const STEPS = ['pending', 'processing', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];
const STEP_WORDS = [texts.statusOrderPlaced, texts.processing, texts.shipped, texts.delivered] as const;

export interface Step {
  readonly word: string;
  readonly isReached: boolean;
  /** When the order came to where it is; null at all other steps. */
  readonly at: string | null;
}

/** The four steps of the progress bar; a cancelled order has none. */
export function stepsOf({ status, updatedAt }: Pick<Order, 'status' | 'updatedAt'>): readonly Step[] {
  const current = STEPS.findIndex((step) => step === status);
  if (current < 0) return [];
  return STEP_WORDS.map((word, step) => ({
    word,
    isReached: step <= current,
    at: step === current ? updatedAt : null,
  }));
}

export interface TimelineEntry {
  readonly word: string;
  /** ISO 8601; null where nobody has noted it. */
  readonly at: string | null;
}

/** What has happened to it, first things first (§2 Track order, A35). */
export function timelineOf(order: Order): readonly TimelineEntry[] {
  const { status, createdAt, updatedAt, isPaid, paidAt, deliveredAt } = order;
  return [
    { word: texts.statusOrderPlaced, at: createdAt },
    ...(isPaid ? [{ word: texts.paymentConfirmed, at: paidAt }] : []),
    ...(status === 'pending' ? [] : [{ word: texts.statusUpdated(status), at: updatedAt }]),
    ...(status === 'delivered' ? [{ word: texts.orderDelivered, at: deliveredAt }] : []),
  ];
}

/** The order that is meant by what was typed: an id, or the short one of an order that is listed (Q12, A33). */
export function orderIdOf(typed: string, orders: readonly Order[]): string {
  const id = typed.trim();
  return orders.find(({ _id }) => shortId(_id).toLowerCase() === id.toLowerCase())?._id ?? id;
}

/** The time to pay for it is over, and it is not known yet what became of it (D12). */
export function isTimeOver(order: Order | null, now: number): boolean {
  return order !== null && heldUntil(order) !== null && !mayPay(order, now);
}

/** Stands under the heading 'Order Not Found', which says what there is to say (Q12, X35). */
const NO_ORDER = texts.noSuchOrder;

/** Why an order is not shown (§8 Tracking). */
export function trackingProblem(error: unknown): Problem {
  const { status } = failedCall(error);
  if (status === 403) return listedProblem(error, texts.notAuthorized);
  if (status === 404) return listedProblem(error, NO_ORDER);
  return problemOf(error, texts.failedToFetchOrderDetails);
}

/** Why the orders to choose from are not there (U20). */
export function choiceProblem(error: unknown): Problem {
  return problemOf(error, texts.failedToLoadOrderHistory);
}
