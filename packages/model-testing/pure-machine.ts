import { getMicrosteps, initialTransition, transition } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, EventObject } from 'xstate';
import { getEdges, getNodes } from './model/structure.ts';

/** An action for the machine's caller; excludes assigns and raised events. */
export interface Effect {
  readonly type: string;
  readonly params?: unknown;
}

/** Requirements of one sentence for a step. A sentence is a row of the table or a ruling. */
export interface Requirement<Facts> {
  /** The facts that the step changes, with their new values. */
  readonly facts?: Partial<Facts>;
  readonly effects?: readonly Effect[];
  /** The machine rejects the event. */
  readonly isRefused?: boolean;
}

export interface Sentence<Facts, Event> {
  /** The row's name, or the ruling's id and its words. */
  readonly name: string;
  /** Returns `null` when the sentence does not concern this event in this state. */
  readonly says: (before: Facts, event: Event) => Requirement<Facts> | null;
}

/** All sentences about a machine that never runs as an actor. Other behaviour is forbidden. */
export interface PureTable<Facts, Event> {
  /** The machine's input, and its initial facts. */
  readonly starts: readonly { readonly input: unknown; readonly facts: Facts }[];
  /** Returns state and context as the sentences see them. */
  readonly getFacts: (snapshot: AnyMachineSnapshot) => Facts;
  /** Returns all events that may arrive in a state, including those that it rejects. */
  readonly events: (before: Facts) => readonly Event[];
  /** Events that are also tried in every state, without following their result. */
  readonly tried?: (before: Facts) => readonly Event[];
  readonly sentences: readonly Sentence<Facts, Event>[];
}

export interface PureStep<Facts, Event> {
  readonly before: Facts;
  readonly event: Event;
  readonly after: Facts;
  readonly effects: readonly Effect[];
  readonly isAccepted: boolean;
  /** Steps that lead from the machine's start to `before`. */
  readonly way: Way<Event>;
  /** Names of the sentences about it, and their complaint or `null`. */
  readonly names: readonly string[];
  readonly problem: string | null;
}

export interface Way<Event> {
  readonly input: unknown;
  readonly events: readonly Event[];
}

/** Limit for mutants whose states multiply endlessly. */
const MOST_SNAPSHOTS = 3_000;

/**
 * Tries every event in every reachable state and judges each step by all sentences. Stops at the first complaint if
 * requested.
 */
export function walkPure<Facts extends object, Event extends EventObject>(
  machine: AnyStateMachine,
  table: PureTable<Facts, Event>,
  { isStopped = false } = {},
): { readonly steps: readonly PureStep<Facts, Event>[]; readonly coverage: readonly string[] } {
  const steps: PureStep<Facts, Event>[] = [];
  const tries: Try[] = [];
  const seen = new Set<string>();
  const open = table.starts.map(({ input }) => ({
    snapshot: initialTransition(machine, input as never)[0] as AnyMachineSnapshot,
    way: { input, events: [] as readonly Event[] },
  }));
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { snapshot, way } = next;
    const before = table.getFacts(snapshot);
    const key = JSON.stringify([snapshot.value, snapshot.context]);
    if (seen.has(key)) continue;
    if (seen.add(key).size > MOST_SNAPSHOTS) throw new Error(`more than ${MOST_SNAPSHOTS} states can be reached`);
    const followed = table.events(before);
    for (const event of [...followed, ...(table.tried?.(before) ?? [])]) {
      const [after, actions] = transition(machine, snapshot as never, event as never) as unknown as [
        AnyMachineSnapshot,
        readonly Effect[],
      ];
      const effects = actions
        .filter(({ type }) => !type.startsWith('xstate.'))
        .map(({ type, params }) => ({ type, ...(params !== undefined && { params }) }));
      const seenStep = { before, event, after: table.getFacts(after), effects, isAccepted: snapshot.can(event), way };
      const step = { ...seenStep, ...judgeStep(seenStep, table.sentences) };
      steps.push(step);
      tries.push({ before: snapshot, event });
      if (isStopped && step.problem !== null) return { steps, coverage: [] };
      if (followed.includes(event))
        open.push({ snapshot: after, way: { input: way.input, events: [...way.events, event] } });
    }
  }
  return { steps, coverage: uncovered(machine, tries) };
}

