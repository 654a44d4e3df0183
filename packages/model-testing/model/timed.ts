import { createEmptyActor } from 'xstate';
import type { ActorSystem, AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, EventObject } from 'xstate';
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
  /** References of the machine's actors that have answered. */
  readonly settled: readonly unknown[];
  /** Transitions of the last step. */
  readonly taken: readonly TakenTransition[];
  readonly effects: readonly Effect[];
}

export type TimedLogic = ReturnType<typeof timedLogic>;

interface RequestedActor {
  readonly type: string;
  readonly params?: { id?: string; sendId?: string; delay?: number; event?: EventObject; to?: unknown };
}

interface Scope {
  readonly handle: never;
  readonly taken: TakenTransition[];
  readonly asked: RequestedActor[];
  /** Events that the machine sends to itself, without a delay. */
  readonly sent: EventObject[];
}

/** The most events that a machine may send to itself in one step. */
const MOST_SENT = 1_000;

/** A machine that is made to be invoked sends events to its parent. */
const PARENT = createEmptyActor();

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
  const createScope = createScopes();

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
    return take(follow(NOT_STARTED, snapshot, scope), ...scope.sent);
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

  const take = (state: Timed, ...events: EventObject[]): Timed => {
    let next = state;
    for (const event of events) {
      if (next.snapshot?.status !== 'active') break;
      if (!mayHandle(next.snapshot, event.type)) continue;
      const scope = createScope();
      const snapshot = machine.transition(next.snapshot as never, event as never, scope.handle) as AnyMachineSnapshot;
      next = follow(next, snapshot, scope);
      events.push(...scope.sent);
      if (events.length > MOST_SENT) throw new Error('the machine sends events to itself endlessly');
    }
    return next;
  };

  const follow = (state: Timed, snapshot: AnyMachineSnapshot, { taken, asked }: Scope): Timed => {
    const isActive = snapshot.status === 'active';
    const children = Object.values(snapshot.children as Record<string, unknown>);
    const settled = state.settled.filter((actor) => children.includes(actor));
    return {
      snapshot,
      now: state.now,
      timers: isActive ? timersAfter(state, asked) : [],
      // Read from snapshot.children, because `assign(({ spawn }) => …)` emits no action.
      flights: isActive ? flightsIn(snapshot, settled) : [],
      settled,
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

/**
 * Returns whether an active state has a transition for the event. Without one, XState would only evaluate
 * eventless transitions, which it has already done.
 */
function mayHandle({ _nodes }: AnyMachineSnapshot, type: string): boolean {
  // An actor's unhandled error ends the machine, and a stop stops it.
  if (type.startsWith('xstate.')) return true;
  return _nodes.some(
    ({ transitions }) =>
      transitions.has(type) || [...transitions.keys()].some((descriptor) => descriptor.endsWith('*')),
  );
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

/**
 * Returns a function that creates the scope of one step. `machine.transition` needs a running actor; an empty one that
 * never starts provides `self` and `system`. All steps share it, because creating one takes as long as a small step.
 */
function createScopes(): () => Scope {
  const self = Object.assign(createEmptyActor(), { _parent: PARENT });
  const { system } = self as unknown as { readonly system: System };
  let taken: TakenTransition[] = [];
  system.inspect((event) => {
    if (event.type !== '@xstate.microstep') return;
    for (const definition of event._transitions) taken.push({ definition, event: event.event });
  });
  // Actors that a step registers by a `systemId` do not exist in the next one.
  const registered: unknown[] = [];
  const { _set: register } = system;
  system._set = (id, actor) => {
    register(id, actor);
    registered.push(actor);
  };
  return () => {
    for (const actor of registered.splice(0)) system._unregister(actor);
    taken = [];
    const asked: RequestedActor[] = [];
    const sent: EventObject[] = [];
    const handle = {
      self,
      system,
      id: self.id,
      sessionId: self.sessionId,
      logger: ignore,
      defer: ignore,
      stopChild: ignore,
      emit: ignore,
      actionExecutor: (action: RequestedActor) => {
        const { type, params } = action;
        const isToItself = type === 'xstate.sendTo' && params?.to === self;
        if (isToItself && params?.event !== undefined && params.delay === undefined) sent.push(params.event);
        else asked.push(isToItself ? { type: 'xstate.raise', params } : action);
      },
    };
    return { handle: handle as never, taken, asked, sent };
  };
}

/** The parts of XState's actor system that a step uses. */
interface System extends Pick<ActorSystem<never>, 'inspect'> {
  _set: (id: string, actor: unknown) => void;
  readonly _unregister: (actor: unknown) => void;
}

function ignore(): void {}
