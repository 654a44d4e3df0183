import type { OrderDraft, PaymentMethod } from '../../../contract/orders.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { fingerprintOrder } from '../../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import { cableLine, jane, phoneLine, stored } from './shop.samples.ts';
import { CABLE, checkoutRequestId, orderId, PHONE } from '../../support/fake-shop.ts';
import { START, uuid } from './world.ts';
import type { Entry } from './world.ts';
import { orderDraft } from '../../support/samples/checkout.ts';

/** Phone A and Cable B of the fake shop. */
export const phones = (quantity: number, price = 1500): CartLine => ({ ...phoneLine(quantity, price), id: PHONE });
export const cables = (quantity: number): CartLine => ({ ...cableLine(quantity), id: CABLE });

/** The cart stores these lines and receives the confirmation. */
export const inCart = (...lines: readonly CartLine[]): readonly Entry[] => [
  { stored: 'cart', value: createCart(lines) },
  { cart: { type: 'cart.saved' } },
];

/** The cart reads the storage before it handles a price check. */
export const cartRead = (...lines: CartLine[]): Entry => ({
  cart: { type: 'storage.changed', text: stored(...lines) },
});

/** A draft of two phones, delivered to Jane. */
export const draft = (paymentMethod: PaymentMethod, change: Partial<OrderDraft> = {}): OrderDraft =>
  orderDraft({
    orderItems: [{ product: PHONE, name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' }],
    paymentMethod,
    ...change,
  });

/** The stored record of Jane's order of two phones. */
export const kept = (change: Partial<StoredPayment>): StoredPayment => ({
  v: 4,
  user: jane._id,
  key: uuid(1),
  of: fingerprintOrder(jane._id, draft('cod')),
  orderId: null,
  checkoutRequestId: null,
  startedAt: null,
  way: null,
  lines: [{ id: PHONE, quantity: 2 }],
  replaces: null,
  ...change,
});

/** The payment record receives an event and then stores this value; `null` removes it. */
export const recorded = (event: Entry, value: StoredPayment | null): readonly Entry[] => [
  { paymentRecord: event },
  value === null ? { removed: 'payment' } : { stored: 'payment', value },
  { paymentRecord: { type: 'record.saved' } },
];

/** Marks entries that happen while this tab holds the storage lock. */
export const inTurn = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => ({ ...entry, inTurn: true }));

export const ORDER = orderId(1);
export const SWITCH = {
  sent: 'changePaymentMethod',
  params: { id: ORDER },
  body: { paymentMethod: 'cod' },
  token: 'T',
};
export const PUSH = {
  sent: 'stkPush',
  body: { phoneNumber: '254712345678', amount: 3000, orderId: ORDER, accountReference: 'A1B2C3D4' },
  token: 'T',
};
export const PROMPT = { orderId: ORDER, checkoutRequestId: checkoutRequestId(1), startedAt: START };
export const PROMPTED = recorded({ type: 'prompt.accepted', ...PROMPT }, kept(PROMPT));

/** The two phones leave the cart, once across all tabs. */
export const linesGone = (before: StoredPayment): readonly Entry[] =>
  inTurn([
    { paymentRecord: { type: 'lines.claimed', orderId: ORDER } },
    { cart: { type: 'order.placed', lines: [{ id: PHONE, quantity: 2 }] } },
    ...inCart(),
    { stored: 'payment', value: { ...before, lines: [] } },
    { paymentRecord: { type: 'record.saved' } },
  ]);
export const OVER = { type: 'order.over', orderId: ORDER };
export const FORGOTTEN = inTurn(recorded(OVER, null));

/** The server's report of a payment whose first prompt was sent 5 s before the current one. */
export const payment = (change: object) => ({
  status: 'pending',
  checkoutRequestId: checkoutRequestId(1),
  orderId: ORDER,
  amount: 3000,
  phoneNumber: '254712345678',
  pushedAt: new Date(START).toISOString(),
  startedAt: new Date(START - 5_000).toISOString(),
  ...change,
});
export const STATUS = { sent: 'paymentStatus', params: { checkoutRequestId: checkoutRequestId(1) }, token: 'T' };

/** Everything that one record listens to. */
export const LISTENED_RECORD = ['pageshow', 'session', 'storage'];
