import type { CircuitEvent, FaultDetail, FaultSubject } from '../../machines/circuit.types.ts';
import { INVALID_TOKEN, NO_ANSWER, NOT_SENT, findMeaning, findRefusal } from '../../providers/mpesa-codes.rules.ts';
import type { MpesaCall, MpesaCode } from '../../providers/mpesa-codes.rules.ts';
import type { PushAnswer, QueryAnswer, TokenAnswer } from '../../providers/mpesa.ts';
import type { Alarm } from './alarms.repository.ts';
import { toCodeAlarm } from './code-alarm.rules.ts';

/** Meaning of one answer for the circuit. The time and the probe are added when it is applied. */
export type Heard = CircuitEvent extends infer Event
  ? Event extends { readonly probe: unknown }
    ? Omit<Event, 'now' | 'probe'>
    : never
  : never;

interface Said {
  readonly code: string;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

const GOOD: Heard = { type: 'answer.good' };
/** Without a code of M-Pesa: an HTML page of a gateway or a firewall, or an empty body. */
const PAGE = /^(?:[2-5]\d\d|token\.[25]\d\d)$/;
const QUOTA = '500.003.03';
const BUSY: readonly string[] = ['429', '500.003.02', QUOTA];
const INTERNAL = /^(?:token\.)?500\.003\.1001$/;
/** Faults of the settings of a prompt that only its result shows. */
const RESULT_FAULTS: readonly string[] = ['2028', 'SFC_IC0003', 'SFC_J_C0003'];
/** Words of a refusal that is about passkey or short code, which a query shows too. */
const SIGNATURE_WORDS = /shortcode|password/i;
const TOKEN_FAULTS: readonly string[] = [...INVALID_TOKEN, '401'];

/** Interprets the answer to a push. */
export function hearPush(answer: PushAnswer): Heard {
  if (answer.outcome === 'accepted') return GOOD;
  const { code = NO_ANSWER, text } = answer;
  return hear('push', { code, text, retryAfterMs: 'retryAfterMs' in answer ? (answer.retryAfterMs ?? null) : null });
}

/** Interprets the answer to a query. Any code shows that passkey and short code are right. */
export function hearQuery(answer: QueryAnswer): Heard {
  if (answer.outcome === 'result' || answer.isAnswered) return GOOD;
  // A wait without a code asks for a pause, too.
  const { code = answer.retryAfterMs === null ? NO_ANSWER : '429', text, retryAfterMs } = answer;
  return hear('query', { code, text, retryAfterMs });
}

/** Interprets the answer to a request for a token. */
export function hearToken(answer: TokenAnswer): Heard {
  return answer.outcome === 'granted' ? GOOD : hear('token', answer);
}

/** Interprets the result of a prompt, from its callback or a query. */
export function hearResult(code: string, text = ''): Heard {
  if (!RESULT_FAULTS.includes(code)) return { type: 'result.good' };
  return { type: 'fault.shop', subject: 'result', detail: toDetail('pushResult', { code, text }) };
}

/**
 * Returns whether the circuit raises the alarm about a code, so that no other alarm is needed (PAY-M2). No shopper waits
 * for the calls beside the prompt, so they have no circuit.
 */
export function isAlarmOfCircuit(call: MpesaCall, code: string, text: string): boolean {
  const heard = hearCode(call, code, text);
  return heard?.type === 'fault.shop' || heard?.type === 'fault.network';
}

function hearCode(call: MpesaCall, code: string, text: string): Heard | null {
  switch (call) {
    case 'pushResult':
    case 'queryResult':
      return hearResult(code);
    case 'token':
    case 'push':
    case 'query':
      return hear(call, { code, text, retryAfterMs: null });
    default:
      return null;
  }
}

function hear(call: 'token' | 'push' | 'query', { code, text, retryAfterMs }: Said): Heard {
  const detail = toDetail(call, { code, text });
  const own = code.replace(/^token\./, '');
  if (BUSY.includes(own)) return { type: 'answer.busy', retryAfterMs, isQuota: own === QUOTA, detail };
  const meaning = findMeaningOf(call, code, text);
  if (isNetworkFault(code, meaning)) return { type: 'fault.network', detail };
  if (meaning === null) return { type: 'answer.strange' };
  const subject = meaning.fault === 'shop' ? findSubject(code, text) : null;
  if (subject !== null) return { type: 'fault.shop', subject, detail };
  // An open code of many meanings shows nothing.
  return meaning.isFinal || meaning.isAnswer ? GOOD : { type: 'answer.strange' };
}

function isNetworkFault(code: string, meaning: MpesaCode | null): boolean {
  if (code === NO_ANSWER || code === NOT_SENT || meaning?.fault === 'network' || INTERNAL.test(code)) return true;
  return PAGE.test(code) && meaning?.fault !== 'shop';
}

/** Returns what a fault of the shop is about. `null` for a full account, which no setting fixes. */
function findSubject(code: string, text: string): FaultSubject | null {
  if (code === '8') return null;
  if (code.startsWith('token.') || TOKEN_FAULTS.includes(code)) return 'token';
  return code === '500.001.1001' || (code === '400.002.02' && SIGNATURE_WORDS.test(text)) ? 'signature' : 'push';
}

function findMeaningOf(call: MpesaCall, code: string, text: string): MpesaCode | null {
  const isBefore = code.startsWith('token.') || code === NO_ANSWER || code === NOT_SENT;
  return call === 'push' || isBefore ? findRefusal(code, text) : findMeaning(call, code, text);
}

function toDetail(call: MpesaCall, said: { readonly code: string; readonly text: string }): FaultDetail {
  return toCodeAlarm('badSettings', said, call).detail as FaultDetail;
}

/** Returns the alarm about a fault, with its code, its meaning and the fix (PAY-M1). */
export function toFaultAlarm(type: Heard['type'], detail: FaultDetail): Alarm {
  const kind = type === 'fault.shop' ? 'badSettings' : 'mpesaAway';
  return { kind, orderId: null, attemptId: null, subject: `${detail.code} ${detail.meaning}`, detail };
}
