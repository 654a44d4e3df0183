import type { Shillings } from '../../contract/rules/money.ts';
import type { Msisdn } from '../../contract/rules/phone.ts';

/** What the shop needs of a provider that asks a phone for money. Neither call throws: every fault is an answer. */
export interface MpesaProvider {
  /** Asks for a prompt on the phone. */
  push(push: Push): Promise<PushAnswer>;
  /** Asks what became of a prompt. */
  query(checkoutRequestId: string): Promise<QueryAnswer>;
}

export interface Push {
  readonly phone: Msisdn;
  /** At least 1. */
  readonly amount: Shillings;
  /** Shown in the prompt, at most 12 letters and digits. */
  readonly accountReference: string;
  /** At most 13 characters. */
  readonly description: string;
  /** Where Daraja calls back with the outcome. */
  readonly callbackUrl: string;
}

export type PushAnswer =
  /** Accepted is not paid. */
  | { readonly outcome: 'accepted'; readonly merchantRequestId: string; readonly checkoutRequestId: string }
  /**
   * Certainly not charged; `code` as in mpesa-codes.rules.ts, e.g. `17`, `400.002.02` or `token.400`. `retryAfterMs` where it
   * wants to be left alone.
   */
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly text: string;
      readonly retryAfterMs?: number | null;
    }
  /** Time-out, lost connection, 5xx: the prompt may be on the phone. `code` as above, or an HTTP status. */
  | { readonly outcome: 'unknown'; readonly text: string; readonly code?: string };

export type QueryAnswer =
  /** A result code as text (providers 1.5); whether it is final is the attempt machine's to say. */
  | { readonly outcome: 'result'; readonly code: string; readonly text: string }
  /**
   * No result. `isAnswered`: Daraja knows the prompt and says "not yet"; otherwise the question got no answer. `retryAfterMs`
   * where it wants to be left alone.
   */
  | {
      readonly outcome: 'noResult';
      readonly text: string;
      readonly isAnswered: boolean;
      /** The error code, where there is one. */
      readonly code?: string;
      readonly retryAfterMs: number | null;
    };
