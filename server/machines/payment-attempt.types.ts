import type { Shillings } from '../../contract/rules/money.ts';

/** Context and events of `payment-attempt.machine.ts`. */

/** Ids that Daraja gives a prompt. `null` when a message does not contain them. */
export interface ProviderIds {
  readonly merchantRequestId: string | null;
  readonly checkoutRequestId: string | null;
}

export interface AttemptContext extends ProviderIds {
  /** When the push request was sent to Daraja, in epoch milliseconds. */
  readonly pushedAt: number | null;
  readonly resultCode: string | null;
  /** Text for the shopper. */
  readonly failureReason: string | null;
  /** M-Pesa receipt number. `null` until a callback brings it (Q16). */
  readonly receipt: string | null;
  /** First amount in a callback that differs from the requested amount (D27). */
  readonly toldAmount: Shillings | null;
  /** State of the single query that verifies a callback (D7). */
  readonly crossCheck: 'due' | 'agreed' | 'mismatched' | 'dropped' | null;
}

export type AttemptEvent =
  | { readonly type: 'push.start'; readonly now: number }
  | { readonly type: 'push.accepted'; readonly ids: ProviderIds }
  /** The shopper was certainly not charged. */
  | {
      readonly type: 'push.refused';
      readonly code: string;
      readonly reason: string;
      readonly alarm: CodeAlarm | null;
      /** Original text of the provider. */
      readonly text?: string;
    }
  /** Prompts stopped working before it was sent (PAY-M2). */
  | { readonly type: 'push.stopped'; readonly code: string; readonly reason: string; readonly text?: string }
  /**
   * The shopper may have been charged: there was no reply or an unreliable one, or the server restarted during the
   * request.
   */
  | { readonly type: 'push.unanswered' }
  /** The payment has the right amount. `isByQuery`: the source is a status query, so no further check is needed. */
  | {
      readonly type: 'money.received';
      readonly receipt: string | null;
      readonly ids: ProviderIds;
      readonly isByQuery: boolean;
      /** Payment time by M-Pesa's clock, in epoch milliseconds. Missing when no message contains it. */
      readonly paidAt?: number;
    }
  /** A success with the wrong amount. The order does not count as paid (D27). */
  | { readonly type: 'amount.differs'; readonly amount: Shillings }
  /** The back office accepts the received amount as the full price. */
  | { readonly type: 'money.taken' }
  /** A listed terminal code. `mayHidePayment`: one query verifies it. */
  | {
      readonly type: 'result.failed';
      readonly code: string;
      readonly reason: string;
      readonly ids: ProviderIds;
      readonly alarm: CodeAlarm | null;
      readonly mayHidePayment: boolean;
      readonly text?: string;
    }
  /** Not final. `shouldAsk`: send one status query. `isStrange`: alert the back office. */
  | {
      readonly type: 'result.open';
      readonly ids: ProviderIds;
      readonly shouldAsk: boolean;
      readonly isStrange: boolean;
      readonly code?: string;
      readonly text?: string;
    }
  /** No result arrived in time, or a new prompt replaces this one (Q14). */
  | { readonly type: 'deadline.passed' }
  /** The shopper or the staff cancelled the order, so its payment is no longer expected (F28). */
  | { readonly type: 'order.cancelled' }
  | { readonly type: 'crosscheck.agreed' }
  /** `isUntrusted`: the cross-check is not trusted, or another message of M-Pesa shows the money (PAY-T2). */
  | { readonly type: 'crosscheck.mismatched'; readonly isUntrusted?: true }
  | { readonly type: 'refund.due' }
  | { readonly type: 'refund.confirmed' };

/** Alarms about a result code. The shop's settings are wrong, the code is unknown, or M-Pesa is unavailable. */
export type CodeAlarm = 'badSettings' | 'strangeResult' | 'mpesaAway';
/** Reasons to alert the back office. */
export type AttemptAlarm = CodeAlarm | 'idsDiffer' | 'secondReceipt';
