import { meaningOf, NO_ANSWER, NOT_SENT, refusalOf, type MpesaCode } from '../../providers/mpesa-codes.rules.ts';
import type { AttemptAlarm, CodeAlarm } from '../../machines/payment-attempt.types.ts';
import type { Alarm } from './alarms.repository.ts';

/**
 * The alarm about a code of M-Pesa: one for all payments that met it, with what it means and which setting fixes it
 * (PAY-M1).
 */
export function codeAlarm(kind: CodeAlarm, { code = '', text = '' }: { code?: string; text?: string }): Alarm {
  const meaning = refusalOf(code, text) ?? meaningOf('query', code, text) ?? meaningOf('pushResult', code);
  const detail = {
    code,
    text,
    meaning:
      meaning?.meaning ?? (isOfGateway(code) ? 'M-Pesa answered without a reason' : 'This code is not known here'),
    fix: meaning?.fix ?? '',
  };
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
  const meaning = code.startsWith('token.') || isNetwork(code) ? refusalOf(code, text) : meaningOf('query', code, text);
  const kind = alarmOfRefusal(code, meaning);
  return kind === null ? null : codeAlarm(kind, { code, text });
}

/** The alarm about a prompt of which nobody knows whether it was sent. */
export function unansweredPrompt({ code = NO_ANSWER, text = '' }: { code?: string; text?: string }): Alarm {
  const kind = isNetwork(code) || isOfGateway(code) ? 'mpesaAway' : 'strangeResult';
  return codeAlarm(kind, { code, text });
}

function isNetwork(code: string): boolean {
  return code === NO_ANSWER || code === NOT_SENT;
}

/** An HTTP status without a code of M-Pesa: a page of a gateway, or nothing. */
function isOfGateway(code: string): boolean {
  return /^[2-5]\d\d$/.test(code);
}
