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
  /** An owner decided against the refund of the order's own payment (OWN-P1). */
  readonly isWaived: boolean;
}

export type OrderMoney = 'unpaid' | 'partPaid' | 'paid' | 'overpaid' | 'held' | 'refundDue' | 'refunded' | 'kept';

export type CancelReason = 'shopper' | 'staff' | 'expired' | 'replaced' | 'lost' | 'returned';

/** The order before the step of its parcel that a correction undoes. */
export interface UndoneStep {
  readonly undone: 'shipped' | 'moved' | 'delivered' | 'lost' | 'returned';
  readonly status: 'pending' | 'processing' | 'shipped';
  readonly money: OrderMoney;
  /** Number of payments at that time. */
  readonly payments: number;
  readonly trackingNumber: string | null;
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
  /** `isInspected`: the parcel came back and all lines are inspected. */
  | { readonly type: 'payment.clear'; readonly isInspected?: boolean }
  /** The back office refunds the money of a held order. */
  | { readonly type: 'payment.giveBack' }
  | { readonly type: 'payment.deny' }
  /** The last open refund of this order is closed: it went back, or an owner dropped that of an excess. */
  | { readonly type: 'refund.confirmed' }
  /** The last open refund of the order's own price is closed, and an owner dropped each (PAY-F1). */
  | { readonly type: 'refund.dropped' }
  | { readonly type: 'expiry.due'; readonly now: number; readonly hasLiveAttempt: boolean }
  | { readonly type: 'order.replace'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'method.cash'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'shopper.cancel' }
  | { readonly type: 'staff.process' }
  /** `isUnproven`: a payment by hand of this order is not shown by M-Pesa yet, or in doubt (PAY-C4). */
  | {
      readonly type: 'staff.ship';
      readonly trackingNumber: string | null;
      readonly isUnproven?: boolean;
      /** A piece that needs a serial number has none (OWN-P5). */
      readonly isUnnumbered?: boolean;
    }
  | { readonly type: 'staff.deliver' }
  | { readonly type: 'staff.cancel' }
  | { readonly type: 'counter.handedOver'; readonly isUnproven?: boolean; readonly isUnnumbered?: boolean }
  // Told by the parcel machine, which decides whether the parcel can take the step.
  | { readonly type: 'parcel.resent'; readonly trackingNumber: string | null; readonly isUnproven?: boolean }
  | { readonly type: 'parcel.lost' }
  | { readonly type: 'parcel.returned' }
  | { readonly type: 'parcel.inspected' }
  | ({ readonly type: 'parcel.corrected' } & UndoneStep)
  /** `isBack`: refused, uncollected or returned. */
  | { readonly type: 'refund.raised'; readonly isBack: boolean }
  /** `isBack`: lost or returned. `isApproved`: the refund can no longer be dropped. */
  | { readonly type: 'refund.waived'; readonly isBack: boolean; readonly isApproved: boolean }
  /** Whole shillings. */
  | { readonly type: 'cash.received'; readonly amount: number; readonly missing: number }
  | { readonly type: 'cash.writtenOff' };

/** Raised by the status region, so that the money and stock regions follow. */
export type InternalEvent = { readonly type: 'order.cancelled' } | { readonly type: 'order.reopened' };

/** Topics of mails and messages to the shopper (U25). */
export type OrderMessage = 'paid' | 'shipped' | 'delivered' | 'expired' | 'noRefund';
