import { fromCallback, fromPromise } from 'xstate';
import type { ActorLogic, AnyActorRef, AnyStateMachine, EventObject, Snapshot } from 'xstate';
import { getEffects, getSlots } from './structure.ts';
import type { LogicKind } from './structure.ts';
import type { Effect } from './timed.ts';

/** One actor that the machine started in a slot: a request, a listener or another machine. */
export interface Call {
  readonly id: string;
  readonly slot: string;
  readonly kind: LogicKind;
  readonly input: unknown;
  /** Milliseconds since the start. */
  readonly at: number;
  /** Events that the machine sent to it. */
  readonly received: readonly EventObject[];
  /** Neither answered nor stopped. */
  isOpen(): boolean;
  /** Started by the machine itself, not by one that it invokes. */
  isOwn(): boolean;
  answer(output: unknown): void;
  fail(error: unknown): void;
  /** Sends an event to the machine, as a listener does. */
  emit(event: EventObject): void;
}

export interface DoneEffect extends Effect {
  readonly at: number;
}

/** Settles the slots of one running machine and of its children. */
export interface Settler {
  readonly calls: Call[];
  readonly effects: DoneEffect[];
  /** Milliseconds since the start. */
  readonly now: () => number;
  /** Returns whether the machine itself started the actor, not a machine that it invokes. */
  readonly isOwn: (actor: AnyActorRef) => boolean;
  /** Sends an event to the machine. */
  readonly hear: (event: EventObject) => void;
}

/** By system of the running machine. */
const settlers = new WeakMap<object, Settler>();

/** Registers the settler of a system before it starts. */
export function registerSettler(system: object, settler: Settler): void {
  settlers.set(system, settler);
}

function getSettler(system: object): Settler {
  const settler = settlers.get(system);
  if (settler === undefined) throw new Error('no settler is registered for this system');
  return settler;
}

const made = new WeakMap<AnyStateMachine, Map<string, AnyStateMachine>>();

/**
 * Returns a machine in which every actor slot is a stub that waits and every effect slot a recorder; machines in the
 * slots `running` really run. XState builds all states again for it, so it is cached for all actors.
 */
export function withStubs(machine: AnyStateMachine, running: readonly string[]): AnyStateMachine {
  const known = made.get(machine) ?? new Map<string, AnyStateMachine>();
  made.set(machine, known);
  const key = running.join();
  const found = known.get(key) ?? provided(machine, running);
  known.set(key, found);
  return found;
}

function provided(machine: AnyStateMachine, running: readonly string[]): AnyStateMachine {
  const actors = machine.implementations.actors as Record<string, AnyStateMachine>;
  const inside = (slot: string) => (running.includes(slot) ? actors[slot] : undefined);
  return machine.provide({
    actors: Object.fromEntries(
      [...getSlots(machine)].map(([slot, kind]) => {
        const child = inside(slot);
        return [slot, child === undefined ? stub(slot, kind) : withStubs(child, running)];
      }),
    ),
    actions: Object.fromEntries(getEffects(machine).map((type) => [type, recorder(type)])),
  } as never) as AnyStateMachine;
}

function recorder(type: string) {
  return ({ system }: { readonly system: object }, params: unknown) => {
    const { effects, now } = getSettler(system);
    effects.push({ type, params, at: now() });
  };
}

function stub(slot: string, kind: LogicKind) {
  if (kind === 'machine') return child(slot);
  return kind === 'promise' ? request(slot, kind) : listener(slot, kind);
}

type ChildSnapshot = Snapshot<unknown> & { readonly input: unknown; readonly received: readonly EventObject[] };

/**
 * A stub of an invoked machine. Its own snapshots are not active, so that `onSnapshot` receives only those of the test.
 */
function child(slot: string): ActorLogic<ChildSnapshot, EventObject & { readonly value?: unknown }, unknown> {
  return {
    getInitialSnapshot: (_, input) =>
      ({ status: 'waiting', input, received: [], output: undefined, error: undefined }) as never,
    getPersistedSnapshot: (snapshot) => snapshot,
    transition: (snapshot, event) => {
      const { type, value } = event;
      if (type === 'stub.answer') return { ...snapshot, status: 'done', output: value } as ChildSnapshot;
      if (type === 'stub.fail') return { ...snapshot, status: 'error', error: value } as ChildSnapshot;
      if (type === 'xstate.stop') return { ...snapshot, status: 'stopped' } as ChildSnapshot;
      return { ...snapshot, received: [...snapshot.received, event] };
    },
    start: ({ input }, { self, system }) => {
      const settler = getSettler(system);
      settler.calls.push({
        id: self.id,
        slot,
        kind: 'machine',
        input,
        at: settler.now(),
        get received() {
          return self.getSnapshot().received;
        },
        isOwn: () => settler.isOwn(self),
        isOpen: () => !['done', 'error', 'stopped'].includes(self.getSnapshot().status),
        answer: (value) => self.send({ type: 'stub.answer', value }),
        fail: (value) => self.send({ type: 'stub.fail', value }),
        emit: (event) => settler.hear(event),
      });
    },
  };
}

function request(slot: string, kind: LogicKind) {
  return fromPromise<unknown, unknown>(
    ({ input, self, signal, system }) =>
      new Promise((resolve, reject) => {
        let isSettled = false;
        const settler = getSettler(system);
        const once = (settle: () => void) => {
          isSettled = true;
          settle();
        };
        settler.calls.push({
          id: self.id,
          slot,
          kind,
          input,
          at: settler.now(),
          received: [],
          isOwn: () => settler.isOwn(self),
          isOpen: () => !isSettled && !signal.aborted,
          answer: (output) => once(() => resolve(output)),
          fail: (error) => once(() => reject(error as Error)),
          emit: (event) => settler.hear(event),
        });
      }),
  );
}

function listener(slot: string, kind: LogicKind) {
  return fromCallback<EventObject, unknown>(({ input, self, sendBack, receive, system }) => {
    const settler = getSettler(system);
    let isOver = false;
    const received: EventObject[] = [];
    receive((event) => void received.push(event));
    settler.calls.push({
      id: self.id,
      slot,
      kind,
      input,
      at: settler.now(),
      received,
      isOwn: () => settler.isOwn(self),
      isOpen: () => !isOver,
      answer: () => {
        throw new Error(`${slot} is a listener; it has no result`);
      },
      fail: () => {
        throw new Error(`${slot} is a listener; it cannot fail`);
      },
      emit: (event) => sendBack(event),
    });
    return () => void (isOver = true);
  });
}
