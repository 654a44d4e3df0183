import type { InspectionEvent, StateValue } from 'xstate';
import { redact } from './redact.ts';

/** Records of running machines: small and without values, so that they are safe to store, save and show. */

/** A transition as charts identify it: source, event, and position among the transitions of this event. */
export interface StepTransition {
  readonly source: string;
  /** Empty for an eventless transition. */
  readonly event: string;
  readonly index: number;
}

/** One event that a machine handled, and its result. */
export interface LiveStep {
  readonly kind: 'step';
  /** Epoch ms of the page's clock. */
  readonly at: number;
  /** Name of the browser tab, which survives a reload. */
  readonly tab: string;
  /** Name of the page in the tab; a reload creates a new one. */
  readonly page: string;
  /** This run of the machine, unique across pages and tabs. */
  readonly actor: string;
  /** Id of the machine. */
  readonly machine: string;
  /** Type of the event; `xstate.init` when the machine starts. */
  readonly event: string;
  /** The event without its type, redacted. */
  readonly payload: unknown;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** The active states in XState's format. */
  readonly value: StateValue;
  /** The transitions taken, in order. */
  readonly transitions: readonly StepTransition[];
  /** The fields of the context whose redacted values this step changed; all of them in the first step of an actor. */
  readonly changes: unknown;
  /** Redacted; `null` when there is none. */
  readonly output: unknown;
  /** Number of previous steps that were equal except for their time and are merged into this one. */
  readonly repeats: number;
}

/** A page was closed or left, with everything that ran in it. */
export interface PageLeft {
  readonly kind: 'left';
  readonly at: number;
  readonly tab: string;
  readonly page: string;
}

export type LiveRecord = LiveStep | PageLeft;

/** Longest event type, most transitions of a step, and most bytes (as JSON) of each of its values. */
export const STEP_BOUNDS = { event: 160, transitions: 20, values: 16 * 1024 } as const;

type Machine = { readonly id: string };

/** The parts of XState's transition definition that identify it. */
interface TransitionDefinition {
  readonly eventType: string;
  readonly source: {
    readonly id: string;
    readonly always?: readonly unknown[];
    readonly transitions: ReadonlyMap<string, readonly unknown[]>;
  };
}

export interface StepOptions {
  readonly tab: string;
  readonly page: string;
  readonly now: () => number;
}

/** Creates steps from inspection events; `null` when an event does not end a step. */
export function createStepper({ tab, page, now }: StepOptions): (inspected: InspectionEvent) => LiveStep | null {
  const taken = new WeakMap<object, StepTransition[]>();
  const toChanges = createDifference();
  return (inspected) => {
    const { actorRef } = inspected;
    const machine = findMachine(actorRef);
    if (machine === null) return null;
    if (inspected.type === '@xstate.microstep') {
      const before = taken.get(actorRef) ?? [];
      const added = (inspected._transitions as unknown as readonly TransitionDefinition[]).flatMap(toStepTransitions);
      taken.set(actorRef, [...before, ...added].slice(0, STEP_BOUNDS.transitions));
    }
    if (inspected.type !== '@xstate.snapshot') return null;
    const { snapshot, event } = inspected;
    const { type, ...payload } = event;
    const transitions = taken.get(actorRef) ?? [];
    taken.delete(actorRef);
    return {
      kind: 'step',
      at: now(),
      tab,
      page,
      actor: `${page}/${actorRef.sessionId}`,
      machine: machine.id,
      event: type.slice(0, STEP_BOUNDS.event),
      payload: limitStep(payload),
      status: snapshot.status,
      value: 'value' in snapshot ? (snapshot.value as StateValue) : {},
      transitions,
      changes: 'context' in snapshot ? toChanges(actorRef, limitStep(snapshot.context)) : null,
      output: 'output' in snapshot && snapshot.output !== undefined ? limitStep(snapshot.output) : null,
      repeats: 0,
    };
  };
}

/** Returns whether the machine starts with this step. */
export function isInitial({ event }: LiveStep): boolean {
  return event === 'xstate.init';
}

/** Returns whether the machine was stopped from outside, e.g. because its page was left. */
export function isStopped({ status }: LiveStep): boolean {
  return status === 'stopped';
}

/** Returns the changed fields of an actor's redacted context. Most steps change few, so that long runs stay small. */
function createDifference(): (actor: object, context: unknown) => unknown {
  const known = new WeakMap<object, Readonly<Record<string, string>>>();
  return (actor, context) => {
    if (typeof context !== 'object' || context === null || Array.isArray(context)) return context;
    const before = known.get(actor) ?? {};
    const now = Object.fromEntries(Object.entries(context).map(([key, value]) => [key, JSON.stringify(value)]));
    known.set(actor, now);
    return Object.fromEntries(Object.entries(context).filter(([key]) => now[key] !== before[key]));
  };
}

/** Returns whether two steps differ only in time and number, e.g. ticks of a clock. */
export function isSameStep(one: LiveStep, other: LiveStep): boolean {
  return one.event === other.event && toKey(one) === toKey(other);
}

/** Returns whether the actor was in the same states after both steps. */
export function isSameState(one: LiveStep, other: LiveStep): boolean {
  return one.status === other.status && JSON.stringify(one.value) === JSON.stringify(other.value);
}

function toKey(step: LiveStep): string {
  return JSON.stringify({ ...step, at: 0, repeats: 0 });
}

/** Returns the machine of an actor; `null` for calls and listeners, which the machine's own events report. */
export function findMachine(actorRef: object): Machine | null {
  const logic = 'logic' in actorRef ? actorRef.logic : undefined;
  return typeof logic === 'object' && logic !== null && 'root' in logic && 'id' in logic
    ? { id: String(logic.id) }
    : null;
}

/** Empty for transitions that charts do not draw: the one into the initial state. */
export function toStepTransitions(transition: TransitionDefinition): StepTransition[] {
  const { eventType, source } = transition;
  const among = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = among?.indexOf(transition) ?? -1;
  return index === -1 ? [] : [{ source: source.id, event: eventType.slice(0, STEP_BOUNDS.event), index }];
}

function limitStep(value: unknown): unknown {
  const redacted = redact(value);
  return JSON.stringify(redacted).length > STEP_BOUNDS.values ? 'too much' : redacted;
}
