import type {
  AnyStateMachine,
  ContextFrom,
  EventFrom,
  InputFrom,
  OutputFrom,
  SnapshotFrom,
  StateMachine,
} from 'xstate';
import type { Config } from '../config.ts';
import type { Act } from '../view/act.ts';
import type { Moment } from './live.ts';

/** Case name -> value. The name is what a path prints: `email.change(valid)`. Use '' where one case is enough. */
export type Cases<Value> = Readonly<Record<string, Value>>;

/** Cases that a user (or a route) may send in any state, or that only a running `fromCallback` actor sends. */
export type EventCases<Event> =
  | Cases<Omit<Event, 'type'>>
  | { readonly sentBy: string; readonly cases: Cases<Omit<Event, 'type'>> };

/** An event that no control of this view sends: `sentIn` is the file of the product that does. */
export interface SentIn {
  readonly sentIn: string;
}

/** Acts of a user, or where else an event comes from; null where no control can make this case. */
export type ActsOf<Event, Snapshot> =
  | Act
  | readonly Act[]
  | SentIn
  | ((event: Event, snapshot: Snapshot) => Act | readonly Act[] | null);

/** By one of these acts a user makes the event; each of them sends exactly it where the machine takes it. */
export type Acts<Machine extends AnyStateMachine> = {
  readonly [Type in SentType<Machine>]?: ActsOf<Extract<EventFrom<Machine>, { type: Type }>, SnapshotFrom<Machine>>;
};

/** What is sent from outside; answers and timers come by themselves. */
type SentType<Machine extends AnyStateMachine> = Exclude<EventFrom<Machine>['type'], `xstate.${string}`>;

type ActorOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer Actor,
    infer _Action,
    infer _Guard,
    infer _Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _Edges
  >
    ? Actor
    : never;

type DelayOf<Machine> =
  Machine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer _Actor,
    infer _Action,
    infer _Guard,
    infer Delay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _Edges
  >
    ? Delay
    : never;

/**
 * What a test says about one machine: what may happen to it, and what the product promises. It holds no view,
 * so that scripts can print its paths without a bundler.
 */
export interface Promises<Machine extends AnyStateMachine> {
  /** The flow's name; also the name of its table. */
  readonly flow: string;
  readonly machine: Machine;
  /** Named inputs; each starts a graph of its own, so that guarded starts are reached. `{ '': undefined }` for none. */
  readonly inputs: Cases<InputFrom<Machine>>;
  /** One entry for each event type: forgetting one is a type error. */
  readonly events: {
    readonly [Type in SentType<Machine>]: EventCases<Extract<EventFrom<Machine>, { type: Type }>>;
  };
  /** How each event that no listener sends is made; left out where the machine has no view of its own. */
  readonly acts?: Acts<Machine>;
  /** Answers of invoked or spawned actors, by slot. */
  readonly done: {
    readonly [Slot in ActorOf<Machine> as Slot['src']]?: Cases<OutputFrom<Slot['logic']>>;
  };
  /** Failures by slot, on top of those of the configuration that every slot with `onError` gets. */
  readonly fail?: { readonly [Slot in ActorOf<Machine> as Slot['src']]?: Cases<unknown> };
  /**
   * Snapshots that an invoked machine comes to and that `onSnapshot` hears of, by slot; what is read of them is enough.
   */
  readonly tells?: { readonly [Slot in ActorOf<Machine> as Slot['src']]?: Cases<unknown> };
  /** Slots whose answers may also come 1 ms before the next deadline (a slow server). */
  readonly late?: readonly ActorOf<Machine>['src'][];
  /** Events of listeners that a page is told before anybody does anything; tests send them at any time, cases at first. */
  readonly atFirst?: readonly SentType<Machine>[];
  /** Where a page tells this before anything else happens: tests take any step there, cases take no other. */
  readonly awaits?: { readonly event: SentType<Machine>; readonly where: (snapshot: SnapshotFrom<Machine>) => boolean };
  /** What of the context tells two snapshots apart; keeps the graph finite. Default: all of it. */
  readonly project?: (context: ContextFrom<Machine>, snapshot: SnapshotFrom<Machine>) => unknown;
  /**
   * Snapshots that are judged and shown but not gone on from: regions that go on side by side multiply otherwise. Each
   * of them must be walked whole while the others rest.
   */
  readonly leave?: (snapshot: SnapshotFrom<Machine>) => boolean;
  /** The delays that the product promises in milliseconds, written again on purpose. */
  readonly delays: { readonly [Delay in DelayOf<Machine>]: number | ((context: ContextFrom<Machine>) => number) };
  /** The table's state names, as predicates on a snapshot. */
  readonly states?: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>>;
  /** What holds at every moment of every path, whatever the machine looks like. */
  readonly invariants?: Readonly<Record<string, (moment: Moment<Machine>) => boolean>>;
  /** Guards or transitions that nothing in the product can reach, by their printed id, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** What the machine does and no row says, by `beyond` of table/claims.ts, each with the reason and its ruling. */
  readonly beyond?: readonly Beyond[];
  /** Mutants that change nothing a user could notice, by their printed name, each with the reason. */
  readonly equivalents?: Readonly<Record<string, string>>;
  /** Snapshots at most; a larger graph needs a coarser `project`. Default 20,000. */
  readonly limit?: number;
}

/** What a test says about one machine, and the configuration of the project that has it. */
export interface Model<Machine extends AnyStateMachine> extends Promises<Machine> {
  readonly config: Config;
}

/** Transitions that no row takes, and why they are there all the same. */
export interface Beyond {
  readonly what: RegExp;
  readonly why: string;
}

/** The acts of a machine; typed by it, which a model alone cannot infer for functions of an event. */
export function actsOf<Machine extends AnyStateMachine>(acts: Acts<Machine>): Acts<Machine> {
  return acts;
}

/** A model of whatever machine, for the parts that do not care. */
export interface AnyModel {
  readonly config: Config;
  readonly flow: string;
  readonly machine: AnyStateMachine;
  readonly inputs: Cases<unknown>;
  readonly events: Readonly<Record<string, EventCases<{ type: string }>>>;
  readonly acts?: Readonly<Record<string, ActsOf<never, never> | undefined>>;
  readonly done: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly fail?: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly tells?: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly late?: readonly string[];
  readonly atFirst?: readonly string[];
  readonly awaits?: { readonly event: string; readonly where: (snapshot: never) => boolean };
  readonly project?: (context: never, snapshot: never) => unknown;
  readonly leave?: (snapshot: never) => boolean;
  readonly delays: Readonly<Record<string, number | ((context: never) => number)>>;
  readonly states?: Readonly<Record<string, (snapshot: never) => boolean>>;
  readonly invariants?: Readonly<Record<string, (moment: never) => boolean>>;
  readonly unreachable?: Readonly<Record<string, string>>;
  readonly beyond?: readonly Beyond[];
  readonly equivalents?: Readonly<Record<string, string>>;
  readonly limit?: number;
}
