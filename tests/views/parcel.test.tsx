// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders.ts';
import { PARCEL_STATES } from '../../contract/orders.ts';
import { orderHistoryMachine } from '../../src/machines/orders/order-history.machine.ts';
import { orderTrackingMachine } from '../../src/machines/orders/order-tracking.machine.ts';
import { OrderHistoryView } from '../../src/views/orders/order-history.view.tsx';
import { OrderTrackingView } from '../../src/views/orders/order-tracking.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { toParcelOrder } from '../flows/support/parcel.samples.ts';
import { at, ignore } from './reads.tsx';

const drawPage = (order: Order) =>
  renderPage(
    <OrderTrackingView
      snapshot={at(
        orderTrackingMachine,
        { orderId: 'o1', session: 'present', phone: '', userName: 'Jane' },
        { shown: { order: 'still', cancel: 'none', pay: 'none', reorder: 'none' } },
        { order },
      )}
      send={ignore}
      proof={null}
    />,
  );
const drawList = (order: Order) =>
  renderPage(
    <OrderHistoryView
      snapshot={at(
        orderHistoryMachine,
        { courierLink: null },
        { listed: { list: 'still', parcel: 'none', cancel: 'none', reorder: 'none' } },
        { orders: [order], opened: [order._id] },
      )}
      send={ignore}
    />,
  );

/** Each state, delivered home and at a station, paid and cash on delivery, with and without words about the money. */
const orders = PARCEL_STATES.flatMap((state) =>
  ['home delivery', 'pickup'].flatMap((delivery) =>
    ['paid', 'cash on delivery, not paid', 'paid, sent again', "paid, paymentNotice 'Ksh 3,200 goes back to you.'"]
      .filter((words) => !words.endsWith('again') || state === 'onTheWay')
      .map((words) => {
        const status = state === 'lost' || state === 'returned' ? `cause ${state}` : `parcel ${state}`;
        return [`${status}, ${delivery}, ${words}`, toParcelOrder(`${status}, ${delivery}, ${words}`)] as const;
      }),
  ),
);

describe('OWN-P1, OWN-P2: every parcel on the page and in the list of orders', () => {
  test('there are orders in every state', () =>
    expect(new Set(orders.map(([, { parcel }]) => parcel?.state)).size).toBe(PARCEL_STATES.length));

  test.each(orders)('%s: no code, and a time to collect by only while it waits at a station', (_, order) => {
    for (const page of [drawPage(order), drawList(order)]) {
      expect(page.element.innerHTML).not.toMatch(/\b\d{6}\b/);
      expect(page.text).not.toMatch(/rider|owes|wrong code|sellable|damaged|missing|reason/i);
      const waits = order.parcel?.state === 'ready' && order.parcel.pickup !== null;
      expect(page.text.includes('28 November 2026, 14:00')).toBe(waits);
    }
  });

  test.each(orders)('%s: the status and the steps are those of the five statuses', (_, order) => {
    const page = drawPage(order);
    const plain = drawPage({ ...order, parcel: null });
    const getWords = (shown: typeof page) =>
      [...shown.element.querySelectorAll('ol[aria-label="Progress"] li')].map((step) => [
        step.querySelector('svg') !== null,
        step.querySelector('span > span')?.textContent,
      ]);
    expect(getWords(page)).toEqual(getWords(plain));
    expect(page.queryByRole('list', { name: 'Progress' }) === null).toBe(order.status === 'cancelled');
  });

  test.each(orders)('%s: page and list tell the same state and the same money', (_, order) => {
    const [page, list] = [drawPage(order).text, drawList(order).text];
    for (const words of [
      /could not be handed over/,
      /not collected within 7 days/,
      /was lost/,
      /came back to the shop/,
      /goes back to you/,
      /nothing to pay\./,
      /ready for pickup/i,
      /on its way (to Kilimani Pickup )?again/i,
      /You collected this order/,
    ])
      expect([words, words.test(page)]).toEqual([words, words.test(list)]);
  });

  test.each(orders.filter(([, { status }]) => status === 'cancelled'))('%s: the page tells of the money', (_, order) =>
    expect(drawPage(order).text).toMatch(order.isPaid ? /Paid 21|goes back to you/ : /You have nothing to pay\./),
  );
});

test('OWN-P1: a parcel that is refused twice has each step with its time', () => {
  const steps = ['shipped', 'refused', 'resent', 'refused', 'drone'].map((event, hour) => ({
    event,
    at: `2026-11-23T0${hour}:00:00.000Z`,
  }));
  const order = toParcelOrder('parcel refused, paid');
  const twice: Order = { ...order, parcel: order.parcel && { ...order.parcel, history: steps } };
  const entries = [...drawPage(twice).getByRole('region', { name: 'Order Timeline' }).querySelectorAll('li')];
  expect(entries.slice(2).map(({ textContent }) => textContent)).toEqual([
    'Status Updated to shipped23/11/2026, 03:00',
    'Not Handed Over23/11/2026, 04:00',
    'Sent Again23/11/2026, 05:00',
    'Not Handed Over23/11/2026, 06:00',
  ]);
});

test('OWN-P3: cash is confirmed where it was paid, at the end', () => {
  const order = toParcelOrder('status delivered, cash on delivery, home delivery');
  const paidAt = order.deliveredAt;
  const entries = drawPage({ ...order, isPaid: true, paidAt }).getByRole('region', { name: 'Order Timeline' });
  expect([...entries.querySelectorAll('li > span')].map(({ textContent }) => textContent)).toEqual([
    'Order Placed',
    'Status Updated to shipped',
    'Payment Confirmed',
    'Order Delivered',
  ]);
});
