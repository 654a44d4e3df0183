import type { AttemptEvent, ProviderIds } from '../../machines/payment-attempt.types.ts';
import { meaningOf, refusalOf, type MpesaCall } from '../../providers/mpesa-codes.rules.ts';
import { alarmOfRefusal } from '../settlement/code-alarm.rules.ts';
import * as texts from '../../providers/mpesa.texts.ts';

const SUCCESS_CODE = '0';
const NO_IDS: ProviderIds = { merchantRequestId: null, checkoutRequestId: null };
/** Failures of a callback behind which a payment may hide: one query checks them (providers 1.5). */
const MAY_HIDE_PAYMENT = new Set(['1019', '1037', '9999']);
/** It was said that nothing is known yet, so it is not asked again at once. */
const STILL_PROCESSED = '4999';
const OPEN_BUT_ASK = '1036';

/** What a code and its message say. */
interface Said {
  readonly code: string;
  readonly text: string;
}

/** What a failing or unclear code of a callback means. Success is not judged here: it needs amount and receipt. */
export function callbackResult(code: string, ids: ProviderIds, text = ''): AttemptEvent {
  const said = { code, text };
  const failure = failureOf('pushResult', said, ids);
  if (failure !== null) return { ...failure, mayHidePayment: MAY_HIDE_PAYMENT.has(said.code) };
  if (said.code === STILL_PROCESSED) return open(said, ids);
  return { ...open(said, ids), shouldAsk: true, isStrange: said.code !== OPEN_BUT_ASK };
}

/** What the answer to a query means (Q16: a success has neither amount nor receipt, and counts). */
export function queryResult(code: string, text = ''): AttemptEvent {
  const said = { code, text };
  if (code === SUCCESS_CODE) return { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true };
  // It has just been asked, so it waits for its next turn.
  return failureOf('queryResult', said, NO_IDS) ?? open(said, NO_IDS);
}

/** Whether a query's result says anything of the prompt: a code that is not known says nothing. */
export function isKnownResult(code: string): boolean {
  return code === SUCCESS_CODE || meaningOf('queryResult', code) !== null;
}

/** What the one query after a callback's success says about it; null when it has to be asked again (D7). */
export function crossCheckResult(code: string): AttemptEvent | null {
  const { type } = queryResult(code);
  if (type === 'money.received') return { type: 'crosscheck.agreed' };
  return type === 'result.failed' ? { type: 'crosscheck.mismatched' } : null;
}

/** What the one query after a callback's failure says about it; null when it has to be asked again (D7). */
export function failureCheckResult(code: string): AttemptEvent | null {
  const event = queryResult(code);
  if (event.type === 'money.received') return event;
  return event.type === 'result.failed' ? { type: 'crosscheck.agreed' } : null;
}

/** What a refused push says: the code's own words where it has some. */
export function refusedPush(code: string, text = ''): Extract<AttemptEvent, { type: 'push.refused' }> {
  const meaning = refusalOf(code, text);
  return {
    type: 'push.refused',
    code,
    text,
    reason: meaning?.text ?? texts.notInitiated,
    alarm: alarmOfRefusal(code, meaning),
  };
}

export function isSuccess(code: string): boolean {
  return code === SUCCESS_CODE;
}

function failureOf(call: MpesaCall, said: Said, ids: ProviderIds) {
  const meaning = meaningOf(call, said.code);
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

function open(said: Said, ids: ProviderIds): Extract<AttemptEvent, { type: 'result.open' }> {
  return { type: 'result.open', ...said, ids, shouldAsk: false, isStrange: false };
}
