import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import { circuitMachine, getProbeTime, isPausing } from '../../machines/circuit.machine.ts';
import type { CircuitEvent, FaultDetail } from '../../machines/circuit.types.ts';
import type { CircuitChange, CircuitRow } from './circuit.repository.ts';

export type Snapshot = SnapshotFrom<typeof circuitMachine>;

/** The circuit as shoppers and the back office see it. */
export interface CircuitView {
  readonly state: CircuitRow['state'];
  /** Whether the checkout offers prompts: as usual, not for a short while, or not before they work again. */
  readonly prompt: 'open' | 'slow' | 'closed';
  /** Milliseconds until a push may be tried. 0 when it may now. */
  readonly retryAfterMs: number;
  /** The latest fault. `null` without one. */
  readonly detail: FaultDetail | null;
  readonly openedAt: Date | null;
  /** When the next call tries whether prompts work. `null` without an opening. */
  readonly nextProbe: Date | null;
  /** End of the provider's pause. `null` without one. */
  readonly pauseUntil: Date | null;
  /** Pushes that were refused since it opened. */
  readonly refused: number;
}

/** Result of an event. See `applyEvent`. */
export interface CircuitStep {
  readonly isAccepted: boolean;
  readonly isChanged: boolean;
  readonly snapshot: Snapshot;
  readonly effects: readonly CircuitEffect[];
}

export type CircuitEffect =
  | { readonly type: 'alertBackOffice'; readonly params: { readonly isNew: boolean } }
  | { readonly type: 'logClosed' };

const EFFECTS = new Set(['alertBackOffice', 'logClosed']);

const toMs = (at: Date | null) => at?.getTime() ?? null;
const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Converts a stored circuit to a machine snapshot. `null` for one that never changed. */
export function toSnapshot(row: CircuitRow | null): Snapshot {
  if (row === null) return initialTransition(circuitMachine)[0];
  const { state, subject, detail, openedAt, faults, unanswered, pauseUntil, pauseMs, alarmAt } = row;
  const { probeAt, probeId, probeCall, probeUntil } = row;
  const probe =
    probeId === null || probeCall === null || probeUntil === null
      ? null
      : { id: probeId, call: probeCall, until: probeUntil.getTime() };
  return circuitMachine.resolveState({
    value: state,
    context: {
      subject,
      detail,
      openedAt: toMs(openedAt),
      faults,
      unanswered,
      pauseUntil: toMs(pauseUntil),
      pauseMs,
      probeAt: toMs(probeAt),
      probe,
      alarmAt: toMs(alarmAt),
    },
  });
}

/** Returns the columns for a snapshot. */
export function toColumns({ value, context }: Snapshot): Omit<CircuitChange, 'settings'> {
  const { subject, detail, openedAt, faults, unanswered, pauseUntil, pauseMs, probeAt, probe, alarmAt } = context;
  return {
    state: value,
    subject,
    detail,
    openedAt: toDate(openedAt),
    faults,
    unanswered,
    pauseUntil: toDate(pauseUntil),
    pauseMs,
    probeAt: toDate(probeAt),
    probeId: probe?.id ?? null,
    probeCall: probe?.call ?? null,
    probeUntil: toDate(probe?.until ?? null),
    alarmAt: toDate(alarmAt),
  };
}

/** Returns the circuit after the time that has passed and, if given, an event. Its effects are for the caller. */
export function applyEvent(before: Snapshot, now: number, event: CircuitEvent | null): CircuitStep {
  const passed = take(before, { type: 'time.passed', now });
  if (event === null) return { ...passed, isAccepted: true };
  if (!passed.snapshot.can(event)) return { ...passed, isAccepted: false };
  const step = take(passed.snapshot, event);
  return {
    isAccepted: true,
    isChanged: passed.isChanged || step.isChanged,
    snapshot: step.snapshot,
    effects: [...passed.effects, ...step.effects],
  };
}

function take(before: Snapshot, event: CircuitEvent) {
  const [snapshot, actions] = transition(circuitMachine, before, event);
  const isChanged = !actions.some(({ type }) => type === 'ignoreRepeat');
  const effects = actions.filter(({ type }) => EFFECTS.has(type)) as unknown as CircuitEffect[];
  return { snapshot: isChanged ? snapshot : before, isChanged, effects };
}

/** Returns what shoppers and the back office see. */
export function toView({ value: state, context }: Snapshot, refused: number, now: number): CircuitView {
  const { probe, pauseUntil, openedAt, detail } = context;
  const pauseEnd = isPausing(context, now) ? (pauseUntil ?? now) : now;
  const isOpen = state === 'open' || state === 'probing';
  const nextProbe = state === 'probing' ? (probe?.until ?? now) : getProbeTime(context, now);
  const until = isOpen ? nextProbe : pauseEnd;
  return {
    state,
    prompt: isOpen ? 'closed' : state === 'backingOff' ? 'slow' : 'open',
    retryAfterMs: Math.max(0, until - now),
    detail,
    openedAt: toDate(openedAt),
    nextProbe: isOpen ? new Date(nextProbe) : null,
    pauseUntil: pauseEnd > now ? new Date(pauseEnd) : null,
    refused,
  };
}

/**
 * Returns from when on queries may be sent. Refused prompts alone do not stop the queries about earlier ones (D7). Any
 * other fault does, and a pause stops every call (PAY-M3). `null`: now.
 */
export function getQueryTime({ value: state, context }: Snapshot, now: number): Date | null {
  const view = toView({ value: state, context } as Snapshot, 0, now);
  const isOfPushes = context.subject === 'push' || context.subject === 'result';
  if (view.prompt !== 'closed' || isOfPushes) return view.pauseUntil;
  return new Date(now + Math.max(view.retryAfterMs, 1_000));
}

/** The circuit for `/api/ready` and the back office. Times are ISO 8601 by the server's clock. */
export interface CircuitHealth {
  readonly state: CircuitRow['state'];
  readonly code: string | null;
  readonly meaning: string | null;
  readonly fix: string | null;
  readonly since: string | null;
  readonly nextProbe: string | null;
  readonly pauseUntil: string | null;
  readonly refused: number;
}

export function toHealth({ state, detail, openedAt, nextProbe, pauseUntil, refused }: CircuitView): CircuitHealth {
  return {
    state,
    code: detail?.code ?? null,
    meaning: detail?.meaning ?? null,
    fix: detail?.fix ?? null,
    since: openedAt?.toISOString() ?? null,
    nextProbe: nextProbe?.toISOString() ?? null,
    pauseUntil: pauseUntil?.toISOString() ?? null,
    refused,
  };
}
