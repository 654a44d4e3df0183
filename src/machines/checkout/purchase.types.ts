import type { OrderDraft } from '../../../contract/orders.ts';
import type { LineChange } from '../../rules/cart/cart.ts';
import type { AddressSaving, DeliveryDetails } from '../../rules/checkout/checkout.ts';
import type { StoppedPrompts } from '../../rules/payment/stopped-prompts.ts';
import type { Problem } from '../../rules/failure.ts';
import type { StoredPrompt } from '../../rules/payment/stored-payment.ts';

/** Types of purchase.machine.ts. */

export interface PurchaseInput {
  /** `null` when an earlier payment is resumed. */
  readonly draft: OrderDraft | null;
  /** The profile's phone in any format. */
  readonly phone: string;
  /** For the SMS with a code, if the phone must be proved (D25). */
  readonly userName: string;
  /** The order's total in shillings. */
  readonly amount: number;
  /** The unpaid order that was created from this unchanged draft (D9). */
  readonly orderId: string | null;
  /** A payment from before a reload, to be resumed. */
  readonly kept: StoredPrompt | null;
  /** The order is paid by hand: resumed after a reload, or first by the shop's setting (PAY-C1). */
  readonly byHand: boolean;
  /** M-Pesa sends no prompts now, so the other ways come first; else `null` (PAY-M2, PAY-M3). */
  readonly stopped: StoppedPrompts | null;
  /** How to save the address when the order exists (A27). */
  readonly saving: AddressSaving;
  readonly details: DeliveryDetails;
}

export interface PurchaseContext extends PurchaseInput {
  /** As sent: digits with country code; empty until a phone is confirmed. */
  readonly payer: string;
  readonly phoneError: string | null;
  /** Server time, epoch ms; 0 until the clock has ticked. Known only while the other ways are offered. */
  readonly now: number;
  /** Last reported state of the payment; `waiting`: only the shopper's PIN is missing. */
  readonly payment: 'underWay' | 'waiting' | 'proving' | 'otherWays' | 'failed' | 'timedOut';
  readonly lines: readonly LineChange[];
  readonly problem: Problem | null;
  /** The amount of a payment by hand that goes back. Whole shillings. */
  readonly returned: number;
}

export type PurchaseEvent =
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  /** Try again of a payment whose phone is unknown. */
  | { readonly type: 'phone.ask' }
  /** Pays in the M-Pesa menu instead of by a prompt (PAY-C1). */
  | { readonly type: 'hand.choose' }
  /** Pays on delivery while M-Pesa sends no prompts (PAY-M2). */
  | { readonly type: 'cash.choose' }
  /** Tries a prompt again, when the wait is over. */
  | { readonly type: 'prompt.retry' }
  | { readonly type: 'clock.tick'; readonly now: number }
  | { readonly type: 'dialog.cancel' }
  /** Closes the dialog of the payment, which continues (X31). */
  | { readonly type: 'dialog.dismiss' }
  /** Escape on the code screen, which handles Back itself. */
  | { readonly type: 'code.dismiss' }
  /** Try again when there is no order to pay. */
  | { readonly type: 'order.retry' };

export interface PurchaseOutput {
  /** `cash`: the form is to choose cash on delivery, and nothing was ordered. */
  readonly outcome: 'ordered' | 'cash' | 'changed' | 'failed' | 'dismissed' | 'signedOut';
  /** Lines that the server refused to sell unchanged (D5), else none. */
  readonly lines: readonly LineChange[];
  /** Why no order was placed. */
  readonly problem: Problem | null;
}
