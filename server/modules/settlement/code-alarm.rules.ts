import {
  meaningOf,
  NO_ANSWER,
  NOT_SENT,
  refusalOf,
  type MpesaCall,
  type MpesaCode,
} from '../../providers/mpesa-codes.rules.ts';
import type { AttemptAlarm, CodeAlarm } from '../../machines/payment-attempt.types.ts';
import type { Alarm } from './alarms.repository.ts';

/** What an alarm says of a code that no table names. */
const UNKNOWN = {
  meaning: 'This code is not known here',
  fix: 'Send the code and the words to Safaricom’s API support and ask what they mean; payments wait for their outcome.',
};
const NO_REASON = {
  meaning: 'M-Pesa answered without a reason',
  fix: 'Nothing has to be done where it passes; where it lasts for an hour, tell Safaricom’s API support.',
};

/**
 * The alarm about a code of M-Pesa: one for all payments that met it, with what it means and which setting fixes it, or
 * what to do next (PAY-M1). One number means different things by its call: `403` of a push is an HTTP status.
 */
export function codeAlarm(
  kind: CodeAlarm,
  { code = '', text = '' }: { code?: string; text?: string },
  call: MpesaCall = 'push',
): Alarm {
  const { meaning, fix } = meaningIn(call, code, text) ?? (isOfGateway(code) && !isResult(call) ? NO_REASON : UNKNOWN);
  const detail = { code, text, meaning, fix: fix === '' ? UNKNOWN.fix : fix };
  return { kind, orderId: null, attemptId: null, subject: `${code} ${detail.meaning}`, detail };
}

/** Whether the alarm is about a code, and not about one payment. */
export function isCodeAlarm(kind: AttemptAlarm): kind is CodeAlarm {
  return kind === 'badSettings' || kind === 'strangeResult' || kind === 'mpesaAway';
}

/** Which alarm a refusal is, whatever the call (PAY-M1); null where it is nothing for the desk. */
export function alarmOfRefusal(code: string, meaning: MpesaCode | null): CodeAlarm | null {
  if (meaning === null) return isOfGateway(code) ? 'mpesaAway' : 'strangeResult';
  if (meaning.fault === 'shop') return 'badSettings';
  if (code.startsWith('token.')) return meaning.fault === 'network' ? 'badSettings' : 'mpesaAway';
  return meaning.fault === 'network' ? 'mpesaAway' : null;
}

/** The alarm about a question that M-Pesa did not answer, or answered with what is not known; `null` where it did. */
export function refusedQuestion(code: string, text: string): Alarm | null {
  const kind = alarmOfRefusal(code, meaningIn('query', code, text));
  return kind === null ? null : codeAlarm(kind, { code, text }, 'query');
}

/** The alarm about a prompt of which nobody knows whether it was sent. */
export function unansweredPrompt({ code = NO_ANSWER, text = '' }: { code?: string; text?: string }): Alarm {
  const kind = isNetwork(code) || isOfGateway(code) ? 'mpesaAway' : 'strangeResult';
  return codeAlarm(kind, { code, text });
}

/** Without a token or a connection nothing is sent, whatever the call. */
function meaningIn(call: MpesaCall, code: string, text: string): MpesaCode | null {
  const isBefore = code.startsWith('token.') || isNetwork(code);
  return call === 'push' || isBefore ? refusalOf(code, text) : meaningOf(call, code, text);
}

function isResult(call: MpesaCall): boolean {
  return call === 'pushResult' || call === 'queryResult';
}

function isNetwork(code: string): boolean {
  return code === NO_ANSWER || code === NOT_SENT;
}

/** An HTTP status without a code of M-Pesa: a page of a gateway, or nothing. */
function isOfGateway(code: string): boolean {
  return /^[2-5]\d\d$/.test(code);
}
