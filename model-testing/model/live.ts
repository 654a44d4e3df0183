import { createActor, fromCallback, fromPromise } from 'xstate';
import type {
  Actor,
  ActorLogic,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFrom,
  EventObject,
  InputFrom,
  InspectionEvent,
  Snapshot,
  SnapshotFrom,
} from 'xstate';
import { SteppingClock } from './clock.ts';
import type { Act } from '../view/act.ts';
import type { Hands } from '../view/hands.ts';
import { effectsOf, leavesIn, nameOf, slotsOf, valueOf } from './structure.ts';
import type { LogicKind } from './structure.ts';
import type { Effect, Taken, Timed, Step } from './timed.ts';

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
  /** Neither answered nor given up. */
  isOpen(): boolean;
  /** Started by the machine itself, and not by one that it invokes. */
  isOwn(): boolean;
  answer(output: unknown): void;
  fail(error: unknown): void;
  /** Sends an event to the machine, as a listener does. */
  emit(event: EventObject): void;
}

/** A transition, and the states inside its source that were active when it was taken. */
export interface TakenIn extends Taken {
  readonly leaves: string;
}

type ChildSnapshot = Snapshot<unknown> & { readonly input: unknown; readonly received: readonly EventObject[] };

export interface DoneEffect extends Effect {
  readonly at: number;
}

/** What was just done to a running machine, and what came of it. */
export interface Moment<Machine extends AnyStateMachine = AnyStateMachine> {
  /** Null at the start of a hand-driven run. */
  readonly step: Step | null;
  readonly before: SnapshotFrom<Machine> | null;
  readonly snapshot: SnapshotFrom<Machine>;
  /** Milliseconds since the start. */
  readonly at: number;
  /** Effects and calls of this step alone. */
  readonly effects: readonly DoneEffect[];
  readonly started: readonly Call[];
  /** Everything since the start. */
  readonly allEffects: readonly DoneEffect[];
  readonly calls: readonly Call[];
  /** Deadlines ahead. */
  readonly deadlines: readonly number[];
  readonly predicted: Timed;
}

export interface LiveOptions {
  /** Slots whose machines really run, their own slots settled by hand like all others. Default: none. */
  readonly running?: readonly string[];
  /** A user's hands on the view: what a control can make is made by it. Default: events go straight to the machine. */
  readonly hands?: ActingHands | null;
  /** Hears all that XState tells of the machine and of those that run inside. */
  readonly inspect?: (event: InspectionEvent) => void;
}

/** What a running machine asks of hands. */
export type ActingHands = Pick<Hands, 'make' | 'act' | 'path' | 'close'>;

/**
 * A running machine whose slots are settled by hand: every actor slot is a stub that waits, every effect slot
 * a recorder. Every method resolves once the machine has come to rest.
 */
