import type { Order } from '../../../contract/orders.ts';

/** 12:00 in Nairobi; epoch ms. */
const PLACED = Date.UTC(2026, 10, 21, 9);
const iso = (epochMs: number) => new Date(epochMs).toISOString();

/** An unpaid M-Pesa order of two phones and a cable. */
export const order = (change: Partial<Order> = {}): Order => ({
  _id: 'o1',
  user: { _id: 'u1', name: 'Jane', email: 'jane@example.com' },
  orderItems: [
    { _id: 'l1', product: 'a', name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' },
    { _id: 'l2', product: 'b', name: 'Cable B', quantity: 1, price: 200, image: '/b.jpg' },
  ],
  shippingAddress: {
    name: 'Jane',
    phone: '0712345678',
    address: 'Moi Ave 1',
    city: 'Nairobi',
    postalCode: '00000',
    country: 'Kenya',
    deliveryMethod: 'home_delivery',
  },
  paymentMethod: 'mpesa',
  itemsPrice: 3200,
  shippingPrice: 0,
  taxPrice: 0,
  totalPrice: 3200,
  isPaid: false,
  paidAt: null,
  isDelivered: false,
  deliveredAt: null,
  status: 'pending',
  trackingNumber: null,
  expiresAt: iso(PLACED + 1_800_000),
  cancelReason: null,
  parcel: null,
  paymentNotice: null,
  receipt: null,
  part: null,
  refunds: [],
  createdAt: iso(PLACED),
  updatedAt: iso(PLACED),
  ...change,
});
