// @vitest-environment happy-dom
import type { Order } from '../../../contract/orders.ts';
import { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { OrderHistoryView } from '../../../src/views/orders/order-history.view.tsx';
import { OrderSuccessView } from '../../../src/views/orders/order-success.view.tsx';
import { OrderTexts } from '../../../src/views/orders/order-texts.tsx';
import { NOW } from '../../flows/order-history/order-history.model.ts';
import { at as moment, cancelled, o1, o2, paid } from '../../flows/support/order.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const history =
  (order: Order, context: object = {}, value: object = {}): Draw =>
  (send) => (
    <OrderHistoryView
      snapshot={at(
        orderHistoryMachine,
        { courierLink: null },
        { listed: { list: 'still', parcel: 'none', cancel: 'none', reorder: 'none', ...value } },
        { orders: [order], now: NOW, ...context },
      )}
      send={send}
    />
  );
/** An order with a product that was deleted from the shop. */
const picked: Order = {
  ...o2,
  status: 'delivered',
  deliveredAt: moment(NOW),
  paymentMethod: 'cod',
  orderItems: o2.orderItems.slice(0, 1).map((item) => ({ ...item, product: '' })),
  shippingAddress: {
    ...o2.shippingAddress,
    phone: '',
    postalCode: '00100',
    deliveryMethod: 'pickup_station',
    pickupLocation: { county: 'Nairobi', town: 'Westlands', station: 'Mpaka Road' },
  },
  shippingPrice: 150,
};
const expired: Order = { ...o1, ...cancelled, cancelReason: 'expired' };

const success =
  (value: string, orderId = ''): Draw =>
  (send) => (
    <OrderSuccessView
      snapshot={at(orderSuccessMachine, { isSignedIn: true, stateOrderId: '', addressOrderId: '' }, value, { orderId })}
      send={send}
    />
  );

readings('orders', {
  'order-history': {
    'unpaid M-Pesa order (Q24)': history(o1),
    'shipped order with its details (U12)': history(o2, { opened: ['o2'] }),
    'pickup of a product that is gone, with its details (A29)': history(picked, { opened: ['o2'] }),
    'expired order, its money came too late (D27)': history({
      ...expired,
      paymentNotice: 'Ksh 3,200 goes back to you.',
    }),
    'order expired before it was cancelled (H4, D12)': history(expired, {
      cancelling: o1,
      cancelTexts: ['This order has been cancelled.', 'Not paid in time.'],
    }),
    'order could not be cancelled (H4)': history(
      { ...o1, ...paid, status: 'processing' },
      { cancelling: o1, cancelProblem: { text: 'It has been packed.', requestId: 'req-1' } },
      { cancel: 'failed' },
    ),
    'order is ordered again (Q25)': history(o2, { reordering: o2 }, { reorder: 'checking' }),
  },
  'order-texts': {
    'an order was ordered again, in the cart (Q25)': (send) => (
      <OrderTexts texts={['Cable B is sold out.']} onDismiss={() => send({ type: 'dismiss' })} />
    ),
  },
  'order-success': {
    'placed order, by eight letters of its id (§2 Order success)': success('shown', 'a1b2c3d4-0000'),
    'no order': success('without'),
    'order is looked up': success('looking'),
  },
});
