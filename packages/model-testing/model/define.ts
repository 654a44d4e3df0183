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

/** Case name -> value. Paths print the name: `email.change(valid)`. Use '' for a single case. */
export type Cases<Value> = Readonly<Record<string, Value>>;

/** Cases that a user or a route may send in any state, or that only a running `fromCallback` actor sends. */
export type EventCases<Event> =
  | Cases<Omit<Event, 'type'>>
  | { readonly sentBy: string; readonly cases: Cases<Omit<Event, 'type'>> };

/** An event that no control of this view sends; `sentIn` is the product's file that does. */
export interface SentElsewhere {
  readonly sentIn: string;
}

/** Acts of a user, or another source of the event; `null` when no control can send this case. */
export type EventActs<Event, Snapshot> =
  | Act
  | readonly Act[]
  | SentElsewhere
  | ((event: Event, snapshot: Snapshot) => Act | readonly Act[] | null);

/** Acts by which a user sends the event. Each of them sends exactly this event when the machine accepts it. */
export type Acts<Machine extends AnyStateMachine> = {
  readonly [Type in SentType<Machine>]?: EventActs<Extract<EventFrom<Machine>, { type: Type }>, SnapshotFrom<Machine>>;
};

/** Events from outside, without replies and timers. */
type SentType<Machine extends AnyStateMachine> = Exclude<EventFrom<Machine>['type'], `xstate.${string}`>;

type MachineActor<Machine> =
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

type MachineDelay<Machine> =
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
 * A test's description of one machine: its possible events, and the product's promises. It contains no view, so that
 * scripts can print its paths without a bundler.
 */
export interface ModelDefinition<Machine extends AnyStateMachine> {
  /** Name of the flow, and of its table. */
  readonly flow: string;
  readonly machine: Machine;
  /** Named inputs. Each starts its own graph, so that guarded starts are reached. `{ '': undefined }` for none. */
  readonly inputs: Cases<InputFrom<Machine>>;
  /** One entry for each event type; a missing one is a type error. */
  readonly events: {
    readonly [Type in SentType<Machine>]: EventCases<Extract<EventFrom<Machine>, { type: Type }>>;
  };
  /** How a user sends each event that no listener sends; omitted when the machine has no view. */
  readonly acts?: Acts<Machine>;
  /** Results of invoked or spawned actors, by slot. */
  readonly done: {
    readonly [Slot in MachineActor<Machine> as Slot['src']]?: Cases<OutputFrom<Slot['logic']>>;
  };
  /** Failures by slot, in addition to those of the configuration, which every slot with `onError` receives. */
  readonly fail?: { readonly [Slot in MachineActor<Machine> as Slot['src']]?: Cases<unknown> };
  /** Snapshots of an invoked machine for `onSnapshot`, by slot. Only the used fields are needed. */
  readonly childSnapshots?: { readonly [Slot in MachineActor<Machine> as Slot['src']]?: Cases<unknown> };
  /** Slots whose results may also arrive 1 ms before the next deadline (a slow server). */
  readonly late?: readonly MachineActor<Machine>['src'][];
  /** Slots whose results precede the user's next event in paths of equal length. */
  readonly answersFirst?: readonly MachineActor<Machine>['src'][];
  /** Events of listeners that a page sends before any user event. Tests send them at any time, cases at the start. */
  readonly atFirst?: readonly SentType<Machine>[];
  /** An event that a page sends before anything else. Tests take any step there, cases take no other. */
  readonly awaits?: { readonly event: SentType<Machine>; readonly where: (snapshot: SnapshotFrom<Machine>) => boolean };
  /** The part of the context that distinguishes snapshots; keeps the graph finite. Default: the whole context. */
  readonly project?: (context: ContextFrom<Machine>, snapshot: SnapshotFrom<Machine>) => unknown;
  /**
   * Snapshots that are checked and drawn but not explored further, because parallel regions would multiply. Each region
   * must be explored fully while the others rest.
   */
  readonly leave?: (snapshot: SnapshotFrom<Machine>) => boolean;
  /** The promised delays in milliseconds, repeated here on purpose. */
  readonly delays: { readonly [Delay in MachineDelay<Machine>]: number | ((context: ContextFrom<Machine>) => number) };
  /** The table's states as predicates on a snapshot. */
  readonly states?: Readonly<Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>>;
  /** Conditions that hold at every moment of every path. */
  readonly invariants?: Readonly<Record<string, (moment: Moment<Machine>) => boolean>>;
  /** Guards or transitions that the product cannot reach, by printed id, each with the reason. */
  readonly unreachable?: Readonly<Record<string, string>>;
  /** Behaviour without a row, by `beyond` of table/claims.ts, each with the reason and its ruling. */
  readonly beyond?: readonly BeyondEntry[];
  /** Mutants that change nothing a user could notice, by printed name, each with the reason. */
  readonly equivalents?: Readonly<Record<string, string>>;
  /** The most snapshots; a larger graph needs a coarser `project`. Default: 2,000, or twice the number of states. */
  readonly limit?: number;
}

/** A test's description of one machine with the project's configuration. */
export interface Model<Machine extends AnyStateMachine> extends ModelDefinition<Machine> {
  readonly config: Config;
}

/** Transitions that no row takes, and why they exist. */
export interface BeyondEntry {
  readonly what: RegExp;
  readonly why: string;
}

/** Types the acts by the machine, which a model cannot infer for functions of an event. */
export function defineActs<Machine extends AnyStateMachine>(acts: Acts<Machine>): Acts<Machine> {
  return acts;
}

/** A model of any machine, for code that does not depend on it. */
export interface AnyModel {
  readonly config: Config;
  readonly flow: string;
  readonly machine: AnyStateMachine;
  readonly inputs: Cases<unknown>;
  readonly events: Readonly<Record<string, EventCases<{ type: string }>>>;
  readonly acts?: Readonly<Record<string, EventActs<never, never> | undefined>>;
  readonly done: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly fail?: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly childSnapshots?: Readonly<Record<string, Cases<unknown> | undefined>>;
  readonly late?: readonly string[];
  readonly answersFirst?: readonly string[];
  readonly atFirst?: readonly string[];
  readonly awaits?: { readonly event: string; readonly where: (snapshot: never) => boolean };
  readonly project?: (context: never, snapshot: never) => unknown;
  readonly leave?: (snapshot: never) => boolean;
  readonly delays: Readonly<Record<string, number | ((context: never) => number)>>;
  readonly states?: Readonly<Record<string, (snapshot: never) => boolean>>;
  readonly invariants?: Readonly<Record<string, (moment: never) => boolean>>;
  readonly unreachable?: Readonly<Record<string, string>>;
  readonly beyond?: readonly BeyondEntry[];
  readonly equivalents?: Readonly<Record<string, string>>;
  readonly limit?: number;
}
