import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { RefundEvent, RefundWait, RefundWay } from '../../machines/refund.types.ts';
import type { AcceptedAnswer } from '../../providers/mpesa-account.ts';
import { findMeaning, findRefusal, NO_ANSWER, NOT_SENT, NOT_SET } from '../../providers/mpesa-codes.rules.ts';
import { readPayout, readReversal, readTransactionStatus } from '../../providers/mpesa-result-readers.rules.ts';
import type { MpesaResult } from '../../providers/mpesa-result.rules.ts';

/** The facts that a message about a refund must fit. */
export interface ExpectedRefund {
  readonly way: RefundWay;
  /** Whole shillings. */
  readonly amount: number;
  /** The payer's phone. `null` when M-Pesa has not named it. */
  readonly phone: string | null;
  /** Receipt of the payment. */
  readonly receipt: string | null;
}

const ALREADY_REVERSED = 'R000001';
/** M-Pesa cannot send these, so a person does (PAY-F2). */
const BY_HAND = new Set(['R000002', '2040', 'SFC_IC0003']);
const WAITS: Readonly<Record<string, RefundWait>> = { '1': 'balance', '2001': 'setting', '8006': 'setting' };
/** Codes after which another approval may try again. */
const FAILED = new Set(['11', '21', '2006', '2028', '2', '3', '4', '8']);
/** Codes of a refused reversal after which the next way is B2C (PAY-F2). */
export const NEXT_BY_B2C = new Set(['11', '21', '2006', '2028']);
const TOO_OFTEN = new Set(['500.003.02', '500.003.03']);
const DUPLICATE = '500.002.1001';
const OVER = new Set(['Cancelled', 'Declined', 'Expired']);

/** Returns the event of Daraja's immediate answer to a call. */
export function toAnswerEvent(way: RefundWay, answer: AcceptedAnswer): RefundEvent {
  if (answer.outcome === 'accepted') return { type: 'call.accepted' };
  const { code = NO_ANSWER, text } = answer;
  const said = { code, text };
  // M-Pesa does not tell whether it acted, and a reversal is called once (PAY-F3).
  if (TOO_OFTEN.has(code)) return { type: way === 'b2c' ? 'call.lost' : 'call.doubtful', ...said };
  if (answer.outcome === 'unknown')
    return { type: code === DUPLICATE || !isNoAnswer(code) ? 'call.doubtful' : 'call.lost', ...said };
  const waitsFor = toWait(way, code, text);
  return waitsFor === undefined ? { type: 'call.doubtful', ...said } : { type: 'call.refused', waitsFor, ...said };
}

/** A lost call: no answer, an error page of a gateway, or an internal error. */
function isNoAnswer(code: string): boolean {
  return code === NO_ANSWER || code === '500.003.1001' || /^(?:4|5)\d\d$/.test(code);
}

/** Returns what a refused call waits for. `null`: the refund itself is refused. `undefined`: the code is unknown. */
function toWait(way: RefundWay, code: string, text: string): RefundWait | null | undefined {
  if (code === NOT_SET) return 'setting';
  if (code === NOT_SENT || code === '429') return 'pause';
  if (code.startsWith('token.')) return findRefusal(code, text)?.fault === 'shop' ? 'setting' : 'pause';
  if (code === '400.002.02' && /amount|partyb/i.test(text)) return null;
  if (code === '1') return 'balance';
  const meaning = findMeaning(way === 'b2c' ? 'payout' : 'reversal', code, text);
  if (code === '400.002.02' || meaning?.fault === 'shop' || code in WAITS) return 'setting';
  return meaning === null ? undefined : 'pause';
}

/** Returns the event of a result of a reversal or payout. */
export function toResultEvent(result: MpesaResult, expected: ExpectedRefund): RefundEvent {
  const said = { code: result.code, text: result.text };
  if (result.code === '0') return { type: 'money.sent', ...readSent(result, expected), isByResult: true };
  if (result.code === ALREADY_REVERSED && expected.way === 'reversal')
    return { type: 'money.sent', receipt: null, isFitting: true, isByResult: true };
  if (BY_HAND.has(result.code)) return { type: 'result.failed', to: 'byHand', ...said };
  const wait = WAITS[result.code];
  if (wait !== undefined) return { type: 'result.failed', to: wait, ...said };
  return FAILED.has(result.code)
    ? { type: 'result.failed', to: 'failed', ...said }
    : { type: 'result.strange', ...said };
}

function readSent(result: MpesaResult, expected: ExpectedRefund) {
  const isPhone = (phone: string | null) => phone === null || expected.phone === null || phone === expected.phone;
  if (expected.way === 'b2c') {
    const { receipt, amount, phone } = readPayout(result);
    return { receipt, isFitting: amount === expected.amount && isPhone(phone) };
  }
  const { receipt, amount, phone, originalReceipt } = readReversal(result);
  const isOfPayment = originalReceipt === null || originalReceipt === expected.receipt;
  return { receipt, isFitting: amount === expected.amount && isPhone(phone) && isOfPayment };
}

/**
 * Returns the event of an answer of Transaction Status about our own call. `null` when it decides nothing: still under way,
 * no such transaction, or an unknown word.
 */
export function toStatusEvent(result: MpesaResult, { amount, phone }: ExpectedRefund): RefundEvent | null {
  if (result.code !== '0') return null;
  const told = readTransactionStatus(result);
  if (OVER.has(told.status ?? '')) return { type: 'failure.confirmed' };
  if (told.status !== 'Completed') return null;
  const isFitting =
    told.amount === amount &&
    told.direction !== 'in' &&
    (told.phone === null || phone === null || told.phone === phone);
  return { type: 'money.sent', receipt: told.receipt, isFitting, isByResult: false };
}

/** Short codes of the shop, one of which must have sent the money. */
export type OwnShortcodes = readonly (string | null)[];

/**
 * Returns whether Transaction Status shows a typed receipt as completed, from our short code to the payer, of this amount
 * and newer than the refund (PAY-F2).
 */
export function fitsTypedReceipt(
  result: MpesaResult,
  { receipt, amount, phone, since }: Omit<ExpectedRefund, 'way'> & { readonly since: Date },
  own: OwnShortcodes,
): boolean {
  if (result.code !== '0') return false;
  const told = readTransactionStatus(result);
  const at = told.finalisedAt ?? told.initiatedAt;
  return (
    told.receipt === receipt &&
    told.status === 'Completed' &&
    told.amount === amount &&
    told.direction === 'out' &&
    told.shortcode !== null &&
    own.includes(told.shortcode) &&
    told.phone !== null &&
    told.phone === phone &&
    at !== null &&
    at >= since
  );
}

/** Returns the phone that paid, or `null` when Transaction Status does not show this payment or cannot tell the parties apart. */
export function findPayer(
  result: MpesaResult,
  { receipt, amount }: { readonly receipt: string; readonly amount: number },
): Msisdn | null {
  if (result.code !== '0') return null;
  const told = readTransactionStatus(result);
  const isPayment = told.receipt === receipt && told.amount === amount && told.direction === 'in';
  return isPayment ? told.phone : null;
}

/** Our `OriginatorConversationID`: the same after a restore (PAY-F3). */
export function toOriginatorId(refundId: string, attempt: number): string {
  return `${refundId}-${attempt}`;
}
