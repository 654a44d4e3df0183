import type { AnyMachineSnapshot } from 'xstate';
import type { AnyModel } from 'model-testing/model/define';
import type { OpenGraph } from 'model-testing/model/explore';
import { findShortestPaths } from 'model-testing/model/paths';
import { getSteps } from 'model-testing/model/steps';
import { getActiveValue } from 'model-testing/model/structure';
import { NOT_STARTED } from 'model-testing/model/timed';
import type { Step, Timed } from 'model-testing/model/timed';
import { isInitial, isSameState, isStopped, toStepTransitions } from './record.ts';
import type { LiveStep, StepTransition } from './record.ts';
import { redact } from './redact.ts';
import { countDifferent } from './redacted-difference.ts';
import { getLeaves } from './words.ts';

/** A path of the model that follows a recorded machine. */
export interface FollowedPath {
  readonly steps: readonly Step[];
  /** Recorded steps of the user, or with another state, for which the model has no step. */
  readonly missed: readonly LiveStep[];
  /** Whether the record began later than the machine, so that the shortest way leads to its first known state. */
  readonly isBeginningMissing: boolean;
}

/** A possible path so far. */
interface Lead {
  readonly state: Timed;
  readonly cost: number;
  readonly steps: readonly Step[];
  readonly missed: readonly LiveStep[];
  /** Time of the last followed record. Epoch ms. */
  readonly at: number;
}

/**
 * Cost of a difference between the record and the model. A record has no values, so the model's values with the same
 * kinds and effects stand for them.
 */
const COSTS = {
  /** The model is in other states after the step. */
  states: 4,
  transitions: 1,
  /** For each redacted value of the event or of the context that differs. */
  value: 0.1,
  /** At most for all values of a step, because a typed text differs in all of its copies. */
  values: 1,
  /** In the model, no time passes before a timer, but it did in the record. */
  time: 0.3,
  /** The model has no such step. */
  missedStates: 3,
  missedAct: 2,
  /** A step of the model that the record has elsewhere, e.g. a timer. */
  inserted: 1.5,
  /** A step that a user neither makes nor sees is left out unless later steps need it. */
  quiet: 0.05,
};
/** A timer that ends within this time ends immediately. Milliseconds. */
const SUDDEN_MS = 200;
/** Paths that are followed at the same time. */
const MOST_LEADS = 16;

/** Returns the path of the model that is most similar to the recorded steps of one actor, or `null` without any. */
export function toPath(graph: OpenGraph, recorded: readonly LiveStep[]): FollowedPath | null {
  const { model } = graph;
  const steps = joinTyped(
    model,
    recorded.filter((step) => !isStopped(step)),
  );
  const [first] = steps;
  if (first === undefined) return null;
  const isBeginningMissing = !isInitial(first);
  let leads = isBeginningMissing
    ? findWaysTo(graph, first)
    : [{ state: NOT_STARTED, cost: 0, steps: [], missed: [], at: first.at }];
  let before: LiveStep | undefined = isBeginningMissing ? first : undefined;
  for (const step of isBeginningMissing ? steps.slice(1) : steps) {
    leads = follow(graph, leads, step, before === undefined || !isSameState(before, step));
    before = step;
  }
  const [best] = leads;
  return best === undefined || best.steps.length === 0
    ? null
    : { steps: best.steps, missed: best.missed, isBeginningMissing };
}

/** Typing sends an event for each letter; only the last one counts. */
function joinTyped(model: AnyModel, steps: readonly LiveStep[]): LiveStep[] {
  return steps.filter((step, index) => {
    const next = steps[index + 1];
    const isTyped = next?.event === step.event && isAct(model, step) && isSameState(step, next);
    return !(isTyped && countDifferent(step.payload, next.payload) <= 1);
  });
}

function isAct({ acts }: AnyModel, { event, transitions }: LiveStep): boolean {
  const how = acts?.[event];
  return transitions.length > 0 && how !== undefined && !('sentIn' in how);
}

/** Returns the shortest ways to the states of a step. */
function findWaysTo(graph: OpenGraph, step: LiveStep): Lead[] {
  const value = toValue(step);
  const ways = [...findShortestPaths(graph)].filter(([key]) => graph.nodes.get(key)?.value === value);
  return ways
    .sort(([, one], [, other]) => one.length - other.length)
    .slice(0, MOST_LEADS)
    .map(([, way]) => {
      const steps = way.map((arc) => arc.step);
      const state = steps.reduce((at: Timed, one) => graph.logic.transition(at, one), NOT_STARTED);
      return { state, cost: 0, steps, missed: [], at: step.at };
    });
}

