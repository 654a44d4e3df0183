import { ksh } from '../../../contract/rules/money.ts';
import { handleOf } from './desk-handle.rules.ts';
import { alarmText } from './desk-words.rules.ts';
import type { DeskAlarm, DeskJob, DeskOrder, DeskRefund } from './desk.repository.ts';

/** What may be said of a thing when it is settled; each thing knows some of them. */
export const WAYS = ['paid', 'refund', 'unpaid', 'processing', 'cancelled', 'left', 'again'] as const;
export type Way = (typeof WAYS)[number];

/** One thing that waits for somebody, as it is listed. */
export interface DeskItem {
  readonly handle: string;
  readonly since: string;
  /** The last time, where it came more than once. */
  readonly last?: string;
  readonly what: string;
  /** One of them has to be said when it is settled; none: it is settled by its note. */
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
    what: `Work '${kind}' has failed ${attempts} times (${lastError ?? 'unknown'}) and is tried on`,
    ways: ['again'],
  };
}

const MONEY: Readonly<Record<DeskOrder['money'], string>> = {
  unpaid: 'not paid',
  paid: 'paid',
  overpaid: 'paid more than once',
  held: 'in doubt',
  refundDue: 'to be sent back',
  refunded: 'sent back',
};

/** What may be decided about an order: of one in doubt where its money is, of one that is late what becomes of it. */
export function waysOf({ money, status, paymentMethod }: DeskOrder, isOverdue: boolean): readonly Way[] {
  // What came as another amount came: it counts or goes back (D27).
  if (money === 'held') return status === 'pending' ? ['paid', 'refund'] : ['paid', 'refund', 'unpaid'];
  if (!isOverdue) return [];
  return paymentMethod === 'cod' ? ['processing', 'cancelled', 'left'] : ['cancelled'];
}
