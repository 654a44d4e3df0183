import type { Shillings } from '../../contract/rules/money.ts';
import type { Msisdn } from '../../contract/rules/phone.ts';

/** A provider that collects payments by phone prompt. The methods never throw. Errors are returned as outcomes. */
export interface MpesaProvider {
  /** Sends a prompt to the phone. */
  push(push: Push): Promise<PushAnswer>;
  /** Queries the result of a prompt. */
  query(checkoutRequestId: string): Promise<QueryAnswer>;
  /** Requests a new access token, also when the current one is valid. The cheapest call that proves the credentials. */
  token(): Promise<TokenAnswer>;
}

export interface Push {
  readonly phone: Msisdn;
  /** At least 1. */
  readonly amount: Shillings;
  /** Shown in the prompt. At most 12 letters and digits. */
  readonly accountReference: string;
  /** At most 13 characters. */
  readonly description: string;
  /** URL for Daraja's callback with the result. */
  readonly callbackUrl: string;
}

export type PushAnswer =
  /** Accepted does not mean paid. */
  | { readonly outcome: 'accepted'; readonly merchantRequestId: string; readonly checkoutRequestId: string }
  /**
   * Certainly not charged. `code` is one of `mpesa-codes.rules.ts`, e.g. `17`, `400.002.02` or `token.400`.
   * `retryAfterMs` is the wait that the provider requested.
   */
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly text: string;
      readonly retryAfterMs?: number | null;
    }
  /** Timeout, lost connection or 5xx: the prompt may be on the phone. `code` as above, or an HTTP status. */
  | { readonly outcome: 'unknown'; readonly text: string; readonly code?: string };

export type TokenAnswer =
  | { readonly outcome: 'granted' }
  /** `code` as in `PushAnswer`, e.g. `token.400`. */
  | {
      readonly outcome: 'refused';
      readonly code: string;
      readonly text: string;
      readonly retryAfterMs: number | null;
    };

export type QueryAnswer =
  /** A result code as text (providers 1.5). The attempt machine decides whether it is final. */
  | { readonly outcome: 'result'; readonly code: string; readonly text: string }
  /**
   * No result. `isAnswered`: Daraja knows the prompt and has no result yet. Otherwise there was no answer.
   * `retryAfterMs` is the wait that the provider requested.
   */
  | {
      readonly outcome: 'noResult';
      readonly text: string;
      readonly isAnswered: boolean;
      /** Error code, if any. */
      readonly code?: string;
      readonly retryAfterMs: number | null;
    };
