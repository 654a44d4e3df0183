import { formatKsh } from '../../../contract/rules/money.ts';
import { formatHandle } from './handle.rules.ts';
import { formatAlarm } from './alarm-texts.rules.ts';
import type { BackOfficeAlarm, BackOfficeJob, BackOfficeOrder, BackOfficeRefund } from './back-office.repository.ts';

/** Decisions that settle an item. Each item allows only some decisions. */
export const DECISIONS = ['paid', 'refund', 'unpaid', 'processing', 'cancelled', 'left', 'again'] as const;
export type Decision = (typeof DECISIONS)[number];

/** One item in the back office list. */
export interface BackOfficeItem {
  readonly handle: string;
  readonly since: string;
  /** Time of the last occurrence, when there was more than one. */
  readonly last?: string;
  readonly what: string;
  /** Allowed decisions. Empty when the item is settled by a note only. */
  readonly ways: readonly Decision[];
}

export function toRefundItem({
  id,
  shortId,
  amount,
  reason,
  isRest,
  phone,
  receipt,
  createdAt,
}: BackOfficeRefund): BackOfficeItem {
  const why =
    shortId === null
      ? 'matched no order'
      : `order ${shortId.toUpperCase()} ${reason !== 'overpaid' ? 'was cancelled' : isRest ? 'was paid with too much' : 'was paid twice'}`;
  const from = receipt === null ? '' : `, receipt ${receipt}`;
  return {
    handle: formatHandle('refund', id),
    since: createdAt.toISOString(),
    what: `${formatKsh(amount)} to ${phone ?? 'an unknown phone'}: ${why}${from}`,
    ways: [],
  };
}

export function toAlarmItem({ id, shortId, at, lastAt, ...alarm }: BackOfficeAlarm): BackOfficeItem {
  const about = shortId === null ? '' : `Order ${shortId.toUpperCase()}: `;
  return {
    handle: formatHandle('alarm', id),
    since: at.toISOString(),
    ...(alarm.count > 1 && lastAt !== null && { last: lastAt.toISOString() }),
    what: `${about}${formatAlarm(alarm)}`,
    ways: [],
  };
}

export function toOrderItem(order: BackOfficeOrder, isOverdue: boolean): BackOfficeItem {
  const { id, shortId, status, money, paymentMethod, totalPrice, createdAt, updatedAt } = order;
  const how = paymentMethod === 'cod' ? 'cash on delivery' : 'M-Pesa';
  return {
    handle: formatHandle('order', id),
    since: (money === 'held' ? updatedAt : createdAt).toISOString(),
    what: `Order ${shortId.toUpperCase()}, ${formatKsh(totalPrice)}, ${how}: ${status}, money ${MONEY[money]}`,
    ways: getDecisions(order, isOverdue),
  };
}

export function toJobItem({ id, kind, attempts, lastError, runAt }: BackOfficeJob): BackOfficeItem {
  return {
    handle: formatHandle('job', id),
    since: runAt.toISOString(),
    what: `Job '${kind}' failed ${attempts} times (${lastError ?? 'unknown'}) and is being retried`,
    ways: ['again'],
  };
}

const MONEY: Readonly<Record<BackOfficeOrder['money'], string>> = {
  unpaid: 'not paid',
  partPaid: 'paid in part',
  paid: 'paid',
  overpaid: 'paid more than once',
  held: 'in doubt',
  refundDue: 'refund due',
  refunded: 'refunded',
  kept: 'not refunded, by decision of an owner',
};

/**
 * Returns the possible decisions about an order. An order in doubt needs a decision about its money, an overdue order
 * about its progress.
 */
export function getDecisions(
  { money, status, paymentMethod }: BackOfficeOrder,
  isOverdue: boolean,
): readonly Decision[] {
  // A payment with the wrong amount did arrive, so it is accepted or refunded (D27).
  if (money === 'held') return status === 'pending' ? ['paid', 'refund'] : ['paid', 'refund', 'unpaid'];
  if (!isOverdue) return [];
  return paymentMethod === 'cod' ? ['processing', 'cancelled', 'left'] : ['cancelled'];
}
