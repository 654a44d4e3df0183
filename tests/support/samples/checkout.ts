import type { OrderDraft } from '../../../contract/orders.ts';
import type { DeliveryDetails } from '../../../src/rules/checkout/checkout.ts';

/** Delivery details as a shopper types them. */
export const deliveryDetails = (change: Partial<DeliveryDetails> = {}): DeliveryDetails => ({
  name: 'Jane',
  phone: '0712345678',
  address: 'Moi Ave 1',
  city: 'Nairobi',
  country: 'Kenya',
  ...change,
});

/** The address of a draft, with the field order of the request: the fingerprint of a draft depends on it. */
export const draftAddress = (change: Partial<OrderDraft['shippingAddress']> = {}): OrderDraft['shippingAddress'] => ({
  address: 'Moi Ave 1',
  city: 'Nairobi',
  postalCode: '00000',
  country: 'Kenya',
  deliveryMethod: 'home_delivery',
  name: 'Jane',
  phone: '0712345678',
  ...change,
});

/** A draft of two phones with home delivery and cash payment. Other items need other totals. */
export const orderDraft = (change: Partial<OrderDraft> = {}): OrderDraft => ({
  orderItems: [{ product: 'a', name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' }],
  shippingAddress: draftAddress(),
  paymentMethod: 'cod',
  itemsPrice: 3000,
  taxPrice: 0,
  shippingPrice: 0,
  totalPrice: 3000,
  deliveryMethod: 'home_delivery',
  ...change,
});