/** Continues all leads by one recorded step. */
function follow(graph: OpenGraph, leads: readonly Lead[], recorded: LiveStep, isOther: boolean): Lead[] {
  const { model } = graph;
  const found = new Map<string, Lead>();
  const offer = (lead: Lead) => {
    const key = graph.toKey(lead.state);
    if (lead.cost < (found.get(key)?.cost ?? Number.POSITIVE_INFINITY)) found.set(key, lead);
  };
  const isQuiet = !isOther && !isAct(model, recorded);
  const price = isOther ? COSTS.missedStates : isQuiet ? 0 : COSTS.missedAct;
  for (const lead of leads) {
    offer({ ...lead, cost: lead.cost + price, missed: isQuiet ? lead.missed : [...lead.missed, recorded] });
    for (const next of take(graph, lead, recorded)) offer({ ...next, cost: next.cost + (isQuiet ? COSTS.quiet : 0) });
  }
  const least = Math.min(...leads.map(({ cost }) => cost));
  const isLost = Math.min(...[...found.values()].map(({ cost }) => cost)) - least >= COSTS.missedAct;
  // The model may need a step that the record has in another order, e.g. a timer.
  if (isLost) {
    for (const lead of leads)
      for (const step of getSteps(model, lead.state)) {
        const between = continueWith(graph, lead, step, COSTS.inserted);
        if (between !== null) for (const next of take(graph, between, recorded)) offer(next);
      }
  }
  return [...found.values()].sort((one, other) => one.cost - other.cost).slice(0, MOST_LEADS);
}

/** Returns the lead after a step of the model; `null` when nothing changes. */
function continueWith(graph: OpenGraph, lead: Lead, step: Step, cost: number): Lead | null {
  const state = graph.logic.transition(lead.state, step);
  const isChanged = state.taken.length > 0 && graph.toKey(state) !== graph.toKey(lead.state);
  return isChanged ? { ...lead, state, cost: lead.cost + cost, steps: [...lead.steps, step] } : null;
}

/** Returns the lead after each step of the model with the recorded event. */
function take(graph: OpenGraph, lead: Lead, recorded: LiveStep): Lead[] {
  return getSteps(graph.model, lead.state)
    .filter((step) => (step.kind === 'start' ? isInitial(recorded) : step.event.type === recorded.event))
    .map((step) => {
      const state = graph.logic.transition(lead.state, step);
      const isIdle = lead.state.snapshot !== null && graph.toKey(state) === graph.toKey(lead.state);
      const cost = lead.cost + compare(lead, state, step, recorded);
      // A repeated step that changes nothing more needs no second line in a test.
      return isIdle ? { ...lead, cost } : { ...lead, state, cost, steps: [...lead.steps, step], at: recorded.at };
    });
}

function compare(lead: Lead, { snapshot, taken, now }: Timed, step: Step, recorded: LiveStep): number {
  const { type: _, ...values } = step.event;
  const event = step.kind === 'start' ? { input: step.input } : values;
  const differing = {
    event: countDifferent(redact(event), recorded.payload),
    context: countDifferent(pickChanged(snapshot, recorded.changes), recorded.changes),
  };
  const isSudden = step.kind === 'after' && now === lead.state.now && recorded.at - lead.at > SUDDEN_MS;
  const made = taken.flatMap(({ definition }) => toStepTransitions(definition));
  return (
    (snapshot !== null && getActiveValue(snapshot) === toValue(recorded) ? 0 : COSTS.states) +
    (toText(made) === toText(recorded.transitions) ? 0 : COSTS.transitions) +
    (isSudden ? COSTS.time : 0) +
    Math.min(COSTS.values, COSTS.value * (differing.event + differing.context))
  );
}

function toText(transitions: readonly StepTransition[]): string {
  return transitions.map(({ source, event, index }) => `${source} ${event} ${index}`).join('\n');
}

function pickChanged(snapshot: AnyMachineSnapshot | null, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null || snapshot === null) return changes;
  const context = redact(snapshot.context) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(changes).map((key) => [key, context[key]]));
}

function toValue({ value }: LiveStep): string {
  return getLeaves(value).join(' & ') || '(root)';
}
