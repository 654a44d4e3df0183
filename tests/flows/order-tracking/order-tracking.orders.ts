import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Order } from '../../../contract/orders.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { at, cancelled, cash, held, HELD_UNTIL, o1, paid, part, MONEY } from '../support/order.samples.ts';
import { NOW } from './order-tracking.model.ts';

interface Where {
  readonly from: string;
  readonly on: string;
  readonly when: string | null;
}

const GOES_BACK = 'Ksh 3,200 goes back to you.';

/** The order fields that the words of `show order(…)` describe, in order. */
const SAID: readonly (readonly [RegExp, Partial<Order>])[] = [
  [/status processing/, { status: 'processing' }],
  [/status shipped/, { status: 'shipped' }],
  [/status delivered/, { status: 'delivered', isDelivered: true, deliveredAt: at(NOW) }],
  [/status cancelled|^cancelled|^expired/, cancelled],
  [/cash on delivery/, cash],
  [/\bpaid\b|isPaid true|^status delivered\b|^status shipped\b/, paid],
  [/not paid|isPaid false|nothing paid|unpaid|came late/, { isPaid: false, paidAt: null }],
  [/M-Pesa, not paid/, { expiresAt: at(HELD_UNTIL) }],
  [/receipt SGL0001/, { receipt: 'SGL0001' }],
  [/^trackingNumber 'TN1'/, { trackingNumber: 'TN1' }],
  [/\bexpired/, { cancelReason: 'expired' }],
  [/^expired, .*came late/, { paymentNotice: `Your payment came after the order had expired. ${GOES_BACK}` }],
  [
    /^cancelled or replaced, .*came late/,
    { paymentNotice: `Your payment came after the order had been cancelled. ${GOES_BACK}` },
  ],
  [/^paid twice/, { status: 'processing', paymentNotice: `You paid twice. ${GOES_BACK}` }],
  [/^paid, held/, { status: 'processing' }],
  [/held: true/, held],
  ...MONEY,
];

/** The order of a row. */
export function toOrder({ from, on, when }: Where): Order {
  const [, words] = /^show (?:order|timeline)\((.*)\)$/.exec(on) ?? [];
  const status = /^shown\.(\w+)$/.exec(from)?.[1] as Order['status'] | undefined;
  if (words !== undefined) {
    const facts = SAID.filter(([pattern]) => pattern.test(words)).map(([, fact]) => fact);
    return Object.assign({ ...o1 }, status !== undefined && ofStatus(status, words), ...facts) as Order;
  }
  if (from.startsWith('reorder')) {
    const delivered: Order = { ...o1, ...paid, status: 'delivered', isDelivered: true, deliveredAt: at(NOW) };
    return on.includes('one line') ? { ...delivered, orderItems: delivered.orderItems.slice(0, 1) } : delivered;
  }
  if (status !== undefined && status !== 'pending') return { ...o1, ...ofStatus(status, 'paid') };
  if (when?.includes('held: true') === true) return held;
  if (when === '1000 of 3200 is received') return { ...o1, ...part };
  return when?.startsWith('cash on delivery') === true ? { ...o1, ...cash } : o1;
}

function ofStatus(status: Order['status'], words: string): Partial<Order> {
  return {
    ...(words === 'paid' ? paid : {}),
    ...(status === 'cancelled' ? cancelled : {}),
    ...(status === 'delivered' ? { deliveredAt: at(NOW + 60_000) } : {}),
    status,
  };
}

/** The order in the server's next response. */
export function answered(words: string): Order {
  const [, status = 'pending'] = /status (\w+)/.exec(words) ?? [];
  if (status === 'cancelled') return { ...o1, ...cancelled, cancelReason: 'expired' };
  return { ...o1, ...(status === 'pending' ? {} : paid), status: status as Order['status'] };
}

export const refused = (status: number, message = '', data?: unknown) =>
  new ApiError({ kind: 'refused', status, message, data });

export function refusedOr401(status: number, words: string): Error {
  if (status === 401) return failures['unauthorized'] as Error;
  return refused(status, /message '(.*?)'/.exec(words)?.[1] ?? '');
}

/** Reloads the order, as a page does when it becomes visible again. */
export async function askAgain(live: LiveActor<typeof orderTrackingMachine>) {
  if (live.openCalls().some(({ slot }) => slot === 'loadOrder')) return;
  await live.emit('watchPage', { type: 'page.hidden' });
  await live.emit('watchPage', { type: 'page.visible' });
}
