import type { CircuitEvent } from '../../../server/machines/circuit.types.ts';
import type { Requirement, Sentence } from 'model-testing/pure-machine';
import { MINUTE, type CircuitFacts } from './circuit-walk.ts';

type EventOf<Type extends CircuitEvent['type']> = Extract<CircuitEvent, { type: Type }>;
type Said = Requirement<CircuitFacts> | null;

export const REPEAT: Requirement<CircuitFacts> = { effects: [{ type: 'ignoreRepeat' }] };

const on =
  <Type extends CircuitEvent['type']>(
    types: readonly Type[],
    says: (before: CircuitFacts, event: EventOf<Type>) => Said,
  ): Sentence<CircuitFacts, CircuitEvent>['says'] =>
  (before, event) =>
    (types as readonly string[]).includes(event.type) ? says(before, event as EventOf<Type>) : null;

const isCounting = ({ state }: CircuitFacts) => state === 'closed' || state === 'backingOff';
export const isAlarmDue = ({ alarmAt }: CircuitFacts, { now }: CircuitEvent) =>
  alarmAt === null || now - alarmAt >= 60 * MINUTE;
/** The third without an answer, or the fifth within a minute. */
export const opensByNetwork = ({ unanswered, faults }: CircuitFacts, { now }: CircuitEvent) =>
  unanswered >= 2 || (faults.length >= 4 && now - (faults[faults.length - 4] ?? 0) <= MINUTE);
export const isOfProbe = ({ probe }: CircuitFacts, event: CircuitEvent) =>
  'probe' in event && event.probe !== null && event.probe === probe?.id;
/** A pause or a wait is over at its end, and when the clock was set back by more than its length (D28). */
const isOver = (until: number, length: number, now: number) => now >= until || now < until - length;
export const isPausing = ({ pauseUntil, pauseMs }: CircuitFacts, now: number) =>
  pauseUntil !== null && !isOver(pauseUntil, pauseMs, now);
export const isDue = (facts: CircuitFacts, { now }: CircuitEvent) =>
  isOver(facts.probeAt ?? 0, MINUTE, now) && !isPausing(facts, now);
/** The call that probes the fault. */
export const probeCall = ({ subject }: CircuitFacts, event: CircuitEvent) => {
  if (subject === 'token' || subject === 'network') return 'token';
  return subject === 'signature' && 'hasPrompt' in event && event.hasPrompt ? 'query' : 'push';
};

function pauseAfter(before: CircuitFacts, event: EventOf<'answer.busy'>): Partial<CircuitFacts> {
  const { pauseUntil, pauseMs } = before;
  const { now, retryAfterMs, isQuota } = event;
  const isAgain = pauseUntil !== null && now >= pauseUntil && now < pauseUntil + MINUTE;
  const own = isQuota ? 15 * MINUTE : isAgain ? Math.min(10 * MINUTE, 2 * pauseMs) : MINUTE;
  const length = retryAfterMs ?? own;
  return isPausing(before, now) && (pauseUntil ?? 0) >= now + length
    ? {}
    : { pauseUntil: now + length, pauseMs: length };
}

const CLOSED = { subject: null, detail: null, openedAt: null, probeAt: null, probe: null } as const;

