import type { AnyStateNode } from 'xstate';
import type { Kind } from 'model-testing/model/structure';
import type { FlowLabels } from './labels.ts';

/** An actor that a state starts: a call, a listener or another flow. */
export interface ChartCall {
  /** Name of the slot. */
  readonly src: string;
  /** The flow that runs in the slot, or `null`. */
  readonly flow: FlowRef | null;
}

/** A flow and its title. */
export interface FlowRef {
  readonly flow: string;
  readonly title: string;
}

export interface ChartState {
  /** XState's id, unique in the machine. */
  readonly id: string;
  /** Path of the state, e.g. `open.code.usable`; `(root)` for the machine itself. */
  readonly name: string;
  /** Last part of the name. */
  readonly title: string;
  readonly type: AnyStateNode['type'];
  readonly isRegion: boolean;
  readonly description: string;
  readonly tags: readonly string[];
  readonly calls: readonly ChartCall[];
  /** Actions on entry and exit. */
  readonly entry: readonly string[];
  readonly exit: readonly string[];
  readonly children: readonly ChartState[];
  readonly startsIn: string | null;
}

export interface ChartEdge {
  /** Id in tables, models and mutants: `form: form.submit [isIncomplete] -> (stays)`. */
  readonly id: string;
  readonly kind: Kind;
  readonly from: ChartState['id'];
  /** Empty when the machine stays in the state; several when it enters regions separately. */
  readonly to: readonly ChartState['id'][];
  /**
   * XState's event type; empty for an eventless transition. Together with `from` and `index` it identifies a
   * transition.
   */
  readonly event: string;
  /** Position among the transitions of this event in this state. */
  readonly index: number;
  /** `email.change`, `after 3 s (pollInterval)`, `login answers`, `login fails`. */
  readonly on: string;
  /** Name of the guard; `otherwise` when earlier transitions have one. */
  readonly guard: string | null;
  readonly description: string;
  readonly actions: readonly string[];
  /** The event is consumed without effect, so that no outer state handles it. */
  readonly isForbidden: boolean;
  /** The state is exited and entered again, which restarts its actors. */
  readonly isReentry: boolean;
}

/** One machine as data: the source of all pages, texts and drawings. */
export interface Chart extends FlowRef {
  /** Id of the machine. */
  readonly machine: string;
  readonly root: ChartState;
  readonly edges: readonly ChartEdge[];
  /** Timers in words, by name; `computed` when the duration is known only at the start. */
  readonly delays: Readonly<Record<string, string>>;
  readonly labels: FlowLabels;
}

/** Returns the state and all its descendants. */
export function allStates(state: ChartState): ChartState[] {
  return [state, ...state.children.flatMap(allStates)];
}

/** Returns whether a transition stays in its state, so that its box lists it. */
export function isStaying({ from, to }: ChartEdge): boolean {
  return to.length === 0 || (to.length === 1 && to[0] === from);
}
