import { meaningOf, refusalOf } from '../../providers/mpesa-codes.rules.ts';
import type { CodeAlarm } from '../../machines/payment-attempt.types.ts';
import type { Alarm } from './alarms.repository.ts';

/**
 * The alarm about a code of M-Pesa: one for all payments that met it, with what it means and which setting fixes it
 * (PAY-M1).
 */
export function codeAlarm(kind: CodeAlarm, { code = '', text = '' }: { code?: string; text?: string }): Alarm {
  const meaning = refusalOf(code, text) ?? meaningOf('query', code, text) ?? meaningOf('pushResult', code);
  const detail = { code, text, meaning: meaning?.meaning ?? 'This code is not known here', fix: meaning?.fix ?? '' };
  return { kind, orderId: null, attemptId: null, subject: `${code} ${detail.meaning}`, detail };
}

/** The alarm about a question that M-Pesa refused; `null` where the shop's settings are not to blame. */
export function refusedQuestion(code: string, text: string): Alarm | null {
  const meaning = code.startsWith('token.') ? refusalOf(code, text) : meaningOf('query', code, text);
  const isShops = meaning !== null && (meaning.fault === 'shop' || code.startsWith('token.'));
  return isShops ? codeAlarm('badSettings', { code, text }) : null;
}
