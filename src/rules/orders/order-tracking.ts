import type { Order, OrderStatus } from '../../../contract/orders.ts';
import { toFailedCall, toListedProblem, toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { getParcelSteps, getShippedAt } from './parcel-words.ts';
import { getPaymentDeadline, isPayable, formatShortId } from './shown-order.ts';
import * as texts from '../../texts/orders.ts';

/** Steps of an order's progress (§4 Order status). */
export const STEPS = ['pending', 'processing', 'shipped', 'delivered'] as const satisfies readonly OrderStatus[];
const STEP_WORDS = [texts.statusOrderPlaced, texts.processing, texts.shipped, texts.delivered] as const;

export interface Step {
  readonly word: string;
  readonly isReached: boolean;
  /** When the order reached this step, if it is the current one; otherwise `null`. */
  readonly at: string | null;
}

/** Returns the four steps of the progress bar; none for a cancelled order. */
export function getOrderSteps(order: Pick<Order, 'status' | 'updatedAt' | 'parcel'>): readonly Step[] {
  const { status, updatedAt } = order;
  const current = STEPS.findIndex((step) => step === status);
  if (current < 0) return [];
  // A parcel goes on changing after the shipping.
  const reachedAt = (status === 'shipped' ? getShippedAt(order) : null) ?? updatedAt;
  return STEP_WORDS.map((word, step) => ({
    word,
    isReached: step <= current,
    at: step === current ? reachedAt : null,
  }));
}

export interface TimelineEntry {
  readonly word: string;
  /** ISO 8601; `null` when the time was not recorded. */
  readonly at: string | null;
}

/** Returns the order's events, oldest first (§2 Track order, A35, OWN-P1). */
export function getOrderTimeline(order: Order): readonly TimelineEntry[] {
  const { createdAt, isPaid, paidAt } = order;
  const payment: readonly TimelineEntry[] = isPaid ? [{ word: texts.paymentConfirmed, at: paidAt }] : [];
  const steps = getStatusSteps(order);
  // Cash is paid when the parcel is handed over, so the payment follows earlier steps of a parcel.
  const isBefore = ({ at }: TimelineEntry) => at !== null && paidAt !== null && Date.parse(at) < Date.parse(paidAt);
  const paidAfter = order.parcel === null ? [] : steps.filter(isBefore);
  return [
    { word: texts.statusOrderPlaced, at: createdAt },
    ...paidAfter,
    ...payment,
    ...steps.filter((step) => !paidAfter.includes(step)),
  ];
}

/** Returns the steps of the parcel, or without one the last status. */
function getStatusSteps(order: Order): readonly TimelineEntry[] {
  const { status, updatedAt, deliveredAt } = order;
  const delivery: readonly TimelineEntry[] =
    status === 'delivered' ? [{ word: texts.orderDelivered, at: deliveredAt }] : [];
  const parcel = getParcelSteps(order).filter(({ event }) => event !== 'delivered');
  const last = parcel.at(-1);
  if (last !== undefined) {
    return [
      ...parcel,
      ...delivery,
      ...(status === 'cancelled' ? [{ word: texts.statusUpdated(status), at: last.at }] : []),
    ];
  }
  return [...(status === 'pending' ? [] : [{ word: texts.statusUpdated(status), at: updatedAt }]), ...delivery];
}

/** Returns the id of the order that the typed text names: an id, or the short id of a listed order (Q12, A33). */
export function parseOrderId(typed: string, orders: readonly Order[]): string {
  const id = typed.trim();
  return orders.find(({ _id }) => formatShortId(_id).toLowerCase() === id.toLowerCase())?._id ?? id;
}

/** Returns whether the time to pay is over and the outcome is not known yet (D12). */
export function isPaymentTimeOver(order: Order | null, now: number): boolean {
  return order !== null && getPaymentDeadline(order) !== null && !isPayable(order, now);
}

/** Shown below the heading 'Order Not Found', which already says enough (Q12, X35). */
const NO_ORDER = texts.noSuchOrder;

/** Returns why an order is not shown (§8 Tracking). */
export function toTrackingProblem(error: unknown): Problem {
  const { status } = toFailedCall(error);
  if (status === 403) return toListedProblem(error, texts.notAuthorized);
  if (status === 404) return toListedProblem(error, NO_ORDER);
  return toProblem(error, texts.failedToFetchOrderDetails);
}

/** Returns why the list of orders is not shown (U20). */
export function toChoiceProblem(error: unknown): Problem {
  return toProblem(error, texts.failedToLoadOrderHistory);
}