/** Returns the first complaint about a machine by its table, or `null`. */
export function judgePure<Facts extends object, Event extends EventObject>(
  machine: AnyStateMachine,
  table: PureTable<Facts, Event>,
): string | null {
  try {
    const [start] = findWrongStarts(machine, table);
    if (start !== undefined) return start;
    const { steps, coverage } = walkPure(machine, table, { isStopped: true });
    const wrong = steps.find(({ problem }) => problem !== null);
    return wrong?.problem ?? findUnmatchedSentences(table, steps)[0] ?? coverage[0] ?? null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Returns wrong initial facts of a machine. */
export function findWrongStarts<Facts extends object, Event extends EventObject>(
  machine: AnyStateMachine,
  { starts, getFacts }: PureTable<Facts, Event>,
): string[] {
  return starts.flatMap(({ input, facts }) => {
    const begun = getFacts(initialTransition(machine, input as never)[0] as AnyMachineSnapshot);
    return wrongFacts({ before: facts, after: begun }, {}).map((wrong) => `start with ${shown(input)}: ${wrong}`);
  });
}

/** Returns sentences that judged no step. */
export function findUnmatchedSentences<Facts, Event>(
  { sentences }: Pick<PureTable<Facts, Event>, 'sentences'>,
  steps: readonly PureStep<Facts, Event>[],
): string[] {
  const heard = new Set(steps.flatMap(({ names }) => names));
  return sentences.filter(({ name }) => !heard.has(name)).map(({ name }) => `${name}: matches no step`);
}

type JudgedStep<Facts, Event> = Omit<PureStep<Facts, Event>, 'names' | 'problem'>;

/** Judges a step by all sentences about it: each fact and each effect, and nothing else. */
function judgeStep<Facts extends object, Event extends EventObject>(
  step: JudgedStep<Facts, Event>,
  sentences: readonly Sentence<Facts, Event>[],
): Pick<PureStep<Facts, Event>, 'names' | 'problem'> {
  const spoken = sentences.flatMap(({ name, says }) => {
    const said = says(step.before, step.event);
    return said === null ? [] : [{ name, said }];
  });
  const names = spoken.map(({ name }) => name);
  const wrong = [
    ...contradictions(spoken),
    ...wrongFacts(step, Object.assign({}, ...spoken.map(({ said }) => said.facts)) as Partial<Facts>),
    ...wrongEffects(
      step.effects,
      spoken.flatMap(({ said }) => said.effects ?? []),
    ),
  ];
  const isRefused = spoken.length === 0 || spoken.some(({ said }) => said.isRefused === true);
  if (step.isAccepted === isRefused) wrong.push(isRefused ? 'is accepted' : 'is refused');
  if (wrong.length === 0) return { names, problem: null };
  const title = names.length === 0 ? 'no row or ruling covers this' : names.join(' + ');
  return { names, problem: `${title}: ${wrong.join('; ')}\n  ${shown(step.event)} in ${shown(step.before)}` };
}

function contradictions<Facts>(
  spoken: readonly { readonly name: string; readonly said: Requirement<Facts> }[],
): string[] {
  const first = new Map<string, { readonly name: string; readonly value: unknown }>();
  return spoken.flatMap(({ name, said }) =>
    Object.entries(said.facts ?? {}).flatMap(([fact, value]) => {
      const other = first.get(fact);
      if (other === undefined) first.set(fact, { name, value });
      return other === undefined || shown(other.value) === shown(value)
        ? []
        : [`'${other.name}' and '${name}' contradict each other about ${fact}`];
    }),
  );
}

function wrongFacts<Facts extends object>(
  { before, after }: { readonly before: Facts; readonly after: Facts },
  changes: Partial<Facts>,
): string[] {
  const expected: Record<string, unknown> = { ...before, ...changes };
  return Object.entries(after)
    .filter(([fact, value]) => shown(value) !== shown(expected[fact]))
    .map(([fact, value]) => `${fact} is ${shown(value)}, not ${shown(expected[fact])}`);
}

/** Each required effect must happen once, even if several sentences require it, and no other effect may happen. */
function wrongEffects(told: readonly Effect[], said: readonly Effect[]): string[] {
  const left = told.map(shown);
  const missing = [...new Set(said.map(shown))].filter((effect) => {
    const at = left.indexOf(effect);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return [
    ...missing.map((effect) => `does not do ${effect}`),
    ...left.map((effect) => `does ${effect}, which no sentence requires`),
  ];
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}

interface Try {
  readonly before: AnyMachineSnapshot;
  readonly event: EventObject;
}

/** Returns transitions that are never taken, guards that never refuse, and states that are never reached. */
function uncovered(machine: AnyStateMachine, tries: readonly Try[]): string[] {
  const taken = new Set<AnyTransitionDefinition>();
  const refused = new Set<AnyTransitionDefinition>();
  for (const { before, event } of tries) {
    const steps = [{ before, event }, ...raisedBy(machine, before, event)];
    for (const step of steps) {
      const now = machine.getTransitionData(step.before as never, step.event as never);
      for (const one of now) taken.add(one);
      const offered = step.before._nodes.flatMap((node) => node.transitions.get(step.event.type) ?? []);
      for (const one of offered) if (one.guard !== undefined && !now.includes(one)) refused.add(one);
    }
  }
  // Eventless transitions in transient states are judged by their targets.
  const edges = getEdges(machine).filter(({ kind }) => kind !== 'always');
  const reached = new Set(tries.flatMap(({ before }) => before._nodes));
  return [
    ...edges.filter(({ definition }) => !taken.has(definition)).map(({ id }) => `never taken: ${id}`),
    ...edges
      .filter(({ definition, guard }) => guard !== null && !refused.has(definition))
      .map(({ id }) => `guard never false: ${id}`),
    ...getNodes(machine)
      .filter((node) => node.always === undefined && !reached.has(node))
      .map(({ id }) => `never reached: ${id}`),
  ];
}

/** Returns the events that the machine raises itself during a step. */
function raisedBy(machine: AnyStateMachine, before: AnyMachineSnapshot, event: EventObject): Try[] {
  return getMicrosteps(machine, before as never, event as never).flatMap(([snapshot, actions]) =>
    actions.flatMap(({ type, params }) =>
      type === 'xstate.raise' && typeof params === 'object' && params !== null && 'event' in params
        ? [{ before: snapshot as AnyMachineSnapshot, event: params.event as EventObject }]
        : [],
    ),
  );
}
