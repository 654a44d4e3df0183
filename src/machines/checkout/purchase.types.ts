import type { OrderDraft } from '../../../contract/orders.ts';
import type { LineChange } from '../../rules/cart/cart.ts';
import type { AddressSaving, DeliveryDetails } from '../../rules/checkout/checkout.ts';
import type { Problem } from '../../rules/failure.ts';
import type { KeptPrompt } from '../../rules/payment/kept-payment.ts';

/** What purchase.machine.ts is given, knows, hears and comes to. */

export interface PurchaseInput {
  /** Null where an earlier payment is taken up again. */
  readonly draft: OrderDraft | null;
  /** The profile's, in whatever form. */
  readonly phone: string;
  /** For the SMS with a code, where the phone has to be proved (D25). */
  readonly userName: string;
  /** The order's total in shillings. */
  readonly amount: number;
  /** The unpaid order that was made of this unchanged draft (D9). */
  readonly orderId: string | null;
  /** A payment from before a reload, to be taken up again. */
  readonly kept: KeptPrompt | null;
  /** What becomes of the address as soon as there is an order (A27). */
  readonly saving: AddressSaving;
  readonly details: DeliveryDetails;
}

export interface PurchaseContext extends PurchaseInput {
  /** As sent: digits with country code; empty until a phone is confirmed. */
  readonly payer: string;
  readonly phoneError: string | null;
  /** How the payment goes, as last heard of it; `waiting`: nothing but the shopper's PIN is waited for. */
  readonly payment: 'underWay' | 'waiting' | 'proving' | 'failed' | 'timedOut';
  readonly lines: readonly LineChange[];
  readonly problem: Problem | null;
}

export type PurchaseEvent =
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  /** Try again of a payment whose phone nobody knows. */
  | { readonly type: 'phone.ask' }
  | { readonly type: 'dialog.cancel' }
  /** Closes the dialog of the payment; what is under way goes on (X31). */
  | { readonly type: 'dialog.dismiss' }
  /** Escape where the code is asked for; Back is the code screen's own. */
  | { readonly type: 'code.dismiss' }
  /** Try again where there is no order to pay. */
  | { readonly type: 'order.retry' };

export interface PurchaseOutput {
  readonly outcome: 'ordered' | 'changed' | 'failed' | 'dismissed' | 'signedOut';
  /** The lines that the server refused to sell as they were (D5), else none. */
  readonly lines: readonly LineChange[];
  /** Why no order was placed. */
  readonly problem: Problem | null;
}
