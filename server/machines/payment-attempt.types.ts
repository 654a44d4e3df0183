import type { Shillings } from '../../contract/rules/money.ts';

/** What payment-attempt.machine.ts knows, hears and asks for. */

/** Daraja's names of a prompt; null when a message does not bring them. */
export interface ProviderIds {
  readonly merchantRequestId: string | null;
  readonly checkoutRequestId: string | null;
}

export interface AttemptContext extends ProviderIds {
  /** When the request left for Daraja, epoch milliseconds. */
  readonly pushedAt: number | null;
  readonly resultCode: string | null;
  /** For the shopper. */
  readonly failureReason: string | null;
  /** Of the money that came in; null until a callback brings it (Q16). */
  readonly receipt: string | null;
  /** The first amount that a callback told and that is not the attempt's own (D27). */
  readonly toldAmount: Shillings | null;
  /** The one query that checks what a callback said (D7). */
  readonly crossCheck: 'due' | 'agreed' | 'mismatched' | 'dropped' | null;
}

export type AttemptEvent =
  | { readonly type: 'push.start'; readonly now: number }
  | { readonly type: 'push.accepted'; readonly ids: ProviderIds }
  /** Certainly not charged. */
  | {
      readonly type: 'push.refused';
      readonly code: string;
      readonly reason: string;
      readonly alarm: CodeAlarm | null;
      /** The provider's own words. */
      readonly text?: string;
    }
  /** Maybe charged: no answer, or none that can be believed; also after a restart in the middle. */
  | { readonly type: 'push.unanswered' }
  /** For the order's own amount. `isByQuery`: Daraja said so when asked, so nothing is left to check. */
  | {
      readonly type: 'money.received';
      readonly receipt: string | null;
      readonly ids: ProviderIds;
      readonly isByQuery: boolean;
      /** When it was paid, by M-Pesa's clock, epoch milliseconds; missing where no message says so. */
      readonly paidAt?: number;
    }
  /** A success whose amount is not the attempt's own: nothing is paid by it (D27). */
  | { readonly type: 'amount.differs'; readonly amount: Shillings }
  /** The desk takes what came for the price. */
  | { readonly type: 'money.taken' }
  /** A listed terminal code. `mayHidePayment`: one query checks it. */
  | {
      readonly type: 'result.failed';
      readonly code: string;
      readonly reason: string;
      readonly ids: ProviderIds;
      readonly alarm: CodeAlarm | null;
      readonly mayHidePayment: boolean;
      readonly text?: string;
    }
  /** Not final. `shouldAsk`: one query is wanted; `isStrange`: people should know. */
  | {
      readonly type: 'result.open';
      readonly ids: ProviderIds;
      readonly shouldAsk: boolean;
      readonly isStrange: boolean;
      readonly code?: string;
      readonly text?: string;
    }
  /** No answer in time, or a new prompt takes its place (Q14). */
  | { readonly type: 'deadline.passed' }
  /** By its shopper or the staff: nobody waits for the money any more (F28). */
  | { readonly type: 'order.cancelled' }
  | { readonly type: 'crosscheck.agreed' }
  | { readonly type: 'crosscheck.mismatched' }
  | { readonly type: 'refund.due' }
  | { readonly type: 'refund.confirmed' };

/**
 * Alarms about a code, whatever the payment: the settings of the shop are wrong, the code is not known, or M-Pesa is away
 * or out of order.
 */
export type CodeAlarm = 'badSettings' | 'strangeResult' | 'mpesaAway';
/** What the payments desk has to look at. */
export type AttemptAlarm = CodeAlarm | 'idsDiffer' | 'secondReceipt';
