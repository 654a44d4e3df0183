import type { AnyStateMachine } from 'xstate';
import { config } from '../../../model-testing.config.ts';
import type { CircuitEvent } from '../../../server/machines/circuit.types.ts';
import { judgePure, type PureTable, type Requirement, type Sentence } from 'model-testing/pure-machine';
import { loadFlow, getRowName, type Row } from 'model-testing/table/flow';
import { BEYOND, isAlarmDue, isDue, isOfProbe, isPausing, opensByNetwork, probeCall } from './circuit-rulings.ts';
import { ANSWERS, circuitEvents, circuitFacts, MINUTE, triedEvents, type CircuitFacts } from './circuit-walk.ts';

type Test = (facts: CircuitFacts, event: CircuitEvent) => boolean;

export const flow = loadFlow(config, 'circuit');

/** Rows without an event of the machine: what shoppers and the back office see, callbacks, queries and the database. */
export const NO_EVENT =
  /^crossCheck\.|: (?:checkout or order page asks|a callback of an earlier|a planned query|GET |command: |two shoppers ask|two processes see|server killed|the clock steps|restore of|the database is away|it is open for more)|^(?:closed|backingOff|probing): (?:a shopper asks|a probe is due)|^(?:closed|backingOff|probing): the shop starts|^open: a shopper asks for a prompt$/;

const rows = flow.rows.filter((row) => !NO_EVENT.test(getRowName(row)));

const isSame = (event: CircuitEvent, one: object) => {
  const { now: _, probe: __, ...said } = event as CircuitEvent & { readonly probe?: unknown };
  return JSON.stringify(said) === JSON.stringify(one);
};
const isAnswer =
  (words: string): Test =>
  (_, event) =>
    (ANSWERS[words] ?? []).some((one) => isSame(event, one));
const isType =
  (...types: readonly CircuitEvent['type'][]): Test =>
  (_, event) =>
    types.includes(event.type);
const all =
  (...tests: readonly Test[]): Test =>
  (facts, event) =>
    tests.every((test) => test(facts, event));
const isOut: Test = (facts, event) => !isOfProbe(facts, event);
const isNamedWait: Test = (_, event) => event.type === 'answer.busy' && event.retryAfterMs === 30_000;
const isUnnamedWait: Test = (_, event) => event.type === 'answer.busy' && event.retryAfterMs === null;
const isAfterPause: Test = ({ pauseUntil }, { now }) =>
  pauseUntil !== null && now >= pauseUntil && now - pauseUntil < MINUTE;

const ON: Readonly<Record<string, Test>> = {
  'a probe is due': isType('probe.due'),
  'a shopper asks for a prompt': isType('push.asked'),
  'the process of the probe is killed': isType('time.passed'),
  'no result of the push within 120 s': isType('time.passed'),
  'the shop starts with other M-Pesa settings': isType('settings.changed'),
  'the circuit opens again': isType('fault.shop'),
  'a good answer of a call that was already out': all(isType('answer.good'), isOut),
  'a fault of a call that was already out': all(isType('fault.shop', 'fault.network'), isOut),
};

const PROBE_OVER: Test = ({ probe }, { now }) => probe !== null && now >= probe.until;
const subject =
  (...known: readonly CircuitFacts['subject'][]): Test =>
  (facts) =>
    known.includes(facts.subject);
const call =
  (wanted: 'token' | 'query' | 'push'): Test =>
  ({ probe }) =>
    probe?.call === wanted;