export class LiveActor<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly clock = new SteppingClock();
  readonly calls: Call[] = [];
  readonly effects: DoneEffect[] = [];
  readonly #taken: (TakenIn & { readonly by: unknown })[] = [];
  readonly #machine: AnyStateMachine;
  readonly #hands: ActingHands | null;
  readonly #inspect: (event: InspectionEvent) => void;
  #actor: Actor<AnyStateMachine> | null = null;
  #failure: { readonly error: unknown } | null = null;
  readonly #atRest: (() => void)[] = [];

  constructor(machine: Machine, { running = [], hands = null, inspect = () => undefined }: LiveOptions = {}) {
    this.#hands = hands;
    this.#inspect = inspect;
    this.#machine = this.#byHand(machine, running);
  }

  /** The machine that really runs, for naming the transitions it takes. */
  get machine(): AnyStateMachine {
    return this.#machine;
  }

  async start(input: InputFrom<Machine>): Promise<void> {
    const actor = createActor(this.#machine, {
      input: input as never,
      clock: this.clock as never,
      inspect: (event) => {
        this.#inspect(event);
        if (event.type !== '@xstate.microstep') return;
        const { event: by, actorRef, _transitions: definitions } = event;
        // At the start there is nothing before.
        const before = by.type === 'xstate.init' ? null : (actorRef.getSnapshot() as AnyMachineSnapshot);
        for (const definition of definitions) {
          const leaves = before === null ? nameOf(definition.source) : leavesIn(before, definition.source);
          this.#taken.push({ definition, event: by, leaves, by: actorRef });
        }
      },
    });
    actor.subscribe({ error: (error) => void (this.#failure = { error }) });
    this.#actor = actor;
    actor.start();
    await this.settle();
  }

  get snapshot(): SnapshotFrom<Machine> {
    return this.#running().getSnapshot() as SnapshotFrom<Machine>;
  }

  /** Every transition that the machine itself has taken. */
  get taken(): readonly TakenIn[] {
    return this.#taken.filter(({ by }) => by === this.#actor);
  }

  get now(): number {
    return this.clock.now();
  }

  /** Sends an event as its control does, where there are hands and a control. */
  async send(event: EventFrom<Machine>): Promise<void> {
    const made = this.#hands?.make(event as EventObject, this.snapshot as AnyMachineSnapshot) ?? null;
    await this.#hear(made ?? [event as EventObject]);
  }

  /** Performs an act on the view; whatever it sends goes to the machine. */
  async act(act: Act): Promise<void> {
    if (this.#hands === null) throw new Error('there is no view to act on');
    await this.#hear(this.#hands.act([act], this.snapshot as AnyMachineSnapshot));
  }

  /** Where links of the view have led; empty where none has. */
  get path(): string {
    return this.#hands?.path ?? '';
  }

  async #hear(events: readonly EventObject[]): Promise<void> {
    for (const event of events) this.#running().send(event as never);
    await this.settle();
  }

  /** Answers the newest open call of the slot (or of the actor with this id). */
  async answer(slot: string, output: unknown): Promise<void> {
    this.open(slot).answer(output);
    await this.settle();
  }

  async fail(slot: string, error: unknown): Promise<void> {
    this.open(slot).fail(error);
    await this.settle();
  }

  /** Lets a `fromCallback` slot send an event. */
  async emit(slot: string, event: EventFrom<Machine>): Promise<void> {
    this.open(slot).emit(event as EventObject);
    await this.settle();
  }

  /** As `emit`, where a machine that is invoked has a slot of the same name. */
  async emitOwn(slot: string, event: EventFrom<Machine>): Promise<void> {
    const own = this.openCalls().findLast((one) => one.slot === slot && one.isOwn());
    (own ?? this.open(slot)).emit(event as EventObject);
    await this.settle();
  }

  /** Lets an invoked machine come to a snapshot, of which `onSnapshot` hears. */
  async tell(slot: string, snapshot: unknown): Promise<void> {
    const child = this.open(slot);
    child.emit({ type: `xstate.snapshot.${child.id}`, snapshot } as EventObject);
    await this.settle();
  }

  /** Lets time pass, in milliseconds. */
  async advance(by: number): Promise<void> {
    await this.advanceTo(this.now + by);
  }

  async advanceTo(time: number): Promise<void> {
    for (let due = this.clock.pending()[0]; due !== undefined && due <= time; due = this.clock.pending()[0]) {
      this.clock.advanceTo(due);
      await this.settle();
    }
    this.clock.advanceTo(time);
    await this.settle();
  }

  /** The newest open call of a slot; throws where there is none. */
  open(slot: string): Call {
    const call = this.calls.findLast((one) => (one.id === slot || one.slot === slot) && one.isOpen());
    if (call !== undefined) return call;
    const others =
      this.openCalls()
        .map(({ id }) => id)
        .join(', ') || 'none';
    throw new Error(
      `no open call of ${slot} in ${valueOf(this.#running().getSnapshot() as AnyMachineSnapshot)}; open: ${others}`,
    );
  }

  openCalls(): Call[] {
    return this.calls.filter((call) => call.isOpen());
  }

  stop(): void {
    this.#hands?.close();
    this.#actor?.stop();
  }

  /** Lets every promise that can go on go on. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 16; turn++) await Promise.resolve();
    if (this.#failure !== null) throw this.#failure.error;
    for (const tell of this.#atRest) tell();
  }

  /** Calls `tell` each time the machine has come to rest. */
  onRest(tell: () => void): void {
    this.#atRest.push(tell);
  }

  #running(): Actor<AnyStateMachine> {
    if (this.#actor === null) throw new Error('the machine is not started');
    return this.#actor;
  }

  #byHand(machine: AnyStateMachine, running: readonly string[]): AnyStateMachine {
    const actors = machine.implementations.actors as Record<string, AnyStateMachine>;
    const inside = (slot: string) => (running.includes(slot) ? actors[slot] : undefined);
    return machine.provide({
      actors: Object.fromEntries(
        [...slotsOf(machine)].map(([slot, kind]) => {
          const child = inside(slot);
          return [slot, child === undefined ? this.#stub(slot, kind) : this.#byHand(child, running)];
        }),
      ),
      actions: Object.fromEntries(effectsOf(machine).map((type) => [type, this.#recorder(type)])),
    } as never) as AnyStateMachine;
  }

  #recorder(type: string) {
    return (_: unknown, params: unknown) => void this.effects.push({ type, params, at: this.now });
  }

  #stub(slot: string, kind: LogicKind) {
    if (kind === 'machine') return this.#child(slot);
    return kind === 'promise' ? this.#request(slot, kind) : this.#listener(slot, kind);
  }

  /**
   * Stands for an invoked machine. Its own snapshots are not active, so that `onSnapshot` hears only what a test tells.
   */
  #child(slot: string): ActorLogic<ChildSnapshot, EventObject & { readonly value?: unknown }, unknown> {
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
      start: ({ input }, { self }) => {
        this.calls.push({
          id: self.id,
          slot,
          kind: 'machine',
          input,
          at: this.now,
          get received() {
            return self.getSnapshot().received;
          },
          isOwn: () => self._parent === this.#actor,
          isOpen: () => !['done', 'error', 'stopped'].includes(self.getSnapshot().status),
          answer: (value) => self.send({ type: 'stub.answer', value }),
          fail: (value) => self.send({ type: 'stub.fail', value }),
          emit: (event) => this.#running().send(event as never),
        });
      },
    };
  }

  #request(slot: string, kind: LogicKind) {
    return fromPromise<unknown, unknown>(
      ({ input, self, signal }) =>
        new Promise((resolve, reject) => {
          let isSettled = false;
          const once = (settle: () => void) => {
            isSettled = true;
            settle();
          };
          this.calls.push({
            id: self.id,
            slot,
            kind,
            input,
            at: this.now,
            received: [],
            isOwn: () => self._parent === this.#actor,
            isOpen: () => !isSettled && !signal.aborted,
            answer: (output) => once(() => resolve(output)),
            fail: (error) => once(() => reject(error as Error)),
            emit: (event) => this.#running().send(event as never),
          });
        }),
    );
  }

  #listener(slot: string, kind: LogicKind) {
    return fromCallback<EventObject, unknown>(({ input, self, sendBack, receive }) => {
      let isOver = false;
      const received: EventObject[] = [];
      receive((event) => void received.push(event));
      this.calls.push({
        id: self.id,
        slot,
        kind,
        input,
        at: this.now,
        received,
        isOwn: () => self._parent === this.#actor,
        isOpen: () => !isOver,
        answer: () => {
          throw new Error(`${slot} listens; it gives no answer`);
        },
        fail: () => {
          throw new Error(`${slot} listens; it cannot fail`);
        },
        emit: (event) => sendBack(event),
      });
      return () => void (isOver = true);
    });
  }
}
