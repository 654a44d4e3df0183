import type { AttemptEvent, ProviderIds } from '../../machines/payment-attempt.types.ts';
import { findMeaning, findRefusal, NOT_SENT, type MpesaCall } from '../../providers/mpesa-codes.rules.ts';
import { toRefusalAlarm } from '../settlement/code-alarm.rules.ts';
import * as texts from '../../providers/mpesa.texts.ts';

export const SUCCESS_CODE = '0';
const NO_IDS: ProviderIds = { merchantRequestId: null, checkoutRequestId: null };
/** Failure codes of a callback that may hide a payment. One query verifies them (providers 1.5). */
const MAY_HIDE_PAYMENT = new Set(['1019', '1037', '9999']);
/** The payment is still being processed, so no immediate query is needed. */
const STILL_PROCESSED = '4999';
const OPEN_BUT_ASK = '1036';

/** A result code with its text. */
interface ResultText {
  readonly code: string;
  readonly text: string;
}

/**
 * Interprets a failed or unclear code of a callback. A success also needs an amount and a receipt, and is handled by
 * the caller.
 */
export function toCallbackResult(code: string, ids: ProviderIds, text = ''): AttemptEvent {
  const said = { code, text };
  const failure = toFailure('pushResult', said, ids);
  if (failure !== null) return { ...failure, mayHidePayment: MAY_HIDE_PAYMENT.has(said.code) };
  if (said.code === STILL_PROCESSED) return open(said, ids);
  return { ...open(said, ids), shouldAsk: true, isStrange: said.code !== OPEN_BUT_ASK };
}

/** Interprets the reply to a query. A success has no amount and no receipt, and counts (Q16). */
export function toQueryResult(code: string, text = ''): AttemptEvent {
  const said = { code, text };
  if (code === SUCCESS_CODE) return { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true };
  // No immediate query, because this is the reply to one.
  return toFailure('queryResult', said, NO_IDS) ?? open(said, NO_IDS);
}

/** Returns whether the code of a query tells the state of the prompt. An unknown code does not. */
export function isKnownResult(code: string): boolean {
  return code === SUCCESS_CODE || findMeaning('queryResult', code) !== null;
}

/** Interprets the query that verifies a successful callback. `null` when it must be repeated (D7). */
export function toCrossCheckResult(
  code: string,
): Extract<AttemptEvent, { type: 'crosscheck.agreed' | 'crosscheck.mismatched' }> | null {
  const { type } = toQueryResult(code);
  if (type === 'money.received') return { type: 'crosscheck.agreed' };
  return type === 'result.failed' ? { type: 'crosscheck.mismatched' } : null;
}

/** Interprets the query that verifies a failed callback. `null` when it must be repeated (D7). */
export function toFailureCheckResult(code: string): AttemptEvent | null {
  const event = toQueryResult(code);
  if (event.type === 'money.received') return event;
  return event.type === 'result.failed' ? { type: 'crosscheck.agreed' } : null;
}

/** Interprets a refused push. Uses the text of the code if it has one. */
export function toRefusedPush(code: string, text = ''): Extract<AttemptEvent, { type: 'push.refused' }> {
  const meaning = findRefusal(code, text);
  return {
    type: 'push.refused',
    code,
    text,
    reason: meaning?.text ?? texts.notInitiated,
    alarm: toRefusalAlarm(code, meaning),
  };
}

/** Returns the event of a push that was not sent, because prompts stopped working after it was recorded (PAY-M2). */
export function toStoppedPush(prompt: 'open' | 'slow' | 'closed'): AttemptEvent {
  const reason = prompt === 'slow' ? texts.slow : texts.notAvailableNow;
  return { type: 'push.stopped', code: NOT_SENT, reason };
}

export function isSuccess(code: string): boolean {
  return code === SUCCESS_CODE;
}

function toFailure(call: MpesaCall, said: ResultText, ids: ProviderIds) {
  const meaning = findMeaning(call, said.code);
  if (meaning === null || !meaning.isFinal) return null;
  return {
    type: 'result.failed' as const,
    ...said,
    reason: meaning.text,
    ids,
    alarm: meaning.fault === 'shop' ? ('badSettings' as const) : null,
    mayHidePayment: false,
  };
}

function open(said: ResultText, ids: ProviderIds): Extract<AttemptEvent, { type: 'result.open' }> {
  return { type: 'result.open', ...said, ids, shouldAsk: false, isStrange: false };
}
