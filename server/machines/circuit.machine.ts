import { and, assign, not, or, setup } from 'xstate';
import type { CircuitContext, CircuitEvent } from './circuit.types.ts';

/**
 * The circuit of a provider, shared by all processes (PAY-M2, PAY-M3). The machine never runs as an actor. The row is
 * the source of truth: `transition()` decides, and the repository commits the result with a guarded update. Custom
 * actions name the side effects that the caller performs in the same transaction. They are read, not executed.
 */

const MINUTE = 60_000;
/** So many network faults within a minute open the circuit. */
const BURST = 5;
/** So many network faults without an answer between them open it, however far apart. */
const WITHOUT_ANSWER = 3;
const PROBE_EVERY_MS = MINUTE;
/** Longer than any call takes. Afterwards the process of the probe counts as stopped. */
const LEASE_MS = 30_000;
/** A prompt ends after this time, so its result should have arrived. */
const RESULT_MS = 120_000;
const ALARM_EVERY_MS = 60 * MINUTE;
const PAUSE_MS = MINUTE;
const QUOTA_PAUSE_MS = 15 * MINUTE;
const LONGEST_PAUSE_MS = 10 * MINUTE;

const readByCaller = (): never => {
  throw new Error('circuit: effects are read from transition(), never executed');
};

/** Returns whether a wait of this length is over. A clock that was set back makes no wait longer (D28). */
function isOver(until: number, lengthMs: number, now: number): boolean {
  return now >= until || now < until - lengthMs;
}

/** Returns whether the provider's pause is not over. */
export function isPausing({ pauseUntil, pauseMs }: CircuitContext, now: number): boolean {
  return pauseUntil !== null && !isOver(pauseUntil, pauseMs, now);
}

/** Returns when the next probe may be made. Earlier than planned when the clock was set back (D28). */
export function getProbeTime(context: CircuitContext, now: number): number {
  const { probeAt, pauseUntil } = context;
  const due = probeAt === null || isOver(probeAt, PROBE_EVERY_MS, now) ? now : probeAt;
  return isPausing(context, now) ? Math.max(due, pauseUntil ?? now) : due;
}

function isAlarmDue({ alarmAt }: CircuitContext, now: number): boolean {
  return alarmAt === null || now - alarmAt >= ALARM_EVERY_MS;
}

/** Returns the fields of the pause that an answer asks for. The later end counts. */
function toPause(context: CircuitContext, event: CircuitEvent): Pick<CircuitContext, 'pauseUntil' | 'pauseMs'> {
  const { pauseUntil, pauseMs } = context;
  if (event.type !== 'answer.busy') return { pauseUntil, pauseMs };
  const { now, retryAfterMs, isQuota } = event;
  const isSoonAgain = pauseUntil !== null && now >= pauseUntil && now - pauseUntil < MINUTE;
  const usual = isSoonAgain ? Math.min(2 * pauseMs, LONGEST_PAUSE_MS) : PAUSE_MS;
  const named = retryAfterMs === null ? null : Math.min(retryAfterMs, LONGEST_PAUSE_MS);
  const length = named ?? (isQuota ? QUOTA_PAUSE_MS : usual);
  const isLonger = !isPausing(context, now) || now + length > (pauseUntil ?? 0);
  return isLonger ? { pauseUntil: now + length, pauseMs: length } : { pauseUntil, pauseMs };
}

