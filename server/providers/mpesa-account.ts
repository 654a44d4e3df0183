import type { Shillings } from '../../contract/rules/money.ts';
import type { Msisdn } from '../../contract/rules/phone.ts';
import type { PulledRow } from './mpesa-pull.rules.ts';

/**
 * M-Pesa beside the prompt (providers 1.11): what the shop asks about its account, and money that it sends. The methods
 * never throw. Errors are returned as outcomes.
 */
export interface MpesaAccount {
  /** Asks for a transaction, by its receipt or by either conversation id. `readTransactionStatus` reads the result. */
  transactionStatus(ask: TransactionRef & ResultAddresses): Promise<AcceptedAnswer>;
  /**
   * Sends a whole payment back to its payer. Daraja takes no id of ours, so a second call may send a second time: write
   * the intent first and call once (PAY-F3). `readReversal` reads the result.
   */
  reverse(reversal: Reversal & ResultAddresses): Promise<AcceptedAnswer>;
  /** Sends money to a phone (B2C v3). A repeated `id` never sends twice. `readPayout` reads the result. */
  payOut(payout: Payout & ResultAddresses): Promise<AcceptedAnswer>;
  /** Asks for the balances of the short code that collects, or that pays out. `readBalance` reads the result. */
  balance(ask: { readonly of: 'collection' | 'payout' } & ResultAddresses): Promise<AcceptedAnswer>;
  /** Fetches a page of the payments to the short code. Daraja keeps 48 hours. */
  pull(ask: { readonly from: Date; readonly to: Date; readonly offset: number }): Promise<PullAnswer>;
  /** Fetches the QR code that the M-PESA app scans. Gives up after 3 s (PAY-C1). */
  qr(ask: { readonly amount: Shillings; readonly account: string }): Promise<QrAnswer>;
  /** Registers the addresses for payments by hand (C2B). In production it works once. */
  registerUrls(urls: C2bAddresses): Promise<RegisterAnswer>;
  /** Registers the short code for `pull`. `phone` is the nominated number of the short code. */
  registerPull(ask: { readonly phone: Msisdn; readonly callbackUrl: string }): Promise<RegisterAnswer>;
}

export type TransactionRef = { readonly receipt: string } | { readonly conversationId: string };

/** Public https addresses for the result, each with a secret of its call. A queue time-out tells no outcome. */
export interface ResultAddresses {
  readonly resultUrl: string;
  readonly timeoutUrl: string;
}

export interface Reversal {
  readonly receipt: string;
  readonly amount: Shillings;
  /** 2 to 100 characters. */
  readonly remarks: string;
}

export interface Payout {
  /** Our OriginatorConversationID: the same for a repetition, another for the next try (PAY-F3). */
  readonly id: string;
  readonly phone: Msisdn;
  readonly amount: Shillings;
  /** 2 to 100 characters. */
  readonly remarks: string;
}

export interface C2bAddresses {
  readonly confirmation: string;
  readonly validation: string;
  /** What Safaricom does with a payment whose validation does not answer. */
  readonly responseType: 'Completed' | 'Cancelled';
  readonly version: C2bVersion;
}

export type C2bVersion = 'v1' | 'v2';

/**
 * Certainly not carried out. `code` is one of `mpesa-codes.rules.ts`, e.g. `token.400`, or `not-set` without the
 * settings. `retryAfterMs` is the wait that Daraja requested.
 */
export interface RefusedCall {
  readonly outcome: 'refused';
  readonly code: string;
  readonly text: string;
  readonly retryAfterMs?: number | null;
}

/** It may have been carried out: timeout, lost connection, 5xx, or an id that Daraja already knows. */
export interface UnknownCall {
  readonly outcome: 'unknown';
  readonly code?: string;
  readonly text: string;
}

export type AcceptedAnswer =
  /** Accepted does not mean done: the result is posted to the address of the call. */
  | { readonly outcome: 'accepted'; readonly conversationId: string; readonly originatorConversationId: string }
  | RefusedCall
  | UnknownCall;

export type PullAnswer =
  /** `nextOffset` is `null` after the last page. `unread` counts the rows that have no receipt. */
  | {
      readonly outcome: 'rows';
      readonly rows: readonly PulledRow[];
      readonly unread: number;
      readonly nextOffset: number | null;
    }
  | RefusedCall
  | UnknownCall;

export type QrAnswer =
  /** `png` is base64. */
  { readonly outcome: 'image'; readonly png: string } | RefusedCall | UnknownCall;

export type RegisterAnswer = { readonly outcome: 'registered'; readonly text: string } | RefusedCall | UnknownCall;
