import type { AnyMachineSnapshot } from 'xstate';
import type { CircuitContext, CircuitEvent } from '../../../server/machines/circuit.types.ts';
import {
  hearPush,
  hearQuery,
  hearResult,
  hearToken,
  type Heard,
} from '../../../server/modules/settlement/circuit.rules.ts';

/** A circuit in the table's terms. */
export interface CircuitFacts extends CircuitContext {
  readonly state: string;
}

export function circuitFacts({ value, context }: AnyMachineSnapshot): CircuitFacts {
  return { state: value as string, ...(context as CircuitContext) };
}

const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
const push = (code: string, text = '', retryAfterMs: number | null = null) =>
  hearPush({ outcome: 'refused', code, text, retryAfterMs });
const query = (code: string, text = '', isAnswered = false) =>
  hearQuery({ outcome: 'noResult', code, text, isAnswered, retryAfterMs: null });
const token = (code: string) => hearToken({ outcome: 'refused', code, text: '', retryAfterMs: null });

const ACCEPTED = hearPush({ outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c' });
const NETWORK = [
  hearPush({ outcome: 'unknown', code: 'no-answer', text: '' }),
  push('not-sent'),
  push('token.timeout'),
  hearPush({ outcome: 'unknown', code: '500.003.1001', text: '' }),
  hearPush({ outcome: 'unknown', code: '502', text: '' }),
  query('504'),
  push('404'),
];
const SHOP = [
  push('404.001.01'),
  push('404.001.03'),
  push('405.001'),
  push('400.002.02', 'Bad Request - Invalid CallBackURL'),
  push('400.002.02', 'Bad Request - Invalid PartyB'),
  push('500.001.1001', 'Wrong credentials'),
  push('500.001.1001', 'Merchant does not exist'),
  push('2028'),
  push('SFC_IC0003'),
];

/** Events of the machine for each answer in the words of the table. */
export const ANSWERS: Readonly<Record<string, readonly Heard[]>> = {
  'token refused(400 or 401)': [token('token.400'), token('token.401'), push('token.400')],
  'push answers(404.001.01)': [push('404.001.01')],
  'push answers(404.001.03 after one retry with a new token)': [push('404.001.03')],
  'push answers(405.001)': [push('405.001')],
  'push answers(400.002.02 Invalid CallBackURL)': [push('400.002.02', 'Bad Request - Invalid CallBackURL')],
  'push answers(400.002.02 Invalid PartyB)': [push('400.002.02', 'Bad Request - Invalid PartyB')],
  'push answers(500.001.1001 Wrong credentials)': [push('500.001.1001', 'Wrong credentials')],
  'push answers(500.001.1001 Merchant does not exist)': [push('500.001.1001', 'Merchant does not exist')],
  'push answers(2028)': [push('2028')],
  'push answers(SFC_IC0003)': [push('SFC_IC0003')],
  'result of a push(2028)': [hearResult('2028')],
  'result of a push(SFC_IC0003)': [hearResult('SFC_IC0003')],
  'result of a push(2028 or SFC_IC0003)': [hearResult('2028'), hearResult('SFC_IC0003')],
  'result of a push(0, 1, 1032 or any but a shop fault)': ['0', '1', '1032', '9999'].map((code) => hearResult(code)),
  'result of a push(1, 2001, 1032, 1037, 1019 or 8006)': ['1', '2001', '1032', '1037', '1019', '8006'].map((code) =>
    hearResult(code),
  ),
  'result of a push(26, 1025 or 9999)': ['26', '1025', '9999'].map((code) => hearResult(code)),
  'result of a push(8, the short code is full)': [hearResult('8')],
  'network fault': NETWORK,
  'push answers(accepted)': [ACCEPTED],
  'push answers(404.001.03), then accepted with a new token': [ACCEPTED],
  "push answers(a shopper's fault)": [push('1001'), push('400.002.02', 'Bad Request - Invalid PhoneNumber')],
  'push answers(400.002.02 Invalid PhoneNumber)': [push('400.002.02', 'Bad Request - Invalid PhoneNumber')],
  'push answers(500.001.1001 Unable to lock subscriber)': [push('500.001.1001', 'Unable to lock subscriber')],
  'push answers(17)': [push('17')],
  'push answers(1)': [push('response.1')],
  'push answers(an unknown code)': [push('500.999.99', 'Something new')],
  'push answers(a shop fault)': SHOP,
  'query answers(any code)': [hearQuery({ outcome: 'result', code: '1032', text: '' })],
  'query answers(any code but a shop fault)': [
    hearQuery({ outcome: 'result', code: '2028', text: '' }),
    query('500.001.1001', 'The transaction is being processed', true),
    query('500.999.99', 'Something new'),
  ],
  'query answers(a shop fault)': [
    query('500.001.1001', 'Wrong credentials'),
    query('400.002.02', 'Bad Request - Invalid Password'),
    query('400.002.02', 'Bad Request - Invalid BusinessShortCode'),
  ],
  'query answers(500.001.1001 being processed, 4999 or 400.002.02 asked too early)': [
    query('500.001.1001', 'The transaction is being processed', true),
    hearQuery({ outcome: 'result', code: '4999', text: '' }),
    query('400.002.02', 'Bad Request - Invalid CheckoutRequestID', true),
  ],
  'token answered(a token)': [hearToken({ outcome: 'granted' })],
  'Daraja answers(429)': [push('429', 'Too many', 30 * SECOND), push('429', 'Too many')],
  'Daraja answers(500.003.02)': [push('500.003.02')],
  'Daraja answers(500.003.03)': [push('500.003.03')],
};

const answers = [
  ...new Map(Object.values(ANSWERS).flatMap((all) => all.map((one) => [JSON.stringify(one), one]))).values(),
];
const oneOfEach = [...new Map(answers.map((one) => [one.type, one])).values()];

/** The latest time that a circuit knows. */
function timeOf({ state, faults, openedAt, pauseUntil, pauseMs, probeAt, probe, alarmAt }: CircuitFacts): number {
  return Math.max(
    0,
    ...faults,
    openedAt ?? 0,
    // A closed circuit has no pause that is not over.
    (pauseUntil ?? 0) - (state === 'closed' ? 0 : pauseMs),
    (probeAt ?? 0) - MINUTE,
    (probe?.until ?? 0) - 2 * MINUTE,
    alarmAt ?? 0,
  );
}

const heard = (one: Heard | undefined, now: number, probe: string | null) =>
  ({ ...(one as Heard), now, probe }) as CircuitEvent;
const first = (words: string, at = 0) => ANSWERS[words]?.[at];

/** Events that the walk follows: one opening of each kind and one probe, because a circuit may open for ever. */
export function circuitEvents(facts: CircuitFacts): readonly CircuitEvent[] {
  const { state, probe, probeAt, openedAt, pauseUntil, faults, alarmAt, subject } = facts;
  const soon = timeOf(facts) + 10 * SECOND;
  const id = probe?.id ?? null;
  const fault = heard(first('network fault'), soon, id);
  const refusal = heard(first('token refused(400 or 401)'), soon, id);
  const isFresh = alarmAt === null && pauseUntil === null;
  const isFirstTry = probeAt === (openedAt ?? 0) + MINUTE;
  switch (state) {
    case 'closed':
      return [
        ...(isFresh || faults.length > 0 ? [fault, heard(first('push answers(accepted)'), soon, null)] : []),
        ...(isFresh
          ? [
              refusal,
              heard(first('push answers(500.001.1001 Wrong credentials)'), soon, null),
              heard(first('push answers(405.001)'), soon, null),
              heard(first('result of a push(2028)'), soon, null),
              heard(first('Daraja answers(429)', 1), soon, null),
              heard(first('Daraja answers(500.003.03)'), soon, null),
            ]
          : []),
      ];
    case 'backingOff':
      return [fault, refusal, { type: 'time.passed', now: pauseUntil ?? 0 }];
    case 'open': {
      const now = Math.max(probeAt ?? 0, pauseUntil ?? 0);
      if (!isFirstTry) return [];
      return [
        { type: 'probe.due', id: 'probe', hasPrompt: true, now },
        { type: 'push.asked', attempt: 'attempt', hasPrompt: false, now },
        ...(subject === 'token' && pauseUntil === null ? [heard(first('Daraja answers(429)'), soon, null)] : []),
      ];
    }
    default:
      return [
        fault,
        // An accepted push may wait for its result once.
        ...(probe?.until === (probeAt ?? 0) - MINUTE / 2 ? [heard(first('push answers(accepted)'), soon, id)] : []),
        { type: 'time.passed', now: probe?.until ?? 0 },
      ];
  }
}

/** Events on both sides of each boundary, and every answer, which the walk does not follow. */
export function triedEvents(facts: CircuitFacts): readonly CircuitEvent[] {
  const { probe, probeAt, pauseUntil, faults, alarmAt } = facts;
  const then = timeOf(facts) + SECOND;
  const boundaries = [
    then,
    ...(probeAt === null ? [] : [probeAt - 1, probeAt, probeAt + 5 * MINUTE, probeAt - 6 * MINUTE]),
    ...(pauseUntil === null ? [] : [pauseUntil - 1, pauseUntil, pauseUntil + MINUTE - 1, pauseUntil + MINUTE]),
    ...(pauseUntil === null ? [] : [pauseUntil - 5 * MINUTE - facts.pauseMs]),
    ...(probe === null ? [] : [probe.until - 1, probe.until, probe.until - 5 * MINUTE]),
  ];
  const faultTimes = [
    then,
    ...faults.slice(0, 1).flatMap((at) => [at + MINUTE, at + MINUTE + 1, at + 2 * 24 * 60 * MINUTE]),
    ...(alarmAt === null ? [] : [alarmAt + 60 * MINUTE - 1, alarmAt + 60 * MINUTE]),
  ].filter((at) => at >= then);
  return [
    ...answers.map((one) => heard(one, then, probe?.id ?? null)),
    ...oneOfEach.map((one) => heard(one, then, 'other')),
    ...faultTimes.flatMap((now) => [
      heard(first('network fault'), now, probe?.id ?? null),
      heard(first('push answers(405.001)'), now, null),
      heard(first('Daraja answers(500.003.03)'), now, null),
    ]),
    ...boundaries.flatMap((now): CircuitEvent[] => [
      { type: 'time.passed', now },
      ...[true, false].flatMap((hasPrompt): CircuitEvent[] => [
        { type: 'probe.due', id: 'probe', hasPrompt, now },
        { type: 'push.asked', attempt: 'attempt', hasPrompt, now },
      ]),
      heard(first('Daraja answers(429)', 1), now, null),
    ]),
    { type: 'settings.changed', now: then },
  ];
}
