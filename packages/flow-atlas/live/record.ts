import type { InspectionEvent, StateValue } from 'xstate';
import { redact } from './redact.ts';

/** What is kept of running machines: small, without any value, safe to keep, to save and to show. */

/** A transition as charts name it: where it begins, its event, its place among those of this event there. */
export interface StepTransition {
  readonly source: string;
  /** Empty for one that happens at once. */
  readonly event: string;
  readonly index: number;
}

/** One event that a machine took, and where that led it. */
export interface LiveStep {
  readonly kind: 'step';
  /** Epoch ms, by the clock of the page. */
  readonly at: number;
  /** The browser's tab, by a name of its own that outlives a reload. */
  readonly tab: string;
  /** The page in it; a reload makes another. */
  readonly page: string;
  /** This run of the machine, unique over pages and tabs. */
  readonly actor: string;
  /** The machine's id. */
  readonly machine: string;
  /** The event's type; `xstate.init` where the machine starts. */
  readonly event: string;
  /** The event without its type, redacted. */
  readonly payload: unknown;
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  /** The active states, as XState tells them. */
  readonly value: StateValue;
  /** What was taken, in its order. */
  readonly transitions: readonly StepTransition[];
  /** Redacted. */
  readonly context: unknown;
  /** Redacted; null where there is none. */
  readonly output: unknown;
  /** So many steps before it were the same but for their time, and are told by this one. */
  readonly repeats: number;
}

/** A page was closed or left, and all that ran in it. */
export interface PageLeft {
  readonly kind: 'left';
  readonly at: number;
  readonly tab: string;
  readonly page: string;
}

export type LiveRecord = LiveStep | PageLeft;

/** Longest event type, most transitions of a step, and most bytes (as JSON) of what is told of its values. */
export const STEP_BOUNDS = { event: 160, transitions: 20, values: 16 * 1024 } as const;

type Machine = { readonly id: string };

/** The parts of XState's definition of a transition that name it. */
interface Taken {
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

/** Makes steps of inspections; null where an inspection ends none. */
export function createStepper({ tab, page, now }: StepOptions): (inspected: InspectionEvent) => LiveStep | null {
  const taken = new WeakMap<object, StepTransition[]>();
  return (inspected) => {
    const { actorRef } = inspected;
    const machine = machineOf(actorRef);
    if (machine === null) return null;
    if (inspected.type === '@xstate.microstep') {
      const before = taken.get(actorRef) ?? [];
      const added = (inspected._transitions as unknown as readonly Taken[]).flatMap(named);
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
      payload: bounded(payload),
      status: snapshot.status,
      value: 'value' in snapshot ? (snapshot.value as StateValue) : {},
      transitions,
      context: 'context' in snapshot ? bounded(snapshot.context) : null,
      output: 'output' in snapshot && snapshot.output !== undefined ? bounded(snapshot.output) : null,
      repeats: 0,
    };
  };
}

/** Whether two steps differ in nothing but when, and how often, they happened: the ticks of a clock. */
export function isSameStep(one: LiveStep, other: LiveStep): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf(step: LiveStep): string {
  return JSON.stringify({ ...step, at: 0, repeats: 0 });
}

/** The machine that an actor runs; null for calls and listeners, of which the machine's own events tell. */
export function machineOf(actorRef: object): Machine | null {
  const logic = 'logic' in actorRef ? actorRef.logic : undefined;
  return typeof logic === 'object' && logic !== null && 'root' in logic && 'id' in logic
    ? { id: String(logic.id) }
    : null;
}

/** Empty for what no chart draws: the way into the first state. */
function named(transition: Taken): StepTransition[] {
  const { eventType, source } = transition;
  const among = eventType === '' ? source.always : source.transitions.get(eventType);
  const index = among?.indexOf(transition) ?? -1;
  return index === -1 ? [] : [{ source: source.id, event: eventType.slice(0, STEP_BOUNDS.event), index }];
}

function bounded(value: unknown): unknown {
  const redacted = redact(value);
  return JSON.stringify(redacted).length > STEP_BOUNDS.values ? 'too much' : redacted;
}
