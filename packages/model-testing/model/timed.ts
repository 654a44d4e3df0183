import { createEmptyActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, EventObject } from 'xstate';
import { assertTimersEnd } from './clock.ts';

export interface Timer {
  readonly id: string;
  /** Milliseconds since the start. */
  readonly due: number;
  /** Milliseconds from arming to firing. */
  readonly delay: number;
  readonly order: number;
  readonly event: EventObject;
}

/** An actor that has not answered yet. */
export interface Flight {
  readonly id: string;
  readonly src: string;
}

export interface Effect {
  readonly type: string;
  readonly params: unknown;
}

export interface Step {
  /** The text that a path prints. Unique among the steps of one snapshot. */
  readonly label: string;
  readonly kind: 'start' | 'user' | 'sent' | 'done' | 'error' | 'after';
  readonly event: EventObject & Readonly<Record<string, unknown>>;
  /** The input of a start. */
  readonly input?: unknown;
  readonly actorId?: string;
  /** The result arrives 1 ms before the next deadline. */
  readonly late?: boolean;
}

export interface TakenTransition {
  readonly definition: AnyTransitionDefinition;
  readonly event: EventObject;
}

/**
 * A snapshot with virtual time, armed timers and actors in flight, which a pure snapshot lacks. All of them are derived
 * from the machine's own requests, so that nothing about the flow is written twice.
 */
export interface Timed {
  readonly snapshot: AnyMachineSnapshot | null;
  readonly now: number;
  readonly timers: readonly Timer[];
  readonly flights: readonly Flight[];
  /** Actor references that have answered. */
  readonly settled: readonly unknown[];
  /** Transitions of the last step. */
  readonly taken: readonly TakenTransition[];
  readonly effects: readonly Effect[];
}

export type TimedLogic = ReturnType<typeof timedLogic>;

interface RequestedActor {
  readonly type: string;
  readonly params?: { id?: string; sendId?: string; delay?: number; event?: EventObject };
}

interface Scope {
  readonly handle: never;
  readonly taken: TakenTransition[];
  readonly asked: RequestedActor[];
}

export const NOT_STARTED: Timed = {
  snapshot: null,
  now: 0,
  timers: [],
  flights: [],
  settled: [],
  taken: [],
  effects: [],
};

/** Creates the real machine as a plain transition function over timed snapshots, without executing anything. */
export function timedLogic(machine: AnyStateMachine) {
  let armed = 0;

  const transition = (state: Timed, step: Step): Timed => {
    if (step.kind === 'start') return start(step.input);
    const before: Timed = { ...state, taken: [], effects: [] };
    if (before.snapshot?.status !== 'active') return before;
    if (step.kind === 'after') return fireEarliest(before);
    const deadline = before.timers[0]?.due ?? Number.NaN;
    const now = step.late === true ? Math.max(before.now, deadline - 1) : before.now;
    // An actor that has answered is no longer in flight, even if the machine stays in the invoking state.
    const answered = step.kind === 'done' || step.kind === 'error' ? [findChild(before.snapshot, step.actorId)] : [];
    return take({ ...before, now, settled: [...before.settled, ...answered] }, step.event);
  };

  const start = (input: unknown): Timed => {
    const scope = createScope();
    const snapshot = machine.getInitialSnapshot(scope.handle, input as never) as AnyMachineSnapshot;
    return follow(NOT_STARTED, snapshot, scope);
  };

  // Everything due at the same instant fires too, in order of arming.
  const fireEarliest = (state: Timed): Timed => {
    const due = state.timers[0]?.due;
    if (due === undefined) return state;
    let next: Timed = { ...state, now: due };
    let count = 0;
    for (let first = next.timers[0]; first !== undefined && first.due <= due; first = next.timers[0]) {
      const { id, event } = first;
      assertTimersEnd((count += 1), due);
      next = take({ ...next, timers: next.timers.filter((timer) => timer.id !== id) }, event);
    }
    return next;
  };

  const take = (state: Timed, event: EventObject): Timed => {
    const scope = createScope();
    const snapshot = machine.transition(state.snapshot as never, event as never, scope.handle) as AnyMachineSnapshot;
    return follow(state, snapshot, scope);
  };

  const follow = (state: Timed, snapshot: AnyMachineSnapshot, { taken, asked }: Scope): Timed => {
    const isActive = snapshot.status === 'active';
    return {
      snapshot,
      now: state.now,
      timers: isActive ? timersAfter(state, asked) : [],
      // Read from snapshot.children, because `assign(({ spawn }) => …)` emits no action.
      flights: isActive ? flightsIn(snapshot, state.settled) : [],
      settled: state.settled,
      taken: [...state.taken, ...taken],
      effects: [...state.effects, ...asked.filter(({ type }) => !type.startsWith('xstate.')).map(toEffect)],
    };
  };

  const timersAfter = ({ timers, now }: Timed, asked: readonly RequestedActor[]): Timer[] => {
    let left = [...timers];
    for (const { type, params } of asked) {
      if (type === 'xstate.cancel') left = left.filter(({ id }) => id !== params?.sendId);
      if (type !== 'xstate.raise' || params?.delay === undefined || params.event === undefined) continue;
      const { id = params.event.type, delay, event } = params;
      left = [...left.filter((timer) => timer.id !== id), { id, delay, due: now + delay, order: armed++, event }];
    }
    return left.sort((a, b) => a.due - b.due || a.order - b.order);
  };

  return { machine, transition };
}

function toEffect({ type, params }: RequestedActor): Effect {
  return { type, params };
}

function findChild(snapshot: AnyMachineSnapshot, id: string | undefined): unknown {
  return (snapshot.children as Record<string, unknown>)[id ?? ''];
}

function flightsIn(snapshot: AnyMachineSnapshot, settled: readonly unknown[]): Flight[] {
  return Object.entries(snapshot.children as Record<string, { src: unknown } | undefined>)
    .filter(([, child]) => child !== undefined && !settled.includes(child))
    .map(([id, child]) => ({ id, src: typeof child?.src === 'string' ? child.src : id }));
}

/** `machine.transition` needs a running actor; an empty one that never starts provides `self` and `system`. */
function createScope(): Scope {
  const taken: TakenTransition[] = [];
  const asked: RequestedActor[] = [];
  const self = createEmptyActor();
  self.system.inspect((event) => {
    if (event.type !== '@xstate.microstep') return;
    for (const definition of event._transitions) taken.push({ definition, event: event.event });
  });
  const scope = {
    self,
    system: self.system,
    id: self.id,
    sessionId: self.sessionId,
    logger: ignore,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: (action: RequestedActor) => void asked.push(action),
  };
  return { handle: scope as never, taken, asked };
}

function ignore(): void {}
