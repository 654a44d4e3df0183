import type { AttemptEvent, ProviderIds } from '../../machines/payment-attempt.types.ts';

/** What a failure says that has no text of its own (§4). */
export const PAYMENT_FAILED = 'Payment failed. Please try again.';
/** What a push says that was refused for no reason a shopper could mend (§8). */
export const NOT_INITIATED = 'Failed to initiate M-Pesa payment';
/** The same amount for the same phone within two minutes (D8). */
export const SAME_AMOUNT_CODE = '17';

const SUCCESS_CODE = '0';
const NO_IDS: ProviderIds = { merchantRequestId: null, checkoutRequestId: null };

/** Only these codes end an attempt, with the words for the shopper (providers 1.5); every other one leaves it open. */
const REASONS: Readonly<Record<string, string>> = {
  '1': 'Insufficient M-Pesa balance.',
  '2': 'The amount is below the least that M-Pesa takes.',
  '3': 'The amount is above the most that M-Pesa takes.',
  '4': 'This payment is above your daily M-Pesa limit.',
  '8': 'The shop’s M-Pesa account is full. Please pay another way.',
  [SAME_AMOUNT_CODE]: 'Please wait 2 minutes before trying again.',
  '26': 'M-Pesa is busy, try again.',
  '1001': 'Another M-Pesa session is open on your phone.',
  '1019': 'The request expired.',
  '1025': 'Could not send the prompt.',
  '1031': 'Cancelled',
  '1032': 'You cancelled the payment.',
  '1037': 'Your phone could not be reached.',
  '2001': 'Wrong M-Pesa PIN.',
  '2028': 'Payment is not available now.',
  SFC_IC0003: 'Payment is not available now.',
  SFC_J_C0003: 'Payment is not available now.',
  '8006': 'PIN locked, call 100/200.',
  E3008: PAYMENT_FAILED,
};

/** Ends an attempt in a callback, and means "not yet" in the answer to a query: lists disagree on it. */
const FINAL_IN_CALLBACK = '9999';
/** Known, and says nothing final; the lists disagree on the first, so it is asked about. */
const OPEN_BUT_ASK = '1036';
const STILL_PROCESSED = '4999';

/** The shop's own settings are wrong: the desk is alarmed. */
const FAULTS = new Set(['2028', 'SFC_IC0003', 'SFC_J_C0003']);

/** What a failing or unclear code of a callback means. Success is not judged here: it needs amount and receipt. */
export function callbackResult(code: string, ids: ProviderIds): AttemptEvent {
  if (code === FINAL_IN_CALLBACK) return failed(code, PAYMENT_FAILED, ids);
  return judged(code, ids);
}

/** What the answer to a query means (Q16: a success has neither amount nor receipt, and counts). */
export function queryResult(code: string): AttemptEvent {
  if (code === SUCCESS_CODE) return { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true };
  // It has just been asked, so it waits for its next turn.
  const event = code === FINAL_IN_CALLBACK ? open(NO_IDS) : judged(code, NO_IDS);
  return event.type === 'result.open' ? { ...event, shouldAsk: false, isStrange: false } : event;
}

/** What the one query after a callback's success says about it; null when it has to be asked again (D7). */
export function crossCheckResult(code: string): AttemptEvent | null {
  const { type } = queryResult(code);
  if (type === 'money.received') return { type: 'crosscheck.agreed' };
  return type === 'result.failed' ? { type: 'crosscheck.mismatched' } : null;
}

/** What a refused push says: the code's own words where it has some. */
export function refusedPush(code: string): Extract<AttemptEvent, { type: 'push.refused' }> {
  return { type: 'push.refused', code, reason: reasonOf(code) ?? NOT_INITIATED, isFault: FAULTS.has(code) };
}

export function isSuccess(code: string): boolean {
  return code === SUCCESS_CODE;
}

function judged(code: string, ids: ProviderIds): AttemptEvent {
  const reason = reasonOf(code);
  if (reason !== undefined) return failed(code, reason, ids);
  if (code === STILL_PROCESSED) return open(ids);
  return { ...open(ids), shouldAsk: true, isStrange: code !== OPEN_BUT_ASK };
}

function reasonOf(code: string): string | undefined {
  return Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
}

function failed(code: string, reason: string, ids: ProviderIds): AttemptEvent {
  return { type: 'result.failed', code, reason, ids, isFault: FAULTS.has(code) };
}

function open(ids: ProviderIds): Extract<AttemptEvent, { type: 'result.open' }> {
  return { type: 'result.open', ids, shouldAsk: false, isStrange: false };
}