const WHEN: Readonly<Record<string, Test>> = {
  'it is the first since the last answer, of any call': (facts, event) =>
    facts.unanswered === 0 && !opensByNetwork(facts, event),
  'it is the second since the last answer, of any call': (facts, event) =>
    facts.unanswered === 1 && !opensByNetwork(facts, event),
  'it is the third since the last answer, the first was two days ago': ({ unanswered, faults }, { now }) =>
    unanswered === 2 && now - (faults.at(-2) ?? now) > 2 * 24 * 60 * MINUTE - MINUTE,
  'two network faults, an answer of any code, then this one': (facts, event) =>
    facts.faults.length === 2 && facts.unanswered === 0 && !opensByNetwork(facts, event),
  'it is the fifth within 60000 ms, with answers between them': ({ faults, unanswered }, { now }) =>
    faults.length === 4 && unanswered < 2 && now - (faults[0] ?? 0) <= MINUTE,
  'the fifth before it was 60001 ms ago, with answers between them': ({ faults, unanswered }, { now }) =>
    faults.length === 4 && unanswered < 2 && now - (faults[0] ?? 0) === MINUTE + 1,
  'Retry-After 30': isNamedWait,
  'no Retry-After': (facts, event) => isUnnamedWait(facts, event) && !isAfterPause(facts, event),
  'of a call that was already out': isOut,
  '60 s': ({ pauseMs }) => pauseMs === MINUTE,
  'the last pause ended less than a minute ago': all(isAfterPause, isUnnamedWait),
  'it is not the third without an answer': (facts, event) => !opensByNetwork(facts, event),
  'it is the third without an answer': ({ unanswered }) => unanswered === 2,
  'neither a token nor a query can show that the fault is gone, and no push was let through within the minute': (
    facts,
    event,
  ) => isDue(facts, event) && probeCall(facts, event) === 'push',
  'the fault is of: token, or of: network': (facts, event) => subject('token', 'network')(facts, event),
  'the fault is of: passkey or short code, an attempt has a CheckoutRequestID': (facts, event) =>
    facts.subject === 'signature' && 'hasPrompt' in event && event.hasPrompt,
  'the fault is of: passkey or short code, no attempt has a CheckoutRequestID': (facts, event) =>
    facts.subject === 'signature' && 'hasPrompt' in event && !event.hasPrompt,
  'the fault is of: push': subject('push', 'result'),
  'a pause is not over': (facts, { now }) => isPausing(facts, now),
  'the probe is a query': call('query'),
  'the probe is a push': call('push'),
  'the probe is this push': (facts, event) => call('push')(facts, event) && isOfProbe(facts, event),
  'the probe is a push, the fault was an answer of the push': all(call('push'), subject('push', 'signature')),
  'the probe is a push, the fault was a result (2028 or SFC_IC0003)': all(call('push'), subject('result')),
  'the probe is a push that waits for its result': all(call('push'), subject('result')),
  'no answer': () => true,
  'its last alarm was 3599999 ms ago': ({ alarmAt }, { now }) => alarmAt !== null && now - alarmAt === 60 * MINUTE - 1,
  'its last alarm was 3600000 ms ago': ({ alarmAt }, { now }) => alarmAt !== null && now - alarmAt === 60 * MINUTE,
};

type Does = (before: CircuitFacts, event: CircuitEvent) => Requirement<CircuitFacts>;
const alert: Does = (before, event) => ({
  effects: [{ type: 'alertBackOffice', params: { isNew: isAlarmDue(before, event) } }],
});
const noNewAlarm: Does = ({ state }) =>
  state === 'open' ? { effects: [{ type: 'alertBackOffice', params: { isNew: false } }] } : {};
const nothing: Does = () => ({});
const minuteAgain: Does = (_, { now }) => ({ facts: { probe: null, probeAt: now + MINUTE } });
const isPause =
  (length: number): Does =>
  (_, { now }) => ({ facts: { pauseUntil: now + length, pauseMs: length } });
const about =
  (...subjects: readonly CircuitFacts['subject'][]): Does =>
  (_, event) =>
    event.type === 'fault.shop' && subjects.includes(event.subject)
      ? { facts: { subject: event.subject } }
      : { facts: { subject: subjects[0] ?? null } };
const ended: Does = () => ({ facts: { openedAt: null, subject: null }, effects: [{ type: 'logClosed' }] });

const DOES: Readonly<Record<string, Does>> = {
  'the fault is of: token': about('token'),
  'the fault is of: push': about('push', 'result'),
  'the fault is of: passkey or short code': about('signature'),
  'the fault is of: network': about('network'),
  'one alarm with the code, its meaning and the fix, unless one of this circuit was raised within the hour': alert,
  'no alarm, the last one counts it': () => ({ effects: [{ type: 'alertBackOffice', params: { isNew: false } }] }),
  'one alarm': () => ({ effects: [{ type: 'alertBackOffice', params: { isNew: true } }] }),
  counted: ({ unanswered }) => ({ facts: { unanswered: unanswered + 1 } }),
  'the count of network faults without an answer begins again': () => ({ facts: { unanswered: 0 } }),
  '8: an alarm as before': nothing,
  'an alarm that names whom to ask': nothing,
  'an answer, no fault': nothing,
  'no call of any process before 30 s are over': isPause(MINUTE / 2),
  '60 s': isPause(MINUTE),
  '15 min': isPause(15 * MINUTE),
  '15 min from now': isPause(15 * MINUTE),
  'an alarm: the quota is used up': alert,
  'the later of both ends counts': nothing,
  'planned queries go first, then pushes': nothing,
  'twice the last pause, at most 10 min': ({ pauseMs }, { now }) => ({
    facts: { pauseUntil: now + Math.min(2 * pauseMs, 10 * MINUTE) },
  }),
  'the pause stays: no probe before it is over': ({ pauseUntil }) => ({ facts: { pauseUntil } }),
  'the pause stays': ({ pauseUntil }) => ({ facts: { pauseUntil } }),
  'an attempt as usual': nothing,
  "the next shopper's push is let through": (before, event) =>
    event.type === 'probe.due' ? { isRefused: true } : { facts: { probe: null, probeAt: before.probeAt } },
  'no call before it is over': () => ({ isRefused: true }),
  'the opening ends: how long, how many shoppers were sent to other ways': ended,
  'a line in the log, no alarm': () => ({ effects: [{ type: 'logClosed' }] }),
  'the answer counts for its attempt, too': nothing,
  'the opening ends': ended,
  'its result decides; no other push before that': nothing,
  'the minute begins again': minuteAgain,
  'no second alarm of this opening': noNewAlarm,
  'the newest fault is shown': (_, event) => ('detail' in event ? { facts: { detail: event.detail } } : {}),
  'the next probe waits for the end of the pause': nothing,
  'one at a time': () => ({ isRefused: true }),
  'its lease of 30 s ends; another process probes after the minute': ({ probeAt }) => ({ facts: { probeAt } }),
  'counted for this opening, no second alarm': noNewAlarm,
  'ids learned; the probe decides, not this answer': nothing,
  'no probe before the pause is over': nothing,
  'the probe decides': nothing,
  'the probe is due at once': (_, { now }) => ({ facts: { probeAt: now } }),
};