/** Machine behaviour that the table leaves to its words, each with its ruling. */
export const BEYOND: readonly Sentence<CircuitFacts, CircuitEvent>[] = [
  {
    name: 'PAY-M2: an opening keeps its fault and its time, and tries again after a minute',
    says: on(['fault.shop', 'fault.network'], (before, event) => {
      const opens = isCounting(before) && (event.type === 'fault.shop' || opensByNetwork(before, event));
      if (!opens) return null;
      const subject = event.type === 'fault.shop' ? event.subject : ('network' as const);
      const { now, detail } = event;
      return {
        facts: { state: 'open', subject, detail, openedAt: now, faults: [], unanswered: 0, probeAt: now + MINUTE },
      };
    }),
  },
  {
    name: 'PAY-M2: a network fault that opens nothing is counted with its time, at most the last four',
    says: on(['fault.network'], (before, event) => {
      if (!isCounting(before) || opensByNetwork(before, event)) return null;
      const { faults, unanswered } = before;
      return {
        facts: { faults: [...faults, event.now].slice(-4), unanswered: unanswered + 1, detail: event.detail },
      };
    }),
  },
  {
    name: 'X1, D29: every fault is on an alarm, of which there is at most one an hour',
    says: on(['fault.shop', 'fault.network', 'answer.busy'], (before, event) => {
      if (event.type === 'answer.busy' && !(event.isQuota && isCounting(before))) return null;
      if (before.state === 'open') return { effects: [{ type: 'alertBackOffice', params: { isNew: false } }] };
      if (!isCounting(before)) return null;
      const isNew = isAlarmDue(before, event);
      return {
        facts: { alarmAt: isNew ? event.now : before.alarmAt },
        effects: [{ type: 'alertBackOffice', params: { isNew } }],
      };
    }),
  },
  {
    name: 'PAY-M2: an answer begins the count of network faults again',
    says: on(['answer.good', 'answer.strange'], (before) => {
      if (!isCounting(before)) return null;
      return before.unanswered > 0 ? { facts: { unanswered: 0 } } : REPEAT;
    }),
  },
  {
    name: 'PAY-M3: a pause has the named length, or a usual one, and the later end counts',
    says: on(['answer.busy'], (before, event) => ({
      facts: {
        ...(isCounting(before) && { state: 'backingOff', detail: event.detail }),
        ...pauseAfter(before, event),
      },
    })),
  },
  {
    name: 'PAY-M3: the end of a pause lets all calls go on, also after the clock was set back (D28)',
    says: on(['time.passed'], (before, { now }) => {
      if (before.state !== 'backingOff') return null;
      return isPausing(before, now) ? REPEAT : { facts: { state: 'closed' } };
    }),
  },
  {
    name: 'PAY-M2: time alone changes neither a closed nor an open circuit',
    says: on(['time.passed'], ({ state }) => (state === 'closed' || state === 'open' ? REPEAT : null)),
  },
  {
    name: 'PAY-M2: a probe has a lease of 30 s, and the next one is due a minute later',
    says: on(['probe.due'], (before, event) => {
      if (before.state !== 'open') return null;
      const call = probeCall(before, event);
      if (!isDue(before, event) || call === 'push') return { isRefused: true };
      const { id, now } = event;
      return { facts: { state: 'probing', probe: { id, call, until: now + MINUTE / 2 }, probeAt: now + MINUTE } };
    }),
  },
  {
    name: 'PAY-M2: a shopper’s push is let through only where no other call can show that the fault is gone',
    says: on(['push.asked'], (before, event) => {
      if (before.state !== 'open') return null;
      const call = probeCall(before, event);
      if (!isDue(before, event) || call !== 'push') return { isRefused: true };
      const { attempt, now } = event;
      const probe = { id: attempt, call, until: now + MINUTE / 2 } as const;
      return { facts: { state: 'probing', probe, probeAt: now + MINUTE } };
    }),
  },
  {
    name: 'PAY-M2: an opening that ends leaves no trace but its alarm and its pause',
    says: on(['answer.good', 'answer.strange', 'result.good'], (before, event) => {
      if (before.state !== 'probing' || !isOfProbe(before, event)) return null;
      const isPush = before.probe?.call === 'push';
      if (isPush && event.type === 'answer.strange') return null;
      if (isPush && event.type === 'answer.good' && before.subject === 'result') return null;
      return { facts: { state: 'closed', ...CLOSED }, effects: [{ type: 'logClosed' }] };
    }),
  },
  {
    name: 'PAY-M2: a push whose result must show that the fault is gone has two minutes for it',
    says: on(['answer.good'], (before, event) => {
      const { probe, subject, state } = before;
      const isAwaited = state === 'probing' && isOfProbe(before, event) && probe?.call === 'push';
      if (!isAwaited || subject !== 'result' || probe === null) return null;
      return { facts: { probe: { ...probe, until: event.now + 2 * MINUTE } } };
    }),
  },
  {
    name: 'PAY-M2: a failed probe ends, and the minute begins again',
    says: on(['fault.shop', 'fault.network', 'answer.busy', 'answer.strange'], (before, event) => {
      if (before.state !== 'probing' || !isOfProbe(before, event)) return null;
      if (event.type === 'answer.strange' && before.probe?.call !== 'push') return null;
      const newest = event.type === 'fault.shop' ? { subject: event.subject, detail: event.detail } : {};
      return { facts: { state: 'open', probe: null, probeAt: event.now + MINUTE, ...newest } };
    }),
  },
  {
    name: 'PAY-M2: while a probe is out, other answers decide nothing',
    says: on(['fault.shop', 'fault.network', 'answer.good', 'answer.strange'], (before, event) =>
      before.state === 'probing' && !isOfProbe(before, event) ? REPEAT : null,
    ),
  },
  {
    name: 'PAY-M2: the result of a prompt of before closes nothing',
    says: on(['result.good'], (before) => (isCounting(before) ? REPEAT : null)),
  },
  {
    name: 'PAY-M2: an answer to an earlier call does not close the circuit',
    says: on(['answer.good', 'answer.strange'], ({ state }) => (state === 'open' ? REPEAT : null)),
  },
  {
    name: 'PAY-M2: a lease ends with its time, also after the clock was set back (D28)',
    says: on(['time.passed'], (before, { now }) => {
      if (before.state !== 'probing' || before.probe === null) return null;
      return isOver(before.probe.until, 2 * MINUTE, now) ? { facts: { state: 'open', probe: null } } : REPEAT;
    }),
  },
  {
    name: 'PAY-M2: other settings make the probe due',
    says: on(['settings.changed'], ({ state }, { now }) => (state === 'open' ? { facts: { probeAt: now } } : null)),
  },
];