const circuitSetup = setup({
  types: { context: {} as CircuitContext, events: {} as CircuitEvent },
  actions: {
    /** Raises an alarm, or counts the fault on the one that was raised within the hour. */
    alertBackOffice: readByCaller as (scope: unknown, params: { isNew: boolean }) => void,
    /** Logs how long the circuit was open. */
    logClosed: readByCaller,
    /** Accepts the event without a change. */
    ignoreRepeat: readByCaller,
    setOpened: assign({ openedAt: ({ event }) => event.now, faults: [], unanswered: 0 }),
    setSubject: assign({ subject: ({ event }) => (event.type === 'fault.shop' ? event.subject : 'network') }),
    setDetail: assign({ detail: ({ context, event }) => ('detail' in event ? event.detail : context.detail) }),
    setProbeTime: assign({ probeAt: ({ event }) => event.now + PROBE_EVERY_MS }),
    setProbeNow: assign({ probeAt: ({ event }) => event.now }),
    setAlarmTime: assign({
      alarmAt: ({ context, event }) => (isAlarmDue(context, event.now) ? event.now : context.alarmAt),
    }),
    countFault: assign({
      faults: ({ context, event }) => [...context.faults, event.now].slice(1 - BURST),
      unanswered: ({ context }) => context.unanswered + 1,
    }),
    resetUnanswered: assign({ unanswered: 0 }),
    setPause: assign(({ context, event }) => toPause(context, event)),
    setCall: assign({
      probe: ({ context, event }) =>
        event.type === 'probe.due'
          ? {
              id: event.id,
              call: context.subject === 'signature' ? ('query' as const) : ('token' as const),
              until: event.now + LEASE_MS,
            }
          : null,
    }),
    setPush: assign({
      probe: ({ event }) =>
        event.type === 'push.asked' ? { id: event.attempt, call: 'push' as const, until: event.now + LEASE_MS } : null,
    }),
    awaitResult: assign({
      probe: ({ context: { probe }, event }) => (probe === null ? null : { ...probe, until: event.now + RESULT_MS }),
    }),
    endProbe: assign({ probe: null }),
    setClosed: assign({ subject: null, detail: null, openedAt: null, probeAt: null, probe: null }),
  },
  guards: {
    isBurst: ({ context, event }) => {
      const first = context.faults.at(1 - BURST);
      return first !== undefined && event.now - first <= MINUTE;
    },
    isThirdWithoutAnswer: ({ context }) => context.unanswered + 1 >= WITHOUT_ANSWER,
    hasUnanswered: ({ context }) => context.unanswered > 0,
    isPauseOver: ({ context, event }) => !isPausing(context, event.now),
    isDue: ({ context: { probeAt }, event }) => isOver(probeAt ?? 0, PROBE_EVERY_MS, event.now),
    /** A new token shows whether the fault continues. */
    isTokenFault: ({ context: { subject } }) => subject === 'token' || subject === 'network',
    /** A query of an earlier prompt can show it. */
    isQueryFault: ({ context: { subject }, event }) =>
      subject === 'signature' && 'hasPrompt' in event && event.hasPrompt,
    isProbe: ({ context: { probe }, event }) => 'probe' in event && event.probe !== null && event.probe === probe?.id,
    isPush: ({ context: { probe } }) => probe?.call === 'push',
    isResultFault: ({ context: { subject } }) => subject === 'result',
    isLeaseOver: ({ context: { probe }, event }) => isOver(probe?.until ?? 0, RESULT_MS, event.now),
    canProbe: and(['isDue', 'isPauseOver', or(['isTokenFault', 'isQueryFault'])]),
    canLetThrough: and(['isDue', 'isPauseOver', not(or(['isTokenFault', 'isQueryFault']))]),
    opensCircuit: or(['isThirdWithoutAnswer', 'isBurst']),
    isQuota: ({ event }) => event.type === 'answer.busy' && event.isQuota,
    isAwaited: and(['isProbe', 'isPush', 'isResultFault']),
    isStrangePush: and(['isProbe', 'isPush']),
  },
});

interface Scope {
  readonly context: CircuitContext;
  readonly event: CircuitEvent;
}

const alert = [
  {
    type: 'alertBackOffice',
    params: ({ context, event }: Scope) => ({ isNew: isAlarmDue(context, event.now) }),
  },
  'setAlarmTime',
] as const;
const countOnAlarm = { type: 'alertBackOffice', params: { isNew: false } } as const;

const open = ['setSubject', 'setDetail', 'setOpened', 'setProbeTime', ...alert] as const;
const openAgain = ['endProbe', 'setProbeTime'] as const;
const close = ['logClosed', 'setClosed'] as const;

/** Without an opening, faults are counted, and a pause stops all calls for a while. */
const counting = {
  'fault.shop': { target: 'open', actions: open },
  'fault.network': [
    {
      description: 'It is the fifth within a minute, or the third without an answer between them.',
      guard: 'opensCircuit',
      target: 'open',
      actions: open,
    },
    { description: 'There were fewer network faults.', actions: ['countFault', ...alert, 'setDetail'] },
  ],
  'answer.good': [
    {
      description: 'Network faults were counted since the last answer.',
      guard: 'hasUnanswered',
      actions: 'resetUnanswered',
    },
    { description: 'No network fault was counted since the last answer.', actions: 'ignoreRepeat' },
  ],
  'answer.strange': [
    {
      description: 'Network faults were counted since the last answer.',
      guard: 'hasUnanswered',
      actions: 'resetUnanswered',
    },
    { description: 'No network fault was counted since the last answer.', actions: 'ignoreRepeat' },
  ],
  'result.good': { actions: 'ignoreRepeat' },
  'answer.busy': [
    {
      description: 'The quota of requests is used up, so the back office is alerted.',
      guard: 'isQuota',
      target: 'backingOff',
      actions: ['setPause', 'setDetail', ...alert],
    },
    { description: 'M-Pesa was asked too often.', target: 'backingOff', actions: ['setPause', 'setDetail'] },
  ],
} as const;

