import type { AnyStateNode } from 'xstate';
import type { Kind } from 'model-testing/model/structure';

/** What a state starts: a call, a listener or another flow. */
export interface ChartCall {
  /** The name of the slot. */
  readonly src: string;
  /** The flow that runs there, where it is one. */
  readonly flow: FlowRef | null;
}

/** A flow and how it is called. */
export interface FlowRef {
  readonly flow: string;
  readonly title: string;
}

export interface ChartState {
  /** XState's id, unique in the machine. */
  readonly id: string;
  /** `open.code.usable`; the machine itself is `(root)`. */
  readonly name: string;
  /** The last part of the name. */
  readonly title: string;
  readonly type: AnyStateNode['type'];
  readonly isRegion: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  readonly calls: readonly ChartCall[];
  /** What it does on entering and leaving. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly children: readonly ChartState[];
  readonly startsIn: string | null;
}

export interface ChartEdge {
  /** As tables, models and mutants name it: `form: form.submit [isIncomplete] -> (stays)`. */
  readonly id: string;
  readonly kind: Kind;
  readonly from: ChartState['id'];
  /** None where the machine stays in the state; several where it enters regions one by one. */
  readonly to: readonly ChartState['id'][];
  /** XState's type of the event; empty where it happens at once. With `from` and `index` it names a transition. */
  readonly event: string;
  /** Its place among the transitions of this event in this state. */
  readonly index: number;
  /** `email.change`, `after 3 s (pollInterval)`, `login answers`, `login fails`, `at once`. */
  readonly on: string;
  /** The guard's name; `otherwise` where those before it have one. */
  readonly guard: string | null;
  readonly description: string;
  readonly actions: readonly string[];
  /** The event is taken and nothing done, so that no state around this one takes it. */
  readonly isForbidden: boolean;
  /** The state is left and entered again, with all that it starts. */
  readonly isReentry: boolean;
}

/** One machine as data: all that pages, texts and drawings are made of. */
export interface Chart extends FlowRef {
  /** The machine's id. */
  readonly machine: string;
  readonly root: ChartState;
  readonly edges: readonly ChartEdge[];
  /** Timers in words, by name; `computed` where it is known only as they start. */
  readonly delays: Readonly<Record<string, string>>;
}

/** The state and all inside it. */
export function allStates(state: ChartState): ChartState[] {
  return [state, ...state.children.flatMap(allStates)];
}

/** Whether a transition leaves its state for no other, so that its box tells of it. */
export function isStaying({ from, to }: ChartEdge): boolean {
  return to.length === 0 || (to.length === 1 && to[0] === from);
}
