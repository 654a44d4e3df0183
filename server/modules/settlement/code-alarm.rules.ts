import {
  findMeaning,
  NO_ANSWER,
  NOT_SENT,
  findRefusal,
  type MpesaCall,
  type MpesaCode,
} from '../../providers/mpesa-codes.rules.ts';
import type { AttemptAlarm, CodeAlarm } from '../../machines/payment-attempt.types.ts';
import type { Alarm } from './alarms.repository.ts';

/** Alarm text for codes in no table. */
const UNKNOWN = {
  meaning: 'Unknown code',
  fix: 'Send the code and the text to Safaricom’s API support. The payments keep waiting for their outcome.',
};
const NO_REASON = {
  meaning: 'M-Pesa answered without a reason',
  fix: 'Wait. If it lasts for an hour, contact the API support of Safaricom.',
};

/**
 * Returns the alarm about a result code of M-Pesa. All affected payments share one alarm, which contains the meaning
 * and the setting to fix or the next step (PAY-M1). The meaning of a code depends on the call: `403` of a push is an
 * HTTP status.
 */
export function toCodeAlarm(
  kind: CodeAlarm,
  { code = '', text = '' }: { code?: string; text?: string },
  call: MpesaCall = 'push',
): Alarm {
  const { meaning, fix } =
    findMeaningByCode(call, code, text) ?? (isGatewayCode(code) && !isResult(call) ? NO_REASON : UNKNOWN);
  const detail = { code, text, meaning, fix: fix === '' ? UNKNOWN.fix : fix };
  return { kind, orderId: null, attemptId: null, subject: `${code} ${detail.meaning}`, detail };
}

/** Returns whether the alarm is about a code rather than about one payment. */
export function isCodeAlarm(kind: AttemptAlarm): kind is CodeAlarm {
  return kind === 'badSettings' || kind === 'strangeResult' || kind === 'mpesaAway';
}

/** Returns the kind of alarm for a refusal, for any call (PAY-M1). `null` when the back office need not know. */
export function toRefusalAlarm(code: string, meaning: MpesaCode | null): CodeAlarm | null {
  if (meaning === null) return isGatewayCode(code) ? 'mpesaAway' : 'strangeResult';
  if (meaning.fault === 'shop') return 'badSettings';
  if (code.startsWith('token.')) return meaning.fault === 'network' ? 'badSettings' : 'mpesaAway';
  return meaning.fault === 'network' ? 'mpesaAway' : null;
}

/**
 * Returns the alarm about a query that M-Pesa refused or answered with an unknown code. `null` when no alarm is needed.
 */
export function toQueryAlarm(code: string, text: string): Alarm | null {
  const kind = toRefusalAlarm(code, findMeaningByCode('query', code, text));
  return kind === null ? null : toCodeAlarm(kind, { code, text }, 'query');
}

/** Returns the alarm about a prompt with an unknown outcome. */
export function toPromptAlarm({ code = NO_ANSWER, text = '' }: { code?: string; text?: string }): Alarm {
  const kind = isNetwork(code) || isGatewayCode(code) ? 'mpesaAway' : 'strangeResult';
  return toCodeAlarm(kind, { code, text });
}

/** Without a token or a connection no call is sent, so these codes mean the same for every call. */
function findMeaningByCode(call: MpesaCall, code: string, text: string): MpesaCode | null {
  const isBefore = code.startsWith('token.') || isNetwork(code);
  return call === 'push' || isBefore ? findRefusal(code, text) : findMeaning(call, code, text);
}

function isResult(call: MpesaCall): boolean {
  return call.endsWith('Result');
}

function isNetwork(code: string): boolean {
  return code === NO_ANSWER || code === NOT_SENT;
}

/** An HTTP status without an M-Pesa code: an error page of a gateway, or an empty body. */
function isGatewayCode(code: string): boolean {
  return /^[2-5]\d\d$/.test(code);
}
