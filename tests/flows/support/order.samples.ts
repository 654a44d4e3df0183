import type { Order } from '../../../contract/orders.ts';
import type { CurrentLine } from '../../../src/rules/orders/reorder.ts';
import { order } from '../../support/samples/orders.ts';

/** The orders of the tables order-history and order-tracking. */

/** 12:00 in Nairobi, and half an hour later; epoch ms. */
export const PLACED = Date.UTC(2026, 10, 21, 9);
export const HELD_UNTIL = PLACED + 1_800_000;
export const at = (epochMs: number): string => new Date(epochMs).toISOString();

/** An order that waits for its M-Pesa payment: A x 2 at 1500, B x 1 at 200. */
export const o1: Order = order();

export const paid = { isPaid: true, paidAt: at(PLACED + 60_000), expiresAt: null } as const;
/** A shipped order with the courier's number. */
export const o2: Order = { ...o1, ...paid, _id: 'o2', status: 'shipped', trackingNumber: 'TN1' };
export const cash = { paymentMethod: 'cod', expiresAt: null } as const;
/** The server's message for an order under review. */
export const CHECKING_PAYMENT = 'We are checking your payment for this order. Please do not pay again.';
/** An order whose payment is under review (D27). */
export const held: Order = {
  ...o1,
  held: true,
  expiresAt: null,
  paymentNotice: CHECKING_PAYMENT,
};
export const cancelled = { status: 'cancelled', cancelReason: 'shopper', expiresAt: null } as const;

/** The current price and stock of A and B at the server, unchanged by default. */
export const phoneNow = (change: Partial<CurrentLine> = {}): CurrentLine => ({
  product: 'a',
  now: 1500,
  stock: 3,
  ...change,
});
export const cableNow = (change: Partial<CurrentLine> = {}): CurrentLine => ({
  product: 'b',
  now: 200,
  stock: 9,
  ...change,
});
