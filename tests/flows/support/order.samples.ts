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
/** Changes in an order after a part of the price (PAY-C5). */
export const part = { part: { paid: 1000, due: 2200 } } as const;
/** Changes by a payment by hand while M-Pesa is asked who made it (PAY-C4). */
export const checked = {
  checking: true,
  paymentNotice: 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.',
} as const;

/** A refund of an order as the server tells it (PAY-F5). */
export const refund = (state: string, text: string, id = 'f1'): Order['refunds'][number] => ({
  id,
  amount: 3200,
  state,
  phone: state === 'due' ? null : '0712 ••• 678',
  receipt: state === 'done' ? 'RB1' : null,
  at: at(PLACED + 120_000),
  text,
});
const REFUND_DUE = 'Ksh 3,200 goes back to you. We tell you when it is sent.';
const REFUND_SENT = 'Ksh 3,200 was sent to 0712 ••• 678. M-Pesa will confirm it.';
const REFUND_DONE = 'Ksh 3,200 was paid back to 0712 ••• 678. M-Pesa receipt: RB1.';
const REFUND_DROPPED =
  'Ksh 3,200 will not be paid back: The box was empty. If you do not agree, please call us on 0700 000 000.';
/** The money that the words of `show order(…)` describe. */
export const MONEY: readonly (readonly [RegExp, Partial<Order>])[] = [
  [/can be paid by hand$/, { byHand: true }],
  [/1000 of 3200 is received/, part],
  [/a payment is being checked$/, checked],
  [/Ksh 3,200 goes back$/, { refunds: [refund('due', REFUND_DUE)] }],
  [/Ksh 3,200 was sent back$/, { refunds: [refund('sent', REFUND_SENT)] }],
  [/Ksh 3,200 was paid back$/, { refunds: [refund('done', REFUND_DONE)] }],
  [/Ksh 3,200 is not paid back$/, { refunds: [refund('dropped', REFUND_DROPPED)] }],
  [/its refund has a state that the page does not know$/, { refunds: [refund('waiting', 'Ksh 3,200 waits.')] }],
  [
    /two parts: one was paid back, one goes back$/,
    { refunds: [refund('done', REFUND_DONE), refund('due', REFUND_DUE, 'f2')] },
  ],
];
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
