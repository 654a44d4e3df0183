import { expect } from 'vitest';
import { orderTrackingModel } from './order-tracking.model.ts';
import { orderTrackingWith } from './order-tracking.view.tsx';
import { orderTrackingTable } from './order-tracking.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

flowTests(orderTrackingModel, {
  view: orderTrackingWith(() => <p>{CONFIRM_FIRST}</p>),
  shows: {
    choosing: (page, { context: { typed } }) =>
      expect(page.getByRole('textbox', { name: 'Order ID' })).toHaveProperty('value', typed),
    'choosing.loading': see('status', 'Loading your orders'),
    'choosing.listed': [
      see('button', 'Track Order'),
      (page, { context: { orders } }) =>
        expect(page.queryAllByRole('button', { name: /^Order / })).toHaveLength(orders.length),
    ],
    'choosing.failed': see('button', 'Try Again'),
    loading: see('status', 'Loading your order'),
    shown: [
      see('heading', 'Track Your Order'),
      see('heading', 'Order Items'),
      see('heading', 'Order Summary'),
      see('heading', 'Shipping Information'),
      see('heading', 'Customer Information'),
      see('heading', 'Order Timeline'),
      (page, { context: { order } }) => {
        page.getByText('Order o1');
        expect(page.text).toContain('jane@example.com');
        const isCancelled = order?.status === 'cancelled';
        expect(page.queryByRole('heading', { name: 'Order Cancelled' }) !== null).toBe(isCancelled);
        expect(page.queryByRole('list', { name: 'Progress' }) !== null).toBe(!isCancelled);
      },
    ],
    'shown.pay.proving': CONFIRM_FIRST,
    notFound: [see('heading', 'Order Not Found'), see('button', 'Try Again'), see('link', 'View All Orders')],
    accessDenied: [see('heading', 'Access Denied'), see('link', 'View Your Orders'), see('link', 'View All Orders')],
    toLogin: see('heading', 'Track Your Order'),
    toCart: see('heading', 'Track Your Order'),
    sessionExpired: see('alert', 'Your session has expired. Please log in again.'),
  },
  table: orderTrackingTable,
});
