import { createActor } from 'xstate';
import type {
  Actor,
  AnyMachineSnapshot,
  AnyStateMachine,
  EventFrom,
  EventObject,
  InputFrom,
  InspectionEvent,
  SnapshotFrom,
} from 'xstate';
import { SteppingClock } from './clock.ts';
import type { Act } from '../view/act.ts';
import type { UserDriver } from '../view/user-driver.ts';
import { getActiveLeaves, getStateName, getActiveValue } from './structure.ts';
import { withStubs, registerSettler } from './stubs.ts';
import type { Call, DoneEffect } from './stubs.ts';
import type { TakenTransition, Timed, Step } from './timed.ts';

export type { Call, DoneEffect } from './stubs.ts';

/** A transition, and the states inside its source that were active when it was taken. */
export interface TransitionTaken extends TakenTransition {
  readonly leaves: string;
}

/** A step of a running machine, and its result. */
export interface Moment<Machine extends AnyStateMachine = AnyStateMachine> {
  /** `null` at the start of a manually driven run. */
  readonly step: Step | null;
  readonly before: SnapshotFrom<Machine> | null;
  readonly snapshot: SnapshotFrom<Machine>;
  /** Milliseconds since the start. */
  readonly at: number;
  /** Effects and calls of this step only. */
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
  /** Slots whose machines really run; their own slots are settled manually like all others. Default: none. */
  readonly running?: readonly string[];
  /**
   * Drives the view: events that a control can send are sent through it. Default: events go directly to the machine.
   */
  readonly driver?: ActingDriver | null;
  /** Receives XState's inspection events of the machine and its children. */
  readonly inspect?: (event: InspectionEvent) => void;
}

/** The part of a driver that a running machine uses. */
export type ActingDriver = Pick<UserDriver, 'make' | 'act' | 'path' | 'close'>;

/**
 * A running machine whose slots are settled manually: every actor slot is a stub that waits, every effect slot a
 * recorder. Every method resolves when the machine is at rest.
 */
export class LiveActor<Machine extends AnyStateMachine = AnyStateMachine> {
  readonly clock = new SteppingClock();
  readonly calls: Call[] = [];
  readonly effects: DoneEffect[] = [];
  readonly #taken: (TransitionTaken & { readonly by: unknown })[] = [];
  readonly #machine: AnyStateMachine;
  readonly #hands: ActingDriver | null;
  readonly #inspect: (event: InspectionEvent) => void;
  #actor: Actor<AnyStateMachine> | null = null;
  #failure: { readonly error: unknown } | null = null;
  readonly #atRest: (() => void)[] = [];

  constructor(machine: Machine, { running = [], driver: hands = null, inspect = () => undefined }: LiveOptions = {}) {
    this.#hands = hands;
    this.#inspect = inspect;
    this.#machine = withStubs(machine, running);
  }

  /** The machine that really runs, for naming its transitions. */
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
        // There is no earlier snapshot at the start.
        const before = by.type === 'xstate.init' ? null : (actorRef.getSnapshot() as AnyMachineSnapshot);
        for (const definition of definitions) {
          const leaves = before === null ? getStateName(definition.source) : getActiveLeaves(before, definition.source);
          this.#taken.push({ definition, event: by, leaves, by: actorRef });
        }
      },
    });
    actor.subscribe({ error: (error) => void (this.#failure = { error }) });
    this.#actor = actor;
    registerSettler(actor.system, {
      calls: this.calls,
      effects: this.effects,
      now: this.clock.now,
      isOwn: (child) => child._parent === actor,
      hear: (event) => actor.send(event as never),
    });
    actor.start();
    await this.settle();
  }

  get snapshot(): SnapshotFrom<Machine> {
    return this.#running().getSnapshot() as SnapshotFrom<Machine>;
  }

  /** All transitions of the machine itself. */
  get taken(): readonly TransitionTaken[] {
    return this.#taken.filter(({ by }) => by === this.#actor);
  }

  get now(): number {
    return this.clock.now();
  }

  /** Sends an event through its control if there is one, else directly. */
  async send(event: EventFrom<Machine>): Promise<void> {
    const made = this.#hands?.make(event as EventObject, this.snapshot as AnyMachineSnapshot) ?? null;
    await this.#hear(made ?? [event as EventObject]);
  }

  /** Performs an act on the view and sends the resulting events to the machine. */
  async act(act: Act): Promise<void> {
    if (this.#hands === null) throw new Error('there is no view to act on');
    await this.#hear(this.#hands.act([act], this.snapshot as AnyMachineSnapshot));
  }

  /** The path to which links of the view have led; empty if none was pressed. */
  get path(): string {
    return this.#hands?.path ?? '';
  }

  async #hear(events: readonly EventObject[]): Promise<void> {
    for (const event of events) this.#running().send(event as never);
    await this.settle();
  }

  /** Resolves the newest open call of the slot, or of the actor with this id. */
  async answer(slot: string, output: unknown): Promise<void> {
    this.open(slot).answer(output);
    await this.settle();
  }

  async fail(slot: string, error: unknown): Promise<void> {
    this.open(slot).fail(error);
    await this.settle();
  }

  /** Sends an event from a `fromCallback` slot. */
  async emit(slot: string, event: EventFrom<Machine>): Promise<void> {
    this.open(slot).emit(event as EventObject);
    await this.settle();
  }

  /** Like `emit`, for a slot whose name an invoked machine also uses. */
  async emitOwn(slot: string, event: EventFrom<Machine>): Promise<void> {
    const own = this.openCalls().findLast((one) => one.slot === slot && one.isOwn());
    (own ?? this.open(slot)).emit(event as EventObject);
    await this.settle();
  }

  /** Emits a snapshot of an invoked machine to `onSnapshot`. */
  async emitSnapshot(slot: string, snapshot: unknown): Promise<void> {
    const child = this.open(slot);
    child.emit({ type: `xstate.snapshot.${child.id}`, snapshot } as EventObject);
    await this.settle();
  }

  /** Advances the time. Milliseconds. */
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

  /** Returns the newest open call of a slot. Throws when there is none. */
  open(slot: string): Call {
    const call = this.calls.findLast((one) => (one.id === slot || one.slot === slot) && one.isOpen());
    if (call !== undefined) return call;
    const others =
      this.openCalls()
        .map(({ id }) => id)
        .join(', ') || 'none';
    throw new Error(
      `no open call of ${slot} in ${getActiveValue(this.#running().getSnapshot() as AnyMachineSnapshot)}; open: ${others}`,
    );
  }

  openCalls(): Call[] {
    return this.calls.filter((call) => call.isOpen());
  }

  stop(): void {
    this.#hands?.close();
    this.#actor?.stop();
  }

  /** Runs all pending promise callbacks. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 16; turn++) await Promise.resolve();
    if (this.#failure !== null) throw this.#failure.error;
    for (const tell of this.#atRest) tell();
  }

  /** Calls `tell` each time the machine is at rest. */
  onRest(tell: () => void): void {
    this.#atRest.push(tell);
  }

  #running(): Actor<AnyStateMachine> {
    if (this.#actor === null) throw new Error('the machine is not started');
    return this.#actor;
  }
}