/** The event of a timer row. */
function timerOf({ from, when, ms }: Row): Test {
  if (from === 'backingOff')
    return ({ pauseUntil }, event) =>
      event.type === 'time.passed' && event.now === (pauseUntil ?? 0) - 60_000 + (ms ?? 0);
  if (when === 'no answer') return (facts, event) => event.type === 'fault.network' && isOfProbe(facts, event);
  return ({ probeAt }, event) => event.type === 'probe.due' && event.now === (probeAt ?? 0) - MINUTE + (ms ?? 0);
}

/** One sentence per row that has an event. */
export const rowSentences: readonly Sentence<CircuitFacts, CircuitEvent>[] = rows.map((row) => {
  const name = getRowName(row);
  const isOn = row.on === 'timer' ? timerOf(row) : (ON[row.on] ?? need(ANSWERS[row.on] && isAnswer(row.on), row.on));
  const isWhen = row.when === null ? () => true : need(WHEN[row.when], row.when);
  const does = row.does.map((words) => need(DOES[words], words));
  // In probing, an answer is the probe's unless the row says otherwise.
  const isProbes = row.from === 'probing' && row.on in ANSWERS;
  const isDueToo = row.on === 'timer' && row.from === 'open' && row.to === 'probing';
  const isLeaseOver = /^(?:the process of the probe|no result of the push)/.test(row.on);
  const isPlainPause = /500\.003\.02/.test(row.on) && row.when === null;
  return {
    name,
    says: (facts, event) => {
      if (facts.state !== row.from || !isOn(facts, event) || !isWhen(facts, event)) return null;
      if (isProbes && !isOfProbe(facts, event)) return null;
      if (isDueToo && isPausing(facts, event.now)) return null;
      if (isLeaseOver && !PROBE_OVER(facts, event)) return null;
      if (isPlainPause && row.from === 'closed' && isAfterPause(facts, event)) return null;
      const said = does.map((one) => one(facts, event));
      return {
        facts: Object.assign({}, ...said.map((one) => one.facts), { state: row.to }),
        effects: said.flatMap((one) => one.effects ?? []),
        ...((said.some((one) => one.isRefused === true) || isEarly(row)) && { isRefused: true }),
      };
    },
  };
});

/** A timer of 59,999 ms: nothing may happen yet. */
function isEarly({ from, ms }: Row): boolean {
  return from === 'open' && ms === 59_999;
}

function need<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the table's map has no word for: ${what}`);
  return found;
}

export const circuitTable: PureTable<CircuitFacts, CircuitEvent> = {
  starts: [
    {
      input: undefined,
      facts: {
        state: 'closed',
        subject: null,
        detail: null,
        openedAt: null,
        faults: [],
        unanswered: 0,
        pauseUntil: null,
        pauseMs: 0,
        probeAt: null,
        probe: null,
        alarmAt: null,
      },
    },
  ],
  getFacts: circuitFacts,
  events: circuitEvents,
  tried: triedEvents,
  sentences: [...rowSentences, ...BEYOND],
};

/** Returns the first violation of the table or the rulings by a machine, or `null`. */
export function judgeCircuitMachine(machine: AnyStateMachine): string | null {
  return judgePure(machine, circuitTable);
}
