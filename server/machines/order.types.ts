/** Input, context and events of `order.machine.ts`. */

export interface OrderInput {
  readonly paymentMethod: 'mpesa' | 'cod';
  /** When the hold on an unpaid M-Pesa order ends (D12), in epoch milliseconds. `null` for cash on delivery. */
  readonly expiresAt: number | null;
}

export interface OrderContext extends OrderInput {
  readonly trackingNumber: string | null;
  /** Ids of the payments received, to detect repeated messages (D7). */
  readonly payments: readonly string[];
}

export type OrderMachineEvent =
  /** `hasStock`: the items are reserved, or can be reserved again. */
  | {
      readonly type: 'payment.succeeded';
      readonly payment: string;
      readonly hasStock: boolean;
      /** More than what was due (PAY-C4). */
      readonly isMore?: boolean;
    }
  /** A payment of less than what is due arrived (PAY-C4). */
  | { readonly type: 'payment.part'; readonly payment: string }
  | { readonly type: 'payment.failed' }
  | { readonly type: 'payment.mismatched' }
  /** A payment with the wrong amount arrived. The order does not count as paid (D27). */
  | { readonly type: 'payment.doubted'; readonly payment: string }
  | { readonly type: 'payment.clear' }
  /** The back office refunds the money of a held order. */
  | { readonly type: 'payment.giveBack' }
  | { readonly type: 'payment.deny' }
  /** The last open refund of this order was confirmed. */
  | { readonly type: 'refund.confirmed' }
  | { readonly type: 'expiry.due'; readonly now: number; readonly hasLiveAttempt: boolean }
  | { readonly type: 'order.replace'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'method.cash'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'shopper.cancel' }
  | { readonly type: 'staff.process' }
  /** `isUnproven`: a payment by hand of this order is not shown by M-Pesa yet, or in doubt (PAY-C4). */
  | { readonly type: 'staff.ship'; readonly trackingNumber: string | null; readonly isUnproven?: boolean }
  | { readonly type: 'staff.deliver' }
  | { readonly type: 'staff.cancel' };

/** Raised by the status region, so that the money and stock regions follow. */
export type InternalEvent = { readonly type: 'order.cancelled' } | { readonly type: 'order.reopened' };

/** Topics of mails and messages to the shopper (U25). */
export type OrderMessage = 'paid' | 'shipped' | 'delivered' | 'expired';
