// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import type { Order } from '../../contract/orders.ts';
import { orderHistoryMachine } from '../../src/machines/orders/order-history.machine.ts';
import type { OrderHistoryContext } from '../../src/machines/orders/order-history.types.ts';
import { OrderHistoryView } from '../../src/views/orders/order-history.view.tsx';
import { OrderTexts } from '../../src/views/orders/order-texts.tsx';
import { NOW } from '../flows/order-history/order-history.model.ts';
import { at as moment, cancelled, o1, o2, paid } from '../flows/support/order.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

describe('§2 Orders tab', () => {
  const shown = (orders: readonly Order[], context: Partial<OrderHistoryContext> = {}, value: object = {}) => (
    <OrderHistoryView
      snapshot={at(
        orderHistoryMachine,
        { courierLink: null },
        { listed: { list: 'still', parcel: 'none', cancel: 'none', reorder: 'none', ...value } },
        { orders, now: NOW, ...context },
      )}
      send={ignore}
    />
  );
  const picked: Order = {
    ...o2,
    status: 'delivered',
    deliveredAt: moment(NOW),
    paymentMethod: 'cod',
    orderItems: [{ ...(o2.orderItems[0] ?? never()), product: '' }],
    shippingAddress: {
      ...o2.shippingAddress,
      phone: '',
      postalCode: '00100',
      deliveryMethod: 'pickup_station',
      pickupLocation: { county: 'Nairobi', town: 'Westlands', station: 'Mpaka Road' },
    },
    shippingPrice: 150,
  };
  function never(): never {
    throw new Error('o2 has items');
  }

  test('Q24: an unpaid M-Pesa order', () =>
    expectReading(
      shown([o1]),
      `
        list "Your orders"
          heading 2 "Order o1"
          Pending
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Pay by 12:30, or the order is cancelled.
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          link "Pay with M-Pesa, order o1" -> /track-order/o1
          link "Track My Order, order o1" -> /track-order/o1
          button "Cancel order, order o1"
          button "View Details, order o1" (closed)
      `,
    ));

  test('U12: a shipped order with its details', () =>
    expectReading(
      shown([o2], { opened: ['o2'] }),
      `
        list "Your orders"
          heading 2 "Order o2"
          Shipped
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Paid
          21/11/2026, 12:01
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          Order number
          o2
          Payment method
          M-Pesa Express
          Payment
          Paid
          M-Pesa receipt
          Receipt number follows
          Delivery
          Home delivery
          Phone
          0712 345 678
          Tracking number
          TN1
          Items
          Ksh 3,200
          Shipping
          Free
          Tax
          Ksh 0
          Total
          Ksh 3,200
          link "Track My Order, order o2" -> /track-order/o2
          button "Track Package, order o2"
          button "Order again, order o2"
          button "View Details, order o2" (open)
      `,
    ));

  test('A29: a pickup of a product that is gone, with its details', () =>
    expectReading(
      shown([picked], { opened: ['o2'] }),
      `
        list "Your orders"
          heading 2 "Order o2"
          Delivered
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Paid
          21/11/2026, 12:01
          list "Items"
            img "" of /a.jpg
            Phone A
            Quantity 2
            Ksh 3,000
          heading 3 "Pickup station"
          Jane, Mpaka Road, Moi Ave 1, Nairobi 00100, Kenya
          Order number
          o2
          Payment method
          Cash on Delivery
          Payment
          Paid
          Delivery
          Pickup
          Tracking number
          TN1
          Delivered
          21/11/2026, 12:10
          Items
          Ksh 3,200
          Shipping
          Ksh 150
          Tax
          Ksh 0
          Total
          Ksh 3,200
          link "Track My Order, order o2" -> /track-order/o2
          button "Order again, order o2"
          button "View Details, order o2" (open)
      `,
    ));

  test('D27: money came too late for an order that had expired', () =>
    expectReading(
      shown([{ ...o1, ...cancelled, cancelReason: 'expired', paymentNotice: 'Ksh 3,200 goes back to you.' }]),
      `
        list "Your orders"
          heading 2 "Order o1"
          Cancelled
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Ksh 3,200 goes back to you.
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          link "Track My Order, order o1" -> /track-order/o1
          button "Order again, order o1"
          button "View Details, order o1" (closed)
      `,
    ));

  test('H4, D12: an order that was to be cancelled had run out', () => {
    const order = { ...o1, ...cancelled, cancelReason: 'expired' } as const;
    return expectReading(
      shown([order], { cancelling: o1, cancelTexts: ['This order has been cancelled.', 'Not paid in time.'] }),
      `
        list "Your orders"
          heading 2 "Order o1"
          Cancelled
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          status
            This order has been cancelled.
            Not paid in time.
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          link "Track My Order, order o1" -> /track-order/o1
          button "Order again, order o1"
          button "View Details, order o1" (closed)
      `,
    );
  });

  test('H4: an order could not be cancelled', () =>
    expectReading(
      shown(
        [{ ...o1, ...paid, status: 'processing' }],
        { cancelling: o1, cancelProblem: { text: 'It has been packed.', requestId: 'req-1' } },
        { cancel: 'failed' },
      ),
      `
        list "Your orders"
          heading 2 "Order o1"
          Processing
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Paid
          21/11/2026, 12:01
          alert
            It has been packed.
            Request req-1
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          link "Track My Order, order o1" -> /track-order/o1
          button "Order again, order o1"
          button "View Details, order o1" (closed)
      `,
    ));

  test('Q25: an order is being ordered again', () =>
    expectReading(
      shown([o2], { reordering: o2 }, { reorder: 'checking' }),
      `
        list "Your orders"
          heading 2 "Order o2"
          Shipped
          Ksh 3,200
          Placed
          21/11/2026, 12:00
          Paid
          21/11/2026, 12:01
          list "Items"
            img "" of /a.jpg
            link "Phone A" -> /product/a
            Quantity 2
            Ksh 3,000
            img "" of /b.jpg
            link "Cable B" -> /product/b
            Quantity 1
            Ksh 200
          heading 3 "Shipping address"
          Jane, Moi Ave 1, Nairobi, Kenya
          link "Track My Order, order o2" -> /track-order/o2
          button "Track Package, order o2"
          button "Order again, order o2" (off, busy)
          button "View Details, order o2" (closed)
      `,
    ));
});

test('Q25: what an order that was ordered again has come to, in the cart', () =>
  expectReading(
    <OrderTexts texts={['Cable B is sold out.']} onDismiss={ignore} />,
    `
        status
          Cable B is sold out.
          button "Dismiss"
      `,
  ));
