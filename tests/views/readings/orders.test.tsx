// @vitest-environment happy-dom
import type { Order } from '../../../contract/orders.ts';
import { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { OrderActions } from '../../../src/views/orders/order-actions.tsx';
import { OrderHistoryView } from '../../../src/views/orders/order-history.view.tsx';
import { OrderSuccessView } from '../../../src/views/orders/order-success.view.tsx';
import { OrderTexts } from '../../../src/views/orders/order-texts.tsx';
import { OrderTrackingView } from '../../../src/views/orders/order-tracking.view.tsx';
import { NOW } from '../../flows/order-history/order-history.model.ts';
import {
  at as moment,
  cancelled,
  cash,
  checked,
  held,
  HELD_UNTIL,
  o1,
  o2,
  paid,
  part,
  refund,
} from '../../flows/support/order.samples.ts';
import { toParcelOrder } from '../../flows/support/parcel.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

const history =
  (order: Order | readonly Order[], context: object = {}, value: object = {}): Draw =>
  (send) => (
    <OrderHistoryView
      snapshot={at(
        orderHistoryMachine,
        { courierLink: null },
        { listed: { list: 'still', parcel: 'none', cancel: 'none', reorder: 'none', ...value } },
        { orders: Array.isArray(order) ? order : [order], now: NOW, ...context },
      )}
      send={send}
    />
  );
const noHistory =
  (value: string, context: object = {}): Draw =>
  (send) => <OrderHistoryView snapshot={at(orderHistoryMachine, { courierLink: null }, value, context)} send={send} />;
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

const backPaid = refund('done', 'Ksh 3,200 was paid back to 0712 ••• 678. M-Pesa receipt: RB1.');
const backDropped = refund('dropped', 'Ksh 200 will not be paid back: The box was empty.', 'f2');

const parcels = {
  ready: toParcelOrder('parcel ready, cash on delivery, not paid'),
  resent: toParcelOrder('parcel onTheWay, pickup, sent again, paid'),
  refused: toParcelOrder('parcel refused, home delivery, paid'),
  lost: toParcelOrder('status cancelled, cause lost, cash on delivery, not paid'),
};

const success =
  (value: string, orderId = ''): Draw =>
  (send) => (
    <OrderSuccessView
      snapshot={at(orderSuccessMachine, { isSignedIn: true, stateOrderId: '', addressOrderId: '' }, value, { orderId })}
      send={send}
    />
  );

const tracking = (value: string | object, context: object = {}) =>
  at(orderTrackingMachine, { orderId: 'o1', session: 'present', phone: '0712345678', userName: 'Jane' }, value, {
    now: NOW,
    ...context,
  });
const page =
  (value: string | object, context: object = {}): Draw =>
  (send) => <OrderTrackingView snapshot={tracking(value, context)} send={send} proof={<p>The code</p>} />;
const shown = (value: object) => ({
  shown: { order: 'still', cancel: 'none', pay: 'none', reorder: 'none', ...value },
});
const tracked = (order: Order, value: object = {}, context: object = {}) =>
  page(shown(value), { order, phone: '0712345678', ...context });
/** The payment, the results and the buttons of a tracked order, without the rest of its page. */
const actions =
  (order: Order, value: object = {}, context: object = {}): Draw =>
  (send) => <OrderActions order={order} snapshot={tracking(shown(value), { order, ...context })} send={send} />;

readings('orders', {
  'order-history': {
    'unpaid M-Pesa order (Q24)': history(o1),
    'shipped order with its details (U12)': history(o2, { opened: ['o2'] }),
    'pickup of a product that is gone, with its details (A29)': history(picked, { opened: ['o2'] }),
    'expired order, its money came too late (D27)': history({
      ...expired,
      paymentNotice: 'Ksh 3,200 goes back to you.',
    }),
    'order with two refunds (PAY-F5)': history({ ...o2, ...cancelled, refunds: [backPaid, backDropped] }),
    'parcels of an order: ready, refused, lost (OWN-P1, OWN-P2)': history(
      [
        { ...parcels.ready, _id: 'o1' },
        { ...parcels.refused, _id: 'o2' },
        { ...parcels.lost, _id: 'o3' },
      ],
      { opened: ['o1'] },
    ),
    'order that is paid in part (PAY-C5)': history({ ...o1, ...part }, { opened: ['o1'] }),
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
    'one of two orders is ordered again (Q25)': history([expired, o2], { reordering: o2 }, { reorder: 'checking' }),
    'no item of one of two orders is left (Q25)': history(
      [expired, o2],
      { reordering: o2, reorderTexts: ['None of these items can be ordered any more.'] },
      { reorder: 'said' },
    ),
    'one of two orders could not be ordered again (Q25)': history(
      [expired, o2],
      { reordering: o2, reorderProblem: problem },
      { reorder: 'failed' },
    ),
    'one of two orders was cancelled (H4)': history([expired, { ...o2, ...cancelled }], {
      cancelling: o2,
      cancelTexts: ['This order has been cancelled.'],
    }),
    'one of two orders could not be cancelled (H4)': history(
      [o1, o2],
      { cancelling: o1, cancelProblem: problem },
      { cancel: 'failed' },
    ),
    'asks whether to cancel, on a payment by M-Pesa (H4)': history(o1, { cancelling: o1 }, { cancel: 'asking' }),
    'asks whether to cancel, on a payment at the door (H4)': history(
      { ...o1, ...cash },
      { cancelling: { ...o1, ...cash } },
      { cancel: 'asking' },
    ),
    'is cancelled (H4)': history(o1, { cancelling: o1 }, { cancel: 'sending' }),
    'time to pay is over (D12)': history(o1, { now: HELD_UNTIL }),
    'payment is under review (D27)': history(held),
    'paid at an unknown time': history({ ...o2, paidAt: null, trackingNumber: null }),
    'time of a payment that does not count': history({ ...o1, paidAt: moment(NOW) }),
    'orders are loaded': noHistory('loading'),
    'no orders': noHistory('empty'),
    'orders could not be loaded': noHistory('failed', { listProblem: problem }),
    'is left': noHistory('gone'),
  },
  'order-tracking': {
    'orders to choose from are loaded (U20)': page({ choosing: 'loading' }, { typed: 'o9' }),
    'orders to choose from could not be loaded (U20)': page({ choosing: 'failed' }, { problem }),
    'no order to choose from (U20)': page({ choosing: 'listed' }),
    'one order to choose from, no number was typed (U20)': page(
      { choosing: 'listed' },
      {
        orders: [o2],
        typedProblem: 'Order ID is required',
      },
    ),
    'order is loaded': page('loading'),
    'session has expired (Q1)': page('sessionExpired'),
    'leaves for the login': page('toLogin', { notice: 'notLoggedIn' }),
    'unknown order (Q12)': page('notFound', { problem, order: o1 }),
    'order of another shopper': page('accessDenied', { problem }),
    'unpaid order (Q24)': tracked(o1),
    'asks for the phone': tracked(o1, { pay: 'confirmingPhone' }),
    'no phone is typed': tracked(o1, { pay: 'confirmingPhone' }, { phone: ' ' }),
    'prompt is sent': tracked(o1, { pay: 'pushing' }),
    'phone needs a code (D25)': tracked(o1, { pay: 'proving' }),
    'asks whether to cancel (H4)': tracked(o1, { cancel: 'asking' }),
    'is cancelled (H4)': tracked(o1, { cancel: 'sending' }),
    'has two refunds (PAY-F5)': tracked({ ...o2, ...cancelled, refunds: [backPaid, backDropped] }),
    'is paid in part (PAY-C5)': tracked({ ...o1, ...part }),
    'payment is being checked (PAY-C4)': actions({ ...o1, ...checked }),
    'is ready for pickup, paid at the counter (OWN-P2)': tracked(parcels.ready),
    'is on its way to the station again (OWN-P1)': tracked(parcels.resent),
    'was refused at the door (OWN-P1)': tracked(parcels.refused),
    'was lost (OWN-P1)': tracked(parcels.lost),
    'orders with parcels to choose from (U20)': page(
      { choosing: 'listed' },
      { orders: [parcels.ready, { ...parcels.refused, _id: 'o2' }] },
    ),
    'was cancelled': tracked({ ...o1, ...cancelled }),
    'has expired (D12)': tracked(expired),
    'packed, paid at the door, with costs of delivery': tracked({
      ...o1,
      ...cash,
      status: 'processing',
      shippingPrice: 150,
      taxPrice: 20,
      shippingAddress: { ...o1.shippingAddress, postalCode: '' },
    }),
    'shipped, with a receipt and a number of the courier': tracked({ ...o2, receipt: 'QK12AB34CD' }),
    'shipped, without a number of the courier': tracked({ ...o2, trackingNumber: '', paidAt: null }),
    'time of a payment that does not count': tracked({ ...o1, paidAt: moment(NOW) }),
    'delivered to a station (A29)': tracked(picked),
  },
  'order-actions': {
    'unpaid order (Q24)': actions(o1),
    'payment must wait a second (D8)': actions(o1, {}, { blockedUntil: NOW + 1_000 }),
    'payment is under way in the bar (U5)': actions(o1, { pay: 'underway' }),
    'time to pay is over (D12)': actions(o1, { pay: 'over' }, { now: HELD_UNTIL }),
    'payment is under review (D27)': actions(held),
    'payment was refused': actions(o1, { pay: 'refused' }, { payProblem: problem }),
    'payment was refused, the own phone works (D25)': actions(
      o1,
      { pay: 'refused' },
      { payProblem: problem, ownPhone: '254712345678' },
    ),
    'is cancelled, a prompt is open (H4)': actions(o1, { cancel: 'sending' }, { isPromptLeft: true }),
    'could not be cancelled (H4)': actions(o1, { cancel: 'failed' }, { cancelProblem: problem }),
    'was cancelled, a prompt is open (Q15)': actions({ ...o1, ...cancelled }, {}, { isPromptLeft: true }),
    'shipped order': actions(o2),
    'is ordered again (Q25)': actions(o2, { reorder: 'checking' }),
    'no item is left (Q25)': actions(
      o2,
      { reorder: 'said' },
      { reorderTexts: ['None of these items can be ordered.'] },
    ),
    'could not be ordered again (Q25)': actions(o2, { reorder: 'failed' }, { reorderProblem: problem }),
  },
  'order-texts': {
    'an order was ordered again, in the cart (Q25)': (send) => (
      <OrderTexts texts={['Cable B is sold out.']} onDismiss={() => send({ type: 'dismiss' })} />
    ),
    'nothing to say': () => <OrderTexts texts={[]} />,
  },
  'order-success': {
    'placed order, by eight letters of its id (§2 Order success)': success('shown', 'a1b2c3d4-0000'),
    'no order': success('without'),
    'order is looked up': success('looking'),
  },
});
