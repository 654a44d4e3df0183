import type { AnyMachineSnapshot, AnyTransitionDefinition, EventObject } from 'xstate';
import { getStepLabel } from '../atlas/labels.ts';
import type { FlowLabels } from '../atlas/labels.ts';
import { getStepKey } from '../cases/case-texts.ts';
import { capitalise, describeAct, formatDuration, humanise } from '../cases/words.ts';
import type { AnyModel } from 'model-testing/model/define';
import { getSteps } from 'model-testing/model/steps';
import { NOT_STARTED, timedLogic } from 'model-testing/model/timed';
import type { Step, Timed } from 'model-testing/model/timed';
import { actsFor } from 'model-testing/view/acts-for';

/** A possible next event. */
export interface Choice {
  /** The source: a user, the environment, an open call or the clock. */
  readonly by: 'person' | 'around' | 'call' | 'time';
  readonly words: string;
}

/** The state of a simulation. */
export interface SimulationState {
  /** Ids of all active states, including outer ones. */
  readonly states: readonly string[];
  /** Transitions of the last step. */
  readonly taken: readonly SimulatedTransition[];
  readonly choices: readonly Choice[];
  /** Milliseconds since the start. */
  readonly now: number;
  /** The last event in words. */
  readonly lastEvent: string;
  readonly isOver: boolean;
  readonly canGoBack: boolean;
}

/** A transition by its place in its machine. */
export interface SimulatedTransition {
  /** Id of the source state. */
  readonly source: string;
  /** Type of the event; empty for an eventless transition. */
  readonly event: string;
  /** Position among the transitions of this event in this state. */
  readonly index: number;
  readonly to: readonly string[];
}

interface Moment {
  readonly state: Timed;
  readonly said: string;
}

/** Runs the machine manually: the user answers its calls and advances its time. */
export class Simulation {
  readonly #model: AnyModel;
  readonly #labels: FlowLabels;
  readonly #logic: ReturnType<typeof timedLogic>;
  #moments: Moment[] = [];

  constructor(model: AnyModel, labels: FlowLabels) {
    this.#model = model;
    this.#labels = labels;
    this.#logic = timedLogic(model.machine);
  }

  /** Names of its inputs. */
  get inputs(): readonly string[] {
    return Object.keys(this.#model.inputs);
  }

  /** Restarts the simulation, with the first input unless another is named. */
  start(input: string = this.inputs[0] ?? ''): void {
    const label = input === '' ? '' : `: ${input}`;
    const step: Step = {
      kind: 'start',
      label: 'start',
      input: this.#model.inputs[input],
      event: { type: 'xstate.init' },
    };
    this.#moments = [{ state: this.#logic.transition(NOT_STARTED, step), said: `Started${label}.` }];
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#state.snapshot as AnyMachineSnapshot;
  }

  get standing(): SimulationState {
    const { snapshot, now, taken } = this.#state;
    return {
      states: (snapshot?._nodes ?? []).map(({ id }) => id),
      taken: taken.map(({ definition }) => getPlace(definition)),
      choices: this.#steps().map((step) => this.#tell(step)),
      now,
      lastEvent: this.#moments.at(-1)?.said ?? '',
      isOver: snapshot?.status !== 'active',
      canGoBack: this.#moments.length > 1,
    };
  }

  /** Performs the choice with this index. */
  choose(index: number): void {
    const step = this.#steps()[index];
    if (step !== undefined) this.#take(step, this.#tell(step).words);
  }

  /** Handles an event that a control of the view has sent. */
  hear(event: EventObject): void {
    const step: Step = { kind: 'user', label: event.type, event };
    const { type: _, ...values } = event as EventObject & Readonly<Record<string, unknown>>;
    const told = Object.values(values).filter((value) => typeof value === 'string' || typeof value === 'number');
    this.#take(step, [this.#name(step), ...(told.length === 0 ? [] : [told.join(', ')])].join(': '));
  }

  back(): void {
    if (this.#moments.length > 1) this.#moments = this.#moments.slice(0, -1);
  }

  get #state(): Timed {
    return this.#moments.at(-1)?.state ?? NOT_STARTED;
  }

  #take(step: Step, words: string): void {
    const before = this.#state;
    const state = this.#logic.transition(before, step);
    const isQuiet = state.taken.length === 0 && state.snapshot === before.snapshot;
    this.#moments = [...this.#moments, { state, said: `${words}.${isQuiet ? ' Nothing changes.' : ''}` }];
  }

  /** Returns all steps that change something now. */
  #steps(): Step[] {
    const state = this.#state;
    if (state.snapshot === null) return [];
    return getSteps(this.#model, state).filter(
      ({ kind, event }) =>
        (kind !== 'user' && kind !== 'sent') || (state.snapshot?.can(event) === true && this.#canBeMade(event)),
    );
  }

  /** `false` when a control sends the event, but no control can do so now. */
  #canBeMade(event: EventObject): boolean {
    const how = this.#model.acts?.[event.type];
    return how === undefined || 'sentIn' in how || actsFor(this.#model, event, this.snapshot) !== null;
  }

  #tell(step: Step): Choice {
    const { descriptions: telling } = this.#model.config;
    const { kind, event, late } = step;
    const { snapshot, now, timers } = this.#state;
    if (kind === 'after') {
      const rest = (timers[0]?.due ?? now) - now;
      return { by: 'time', words: rest === 0 ? 'At once' : `Wait ${formatDuration(rest)}` };
    }
    const tail = late === true ? ', at the last moment' : '';
    if (kind === 'done') return { by: 'call', words: `${this.#name(step)}${tail}` };
    if (kind === 'error') {
      const call = this.#labels.calls[step.actorId ?? ''] ?? humanise(step.actorId ?? '');
      return { by: 'call', words: `${capitalise(telling.failure(event['error'] as Error, `‘${call}’`))}${tail}` };
    }
    const [act] = kind === 'user' ? (actsFor(this.#model, event, snapshot as AnyMachineSnapshot) ?? []) : [];
    return act === undefined
      ? { by: 'around', words: this.#name(step) }
      : { by: 'person', words: capitalise(describeAct(act)) };
  }

  /** The label of a step; a flow without labels spells out the machine's own name. */
  #name({ label, event }: Step): string {
    return getStepLabel(this.#labels, { label: getStepKey(label), event }) ?? capitalise(humanise(getStepKey(label)));
  }
}

function getPlace(definition: AnyTransitionDefinition): SimulatedTransition {
  const { source, eventType, target } = definition;
  const alike = eventType === '' ? source.always : source.transitions.get(eventType);
  return {
    source: source.id,
    event: eventType,
    index: Math.max(0, alike?.indexOf(definition) ?? 0),
    to: (target ?? []).map(({ id }) => id),
  };
}
