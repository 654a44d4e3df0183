/** What order.machine.ts is given, knows, hears and tells. */

export interface OrderInput {
  readonly paymentMethod: 'mpesa' | 'cod';
  /** Epoch milliseconds until when an unpaid M-Pesa order is held (D12); null for cash on delivery. */
  readonly expiresAt: number | null;
}

export interface OrderContext extends OrderInput {
  readonly trackingNumber: string | null;
  /** Names of the payments that came in, so that a repeated message is known (D7). */
  readonly payments: readonly string[];
}

export type OrderMachineEvent =
  /** `hasStock`: the pieces are held, or could be held again. */
  | { readonly type: 'payment.succeeded'; readonly payment: string; readonly hasStock: boolean }
  | { readonly type: 'payment.failed' }
  | { readonly type: 'payment.mismatched' }
  /** Money came, and another amount than the price was told; nothing is paid by it (D27). */
  | { readonly type: 'payment.doubted'; readonly payment: string }
  | { readonly type: 'payment.clear' }
  /** The desk sends the money of a held order back. */
  | { readonly type: 'payment.giveBack' }
  | { readonly type: 'payment.deny' }
  /** The last open refund of this order was confirmed. */
  | { readonly type: 'refund.confirmed' }
  | { readonly type: 'expiry.due'; readonly now: number; readonly hasLiveAttempt: boolean }
  | { readonly type: 'order.replace'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'method.cash'; readonly hasLiveAttempt: boolean }
  | { readonly type: 'shopper.cancel' }
  | { readonly type: 'staff.process' }
  | { readonly type: 'staff.ship'; readonly trackingNumber: string | null }
  | { readonly type: 'staff.deliver' }
  | { readonly type: 'staff.cancel' };

/** Raised by the status region itself, so that money and stock follow it. */
export type InternalEvent = { readonly type: 'order.cancelled' } | { readonly type: 'order.reopened' };

/** What mails and messages are about (U25). */
export type OrderMessage = 'paid' | 'shipped' | 'delivered' | 'expired';
