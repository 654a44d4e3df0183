import { ksh } from '../../../contract/rules/money.ts';
import { handleOf } from './desk-handle.rules.ts';
import { alarmText } from './desk-words.rules.ts';
import type { DeskAlarm, DeskJob, DeskOrder, DeskRefund } from './desk.repository.ts';

/** Decisions that settle an item. Each item allows only some decisions. */
export const WAYS = ['paid', 'refund', 'unpaid', 'processing', 'cancelled', 'left', 'again'] as const;
export type Way = (typeof WAYS)[number];

/** One item in the back office list. */
export interface DeskItem {
  readonly handle: string;
  readonly since: string;
  /** Time of the last occurrence, when there was more than one. */
  readonly last?: string;
  readonly what: string;
  /** Allowed decisions. Empty when the item is settled by a note only. */
  readonly ways: readonly Way[];
}

export function refundItem({ attemptId, shortId, amount, reason, phone, receipt, createdAt }: DeskRefund): DeskItem {
  const why = reason === 'overpaid' ? 'was paid twice' : 'was cancelled';
  const from = receipt === null ? '' : `, receipt ${receipt}`;
  return {
    handle: handleOf('refund', attemptId),
    since: createdAt.toISOString(),
    what: `${ksh(amount)} to ${phone}: order ${shortId.toUpperCase()} ${why}${from}`,
    ways: [],
  };
}

export function alarmItem({ id, shortId, at, lastAt, ...alarm }: DeskAlarm): DeskItem {
  const about = shortId === null ? '' : `Order ${shortId.toUpperCase()}: `;
  return {
    handle: handleOf('alarm', id),
    since: at.toISOString(),
    ...(alarm.count > 1 && lastAt !== null && { last: lastAt.toISOString() }),
    what: `${about}${alarmText(alarm)}`,
    ways: [],
  };
}

export function orderItem(order: DeskOrder, isOverdue: boolean): DeskItem {
  const { id, shortId, status, money, paymentMethod, totalPrice, createdAt, updatedAt } = order;
  const how = paymentMethod === 'cod' ? 'cash on delivery' : 'M-Pesa';
  return {
    handle: handleOf('order', id),
    since: (money === 'held' ? updatedAt : createdAt).toISOString(),
    what: `Order ${shortId.toUpperCase()}, ${ksh(totalPrice)}, ${how}: ${status}, money ${MONEY[money]}`,
    ways: waysOf(order, isOverdue),
  };
}

export function jobItem({ id, kind, attempts, lastError, runAt }: DeskJob): DeskItem {
  return {
    handle: handleOf('job', id),
    since: runAt.toISOString(),
    what: `Job '${kind}' failed ${attempts} times (${lastError ?? 'unknown'}) and is being retried`,
    ways: ['again'],
  };
}

const MONEY: Readonly<Record<DeskOrder['money'], string>> = {
  unpaid: 'not paid',
  paid: 'paid',
  overpaid: 'paid more than once',
  held: 'in doubt',
  refundDue: 'refund due',
  refunded: 'refunded',
};

/**
 * Returns the possible decisions about an order. An order in doubt needs a decision about its money, an overdue order
 * about its progress.
 */
export function waysOf({ money, status, paymentMethod }: DeskOrder, isOverdue: boolean): readonly Way[] {
  // A payment with the wrong amount did arrive, so it is accepted or refunded (D27).
  if (money === 'held') return status === 'pending' ? ['paid', 'refund'] : ['paid', 'refund', 'unpaid'];
  if (!isOverdue) return [];
  return paymentMethod === 'cod' ? ['processing', 'cancelled', 'left'] : ['cancelled'];
}
