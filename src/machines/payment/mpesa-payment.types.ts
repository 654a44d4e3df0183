import type { Verification } from '../../../contract/auth.ts';
import type { Problem } from '../../rules/failure.ts';
import type { PaymentReport } from '../../rules/payment/payment.ts';
import type { KnownTimes, PaymentTimes } from '../../rules/payment/payment-times.ts';

/** What mpesa-payment.machine.ts is given, knows, hears and comes to. */

export interface MpesaPaymentInput {
  readonly orderId: string;
  /** Digits with country code; empty where only the server knows. */
  readonly phone: string;
  /** Whole shillings; 0 where only the server knows. */
  readonly amount: number;
  /** The shopper's, for the SMS with a code; left out where no code can be asked for (D25). */
  readonly userName?: string | null;
  /**
   * The prompt to wait for; null sends one. Its times are null for a payment that is taken up again: the shop is
   * asked at once, and its answer tells phone, amount and times; until then the 10 minutes count from `startedAt`, as
   * this browser keeps it (Q28).
   */
  readonly prompt: {
    readonly checkoutRequestId: string;
    readonly times: KnownTimes | null;
    readonly startedAt: number;
  } | null;
}

export interface MpesaPaymentContext
  extends Omit<MpesaPaymentInput, 'prompt' | 'userName'>, PaymentTimes, Pick<PaymentReport, 'checkedAt' | 'isAskable'> {
  readonly userName: string | null;
  /** What proves the phone; goes with each push until one is answered. */
  readonly proof: Verification | null;
  /** Of the newest prompt; empty before the first one is sent. */
  readonly checkoutRequestId: string;
  /** Taken up again, and the shop has not answered yet. */
  readonly isResuming: boolean;
  /** The shopper's own phone where a refusal offers it: a prompt to it works at once (D25); empty for none. */
  readonly ownPhone: string;
  /** Why Send again or Pay on delivery did not work; in the end, why there is no payment. */
  readonly problem: Problem | null;
}

export type MpesaPaymentEvent =
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }
  | { readonly type: 'clock.tick'; readonly now: number }
  /** The shopper saw no prompt: M-Pesa is asked before another way is offered (U4). */
  | { readonly type: 'payment.noPrompt' }
  | { readonly type: 'payment.sendAgain' }
  | { readonly type: 'payment.payOnDelivery' }
  | { readonly type: 'payment.retry' }
  /** Sends the prompt to the shopper's own phone instead (D25). */
  | { readonly type: 'payment.useOwn' }
  | { readonly type: 'payment.dismiss' }
  /** The shopper looks at the shop again: a payment that timed out may have been paid meanwhile. */
  | { readonly type: 'shopper.returned' };

export interface MpesaPaymentOutput {
  /**
   * `gone`: what was to be taken up again is no payment of this shopper (D17); `cancelled`: the order cannot be paid
   * any more; `unproved`: the code screen of its phone was left.
   */
  readonly outcome: 'paid' | 'onDelivery' | 'gone' | 'cancelled' | 'unproved' | 'dismissed' | 'signedOut';
  /** Why a cancelled order was not paid. */
  readonly problem: Problem | null;
}

/** For `setup`. */
export interface MpesaPaymentTypes {
  readonly children: { readonly phoneVerification: 'phoneVerification' };
  readonly input: MpesaPaymentInput;
  readonly context: MpesaPaymentContext;
  readonly events: MpesaPaymentEvent;
  readonly output: MpesaPaymentOutput;
  readonly tags:
    | 'pushing'
    | 'offline'
    | 'expired'
    | 'unsure'
    | 'asking'
    | 'sendingAgain'
    | 'switching'
    | 'over'
    | 'proving';
}
