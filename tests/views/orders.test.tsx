// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { Order } from '../../contract/orders.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { orderHistoryMachine } from '../../src/machines/orders/order-history.machine.ts';
import { orderTrackingMachine } from '../../src/machines/orders/order-tracking.machine.ts';
import { OrderHistoryView } from '../../src/views/orders/order-history.view.tsx';
import { OrderTrackingView } from '../../src/views/orders/order-tracking.view.tsx';
import { StatusBadge } from '../../src/views/orders/status-badge.tsx';
import { tone } from '../../src/views/parts/badge.css.ts';
import { MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { o1, o2 } from '../flows/support/order.samples.ts';
import { at, ignore } from './reads.tsx';

const tracked = (order: Order) =>
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

describe('§2 Track order: the progress', () => {
  test('marks the current step, and ticks each step that is reached', () => {
    const steps = [...tracked(o2).getByRole('list', { name: 'Progress' }).children] as HTMLElement[];
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, null, 'step', null]);
    expect(steps.map((step) => step.querySelector('svg') !== null)).toEqual([true, true, true, false]);
  });

  test('the steps and the timeline are lists with an order, like the steps of a payment', () => {
    const page = tracked(o2);
    expect(page.getByRole('list', { name: 'Progress' }).tagName).toBe('OL');
    const timeline = page.getByRole('region', { name: 'Order Timeline' });
    expect(timeline.querySelector('[role="list"]')?.tagName).toBe('OL');
    const payment = renderPage(
      <MpesaPaymentStep
        proof={null}
        snapshot={at(
          mpesaPaymentMachine,
          { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
          {
            pending: { page: 'seen', polling: 'waiting', network: 'online', prompt: 'onPhone', limit: 'running' },
          },
        )}
        send={ignore}
      />,
    );
    expect(payment.getByRole('list').tagName).toBe('OL');
  });
});

describe('§2 Orders tab: an order of the list', () => {
  const listed = (opened: readonly string[]) =>
    renderPage(
      <OrderHistoryView
        snapshot={at(
          orderHistoryMachine,
          { courierLink: null },
          { listed: { list: 'still', parcel: 'none', cancel: 'none', reorder: 'none' } },
          { orders: [o1, o2], opened },
        )}
        send={ignore}
      />,
    );

  test('has the name of its heading', () => {
    const page = listed([]);
    expect(page.getByRole('listitem', { name: 'Order o1' }).textContent).toContain('Pending');
    expect(page.getByRole('listitem', { name: 'Order o2' }).textContent).toContain('Shipped');
  });

  test('U12: the button of the details references them while they are open', () => {
    const { element, ...page } = listed(['o2']);
    const details = (id: string): Element | null => {
      const button = page.getByRole('button', { name: `View Details, order ${id}` });
      return element.querySelector(`[id="${button.getAttribute('aria-controls')}"]`);
    };
    expect(details('o2')?.textContent).toContain('M-Pesa Express');
    expect(details('o1')).toBeNull();
  });
});

test('§4: each status of an order has its own colour', () => {
  const colours = (['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const).map(
    (status) => renderPage(<StatusBadge status={status} />).element.querySelector('span')?.className,
  );
  expect(colours).toEqual([tone.warn, tone.packed, tone.onWay, tone.good, tone.bad]);
});
