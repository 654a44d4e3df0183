import type { OrderDraft } from '../../../contract/orders.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { toHomeDeliveryDraft, toOrderDraft } from '../../../src/rules/checkout/checkout.ts';
import { fingerprintOrder } from '../../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import { START } from './payment.samples.ts';
import { atStation, cableLine, phoneLine } from './shop.samples.ts';
import { s1, s2 } from './pickup.samples.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';

const drafted = (lines: readonly CartLine[], change: Parameters<typeof deliveryDetails>[0] = {}) =>
  toHomeDeliveryDraft(createCart(lines), deliveryDetails(change), 'mpesa');

/** Draft D of the record's table. */
export const D = drafted([phoneLine(2)]);

/** The drafts that the rows confirm, by their words. */
export const drafts: Readonly<Record<string, OrderDraft>> = {
  'draft D': D,
  'draft D, double click': D,
  'draft D, cash on delivery': { ...D, paymentMethod: 'cod' },
  'A x 3 instead of A x 2': drafted([phoneLine(3)]),
  'A x 2 and B x 1': drafted([phoneLine(2), cableLine(1)]),
  'B x 2 instead of A x 2': drafted([cableLine(2)]),
  'A x 2 at 1600': drafted([phoneLine(2, 1600)]),
  'another street, city, name or phone': drafted([phoneLine(2)], { address: 'Ngong Rd 5' }),
  'another delivery': drafted([phoneLine(2)], { city: 'Nakuru' }),
  'the unchanged new draft': drafted([phoneLine(3)]),
  'a third draft': drafted([phoneLine(4)]),
  'pickup at s1 instead of home delivery': toOrderDraft(
    createCart([phoneLine(2)]),
    deliveryDetails(),
    { ...atStation, station: s1 },
    'mpesa',
  ),
  'pickup at s2': toOrderDraft(createCart([phoneLine(2)]), deliveryDetails(), { ...atStation, station: s2 }, 'mpesa'),
};

/** Shopper u1's record of draft D under key K1, before the order is placed. */
export const record = (change: Partial<StoredPayment> = {}): StoredPayment => ({
  v: 4,
  user: 'u1',
  key: 'K1',
  of: fingerprintOrder(change.user ?? 'u1', D),
  orderId: null,
  checkoutRequestId: null,
  startedAt: null,
  way: null,
  lines: [{ id: 'a', quantity: 2 }],
  replaces: null,
  ...change,
});
export const ordered = (change: Partial<StoredPayment> = {}) => record({ orderId: 'o1', ...change });
export const prompted = (change: Partial<StoredPayment> = {}) =>
  ordered({ checkoutRequestId: 'ws_1', startedAt: START, ...change });
