import { expect } from 'vitest';
import { createActor } from 'xstate';
import { parseStoredPayment } from '../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../src/rules/payment/stored-payment.ts';
import { waitingPaymentMachines } from '../../src/compose/payment/waiting-payment.ts';
import { cableLine, jane, phoneLine, stored } from '../flows/support/shop.samples.ts';
import { A, order as orderAt, ORDER } from './checkout-shop.ts';
import { ok, openTab, refused, SharedStorage } from './tab.ts';
import type { Answer, Sent, Server } from './tab.ts';
import { until } from './until.ts';

export { A, ORDER };
export const B = '22222222-2222-4222-8222-222222222222';

export const record = (change: Partial<StoredPayment> = {}): StoredPayment => ({
  v: 4,
  user: jane._id,
  key: 'K',
  of: 'M',
  orderId: ORDER,
  checkoutRequestId: 'ws_1',
  startedAt: 1,
  way: null,
  lines: [{ id: A, quantity: 2 }],
  replaces: null,
  ...change,
});
export const payment = (
  status: string,
  { secondsAgo = 5, failureReason = '', id = 'ws_1', isChecked = false } = {},
) => ({
  status,
  failureReason,
  checkoutRequestId: id,
  orderId: ORDER,
  amount: 3000,
  phoneNumber: '254712345678',
  // The clock of the tab is at 0.
  pushedAt: new Date(-secondsAgo * 1000).toISOString(),
  startedAt: new Date(-secondsAgo * 1000).toISOString(),
  ...(isChecked && { checkedAt: new Date(0).toISOString() }),
});
const order = {
  order: {
    ...orderAt().order,
    orderItems: [{ _id: 'l1', product: A, name: 'Phone A', quantity: 2, price: 1500, image: '' }],
    paymentMethod: 'mpesa',
  },
};

/** Creates a server with one payment. `special` overrides single responses. */
export const shop =
  (status: () => Answer, special: (request: Sent) => Answer | undefined = () => undefined): Server =>
  (request) => {
    const answer = special(request);
    if (answer !== undefined) return answer;
    if (request.path.startsWith('/mpesa/payment-status/')) return status();
    if (request.path === '/mpesa/open-payment') return ok({ payment: null });
    if (request.path === '/mpesa/stkpush') return ok({ checkoutRequestId: 'ws_2' });
    if (request.path.startsWith('/orders/')) return ok(order);
    return refused(404);
  };
export const isOpen = ({ path }: Sent) =>
  path === '/mpesa/open-payment' ? ok({ payment: payment('pending') }) : undefined;

/** Opens a tab with three pieces of A and one of B in the cart, and the bar below the header. */
export function open(server: Server, storage = new SharedStorage(), { isVisible = true } = {}) {
  if (!storage.values.has('cart'))
    storage.values.set('cart', stored({ ...phoneLine(3), id: A }, { ...cableLine(1), id: B }));
  const tab = openTab({ storage, server, user: jane });
  tab.browser.isVisible = isVisible;
  tab.fire('visibilitychange');
  const bar = createActor(tab.app.compose(waitingPaymentMachines).waitingPayment).start();
  const shown = () => bar.getSnapshot().children.mpesaPayment;
  /** State of the bar, or of its payment while it shows one. */
  const state = () => {
    const snapshot = shown()?.getSnapshot();
    if (snapshot === undefined) return getState(bar.getSnapshot().value);
    return snapshot.matches('pending') ? 'waiting' : getState(snapshot.value);
  };
  const reaches = (...states: string[]) => until(() => expect(states).toContain(state()));
  const paths = () => tab.sent.map(({ method, path }) => `${method} ${path}`);
  const asked = () => tab.sent.map(({ path }) => path).filter((path) => /(open-payment|payment-status)/.test(path));
  const kept = () => parseStoredPayment(storage.values.get('payment') ?? null);
  return { ...tab, storage, bar, reaches, paths, asked, kept, shown };
}

function getState(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[name, inner] = ['', ''] as const] = Object.entries(value as Record<string, unknown>);
  return name === 'signedIn' ? getState(inner) : `${name}.${getState(inner)}`;
}

export const keeping = (kept: unknown, storage = new SharedStorage()) => {
  storage.values.set('payment', typeof kept === 'string' ? kept : JSON.stringify(kept));
  return storage;
};
export const quantities = (tab: { lines: () => readonly { id: string; quantity: number }[] }) =>
  Object.fromEntries(tab.lines().map(({ id, quantity }) => [id, quantity]));