export const circuitMachine = circuitSetup.createMachine({
  id: 'circuit',
  description: 'Whether M-Pesa sends prompts, for all processes of the shop.',
  context: {
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
  initial: 'closed',
  states: {
    closed: {
      description: 'Prompts are sent as usual.',
      on: { ...counting, 'time.passed': { actions: 'ignoreRepeat' } },
    },
    backingOff: {
      description: 'M-Pesa asked for a pause. No process calls it before the pause is over.',
      on: {
        ...counting,
        'time.passed': [
          { description: 'The pause is over.', guard: 'isPauseOver', target: 'closed' },
          { description: 'The pause is not over.', actions: 'ignoreRepeat' },
        ],
      },
    },
    open: {
      description: 'Prompts are stopped. Shoppers get the other ways, and one call a minute tries whether it is over.',
      on: {
        'probe.due': {
          description: 'A minute and any pause are over, and a token or a query can show whether prompts work.',
          guard: 'canProbe',
          target: 'probing',
          actions: ['setCall', 'setProbeTime'],
        },
        'push.asked': {
          description: 'A minute and any pause are over, and only a prompt can show whether prompts work.',
          guard: 'canLetThrough',
          target: 'probing',
          actions: ['setPush', 'setProbeTime'],
        },
        'settings.changed': { actions: 'setProbeNow' },
        'fault.shop': { actions: countOnAlarm },
        'fault.network': { actions: countOnAlarm },
        'answer.busy': { actions: 'setPause' },
        'answer.good': { actions: 'ignoreRepeat' },
        'answer.strange': { actions: 'ignoreRepeat' },
        'time.passed': { actions: 'ignoreRepeat' },
      },
    },
    probing: {
      description: 'One call tries whether prompts work again. Shoppers still get the other ways.',
      on: {
        'answer.good': [
          {
            description: 'The prompt was answered, but earlier ones failed only with their result, so it must arrive.',
            guard: 'isAwaited',
            actions: 'awaitResult',
          },
          { description: 'It is the answer of the probe.', guard: 'isProbe', target: 'closed', actions: close },
          { description: 'It is the answer of an earlier call.', actions: 'ignoreRepeat' },
        ],
        'answer.strange': [
          {
            description: 'The probe is a prompt, and its answer shows nothing.',
            guard: 'isStrangePush',
            target: 'open',
            actions: openAgain,
          },
          { description: 'It is the answer of the probe.', guard: 'isProbe', target: 'closed', actions: close },
          { description: 'It is the answer of an earlier call.', actions: 'ignoreRepeat' },
        ],
        'result.good': {
          description: 'It is the result of the prompt that probes.',
          guard: 'isProbe',
          target: 'closed',
          actions: close,
        },
        'fault.shop': [
          {
            description: 'It is the answer of the probe.',
            guard: 'isProbe',
            target: 'open',
            actions: ['setSubject', 'setDetail', ...openAgain],
          },
          { description: 'It is the answer of an earlier call.', actions: 'ignoreRepeat' },
        ],
        'fault.network': [
          { description: 'The probe got no answer.', guard: 'isProbe', target: 'open', actions: openAgain },
          { description: 'An earlier call got no answer.', actions: 'ignoreRepeat' },
        ],
        'answer.busy': [
          {
            description: 'It is the answer of the probe.',
            guard: 'isProbe',
            target: 'open',
            actions: ['setPause', ...openAgain],
          },
          { description: 'It is the answer of an earlier call.', actions: 'setPause' },
        ],
        'time.passed': [
          {
            description: 'The process of the probe has stopped, or the result of its prompt did not arrive.',
            guard: 'isLeaseOver',
            target: 'open',
            actions: 'endProbe',
          },
          { description: 'The probe is not over.', actions: 'ignoreRepeat' },
        ],
      },
    },
  },
});
