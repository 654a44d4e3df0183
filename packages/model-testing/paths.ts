import { createMachine, fromPromise } from 'xstate';
import type { AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import { statePaths, transitionPaths, predictSnapshots } from './model/paths.ts';
import type { Path } from './model/paths.ts';
import type { Cases, ModelDefinition } from './model/define.ts';
import { deriveSteps, DERIVED_WORDS, describeTimer, getActorName, matchesType } from './model/derived-steps.ts';
import type { GivenValues } from './model/derived-steps.ts';
import { exploreSteps } from './model/explore.ts';
import type { Exploration, StepGraph } from './model/explore.ts';
import { TooManySnapshots } from './model/snapshot-limit.ts';
import { getActiveValue, getEdges, getNodes } from './model/structure.ts';
import { NOT_STARTED, timedLogic } from './model/timed.ts';
import type { Step, Timed, TimedLogic } from './model/timed.ts';
import { edgeTours, pairTours } from './model/tours.ts';
import { explainUntaken } from './model/untaken.ts';
import type { Problems, Untaken } from './model/untaken.ts';

const COVERS = ['states', 'transitions', 'pairs', 'tours'] as const;
const OPTIONS = ['cover', 'input', 'inputs', 'events', 'done', 'fail', 'childSnapshots', 'project', 'limit'] as const;

/** The most transitions without an event in one step; more is a loop. */
const MOST_MICROSTEPS = 1_000;

/** Values by the name of an actor, as paths print it: the id of the invocation, or its source. */
type ByActor = Readonly<Record<string, Cases<unknown> | undefined>>;

/** Values that the machine does not contain, in the words of a model. Everything has a default. */
export interface PathOptions<Machine extends AnyStateMachine> {
  /** Elements that the paths must visit at least once. Default: `transitions`. */
  readonly cover?: (typeof COVERS)[number];
  readonly input?: InputFrom<Machine>;
  /** Several inputs by name. */
  readonly inputs?: Cases<InputFrom<Machine>>;
  /** Payloads: `{ search: { found: { words: 'day' }, nothing: { words: 'x' } } }`. Default: none. */
  readonly events?: Partial<ModelDefinition<Machine>['events']>;
  /** Results of actors: `{ load: { ok: { size: 2 } } }`. Default: undefined. */
  readonly done?: ModelDefinition<Machine>['done'] & ByActor;
  /** Failures of actors. Default: an Error. */
  readonly fail?: ModelDefinition<Machine>['fail'] & ByActor;
  /** Snapshots for `onSnapshot`. Default: the actor's first one. */
  readonly childSnapshots?: ModelDefinition<Machine>['childSnapshots'] & ByActor;
  /** The part of the context that distinguishes snapshots. Default: the whole context. */
  readonly project?: ModelDefinition<Machine>['project'];
  /** The most snapshots. Default: 2,000, or twice the number of states. */
  readonly limit?: number;
}

/** A step of a path, with what it leads to. */
export interface MachineStep<Machine extends AnyStateMachine> extends Step {
  /** The innermost active states: `playing`, `playing & loud`. */
  readonly state: string;
  readonly snapshot: SnapshotFrom<Machine>;
  /** Milliseconds since the start. */
  readonly at: number;
}

export interface MachinePath<Machine extends AnyStateMachine> {
  /** The transition or the state that the path is for, otherwise its steps. */
  readonly title: string;
  readonly steps: readonly MachineStep<Machine>[];
  /** The title and a line for each step. */
  readonly text: string;
}

export interface MachinePaths<Machine extends AnyStateMachine> extends ReadonlyArray<MachinePath<Machine>> {
  /** Transitions that no path can take, each with the reason. */
  readonly untaken: readonly Untaken[];
}

/**
 * Returns paths through every transition of a machine of XState 5, with its timers and the answers and failures of its
 * actors. Nothing runs. Throws when the machine has an unlimited number of snapshots.
 */
export function paths<Machine extends AnyStateMachine>(
  machine: Machine,
  options: PathOptions<Machine> = {},
): MachinePaths<Machine> {
  assertOptions(machine, options);
  const given = toGiven(options);
  const problems: Problems = new Map();
  const logic = withoutErrors(timedLogic(prepare(machine)), problems);
  const getSteps = deriveSteps(given);
  assertStarts(logic, getSteps(NOT_STARTED), 'input' in options || 'inputs' in options);
  const { project, limit } = options;
  const edges = getEdges(logic.machine, DERIVED_WORDS);
  const graph = exploreTimers({ logic, getSteps, edges, project: project as never, limit });
  assertActors(graph, given);

  const walkable = { ...graph, logic: memoise(logic) };
  const toSteps = createStepReader<Machine>(walkable);
  const found = PATHS[options.cover ?? 'transitions'](walkable).map(({ title, steps }) =>
    createPath(title, toSteps(steps)),
  );
  return Object.assign(found, { untaken: explainUntaken(graph, problems) });
}

/**
 * Explores by the order of the timers, and by their remaining times where several run at once: a timer of 2 s that
 * restarts itself precedes one of 5 s only twice. Remaining times may have too many combinations.
 */
function exploreTimers(exploration: Exploration): StepGraph {
  const graph = exploreSteps(exploration);
  if (![...graph.nodes.values()].some(({ state }) => state.timers.length > 1)) return graph;
  try {
    return exploreSteps({ ...exploration, isExact: true });
  } catch (error) {
    if (error instanceof TooManySnapshots) return graph;
    throw error;
  }
}

const PATHS: Readonly<Record<(typeof COVERS)[number], (graph: StepGraph) => readonly Path[]>> = {
  states: statePaths,
  transitions: (graph) => transitionPaths(graph),
  pairs: (graph) => withoutRepetition(pairTours(graph).paths),
  tours: (graph) => edgeTours(graph, () => true).paths,
};

function withoutRepetition(all: readonly Path[]): Path[] {
  return [...new Map(all.map((path) => [path.title, path])).values()];
}

function toGiven<Machine extends AnyStateMachine>(options: PathOptions<Machine>): GivenValues {
  const { input, inputs = { '': input }, events = {}, done = {}, fail = {}, childSnapshots = {} } = options;
  return { inputs, events, done, fail, childSnapshots } as GivenValues;
}

/** Adds actors that wait to a machine whose project provides them later, and ends endless loops of transitions. */
function prepare(machine: AnyStateMachine): AnyStateMachine {
  const { config, implementations } = machine as unknown as { config: MachineConfig; implementations: Implementations };
  const sources = getNodes(machine).flatMap(({ invoke }) => invoke.map(({ src }) => src));
  const waiting = sources.map((src) => [src, fromPromise(() => new Promise(() => undefined))] as const);
  return createMachine(
    { ...config, options: { maxIterations: MOST_MICROSTEPS, ...config.options } } as never,
    { ...implementations, actors: { ...Object.fromEntries(waiting), ...implementations.actors } } as never,
  ) as unknown as AnyStateMachine;
}

interface MachineConfig {
  readonly options?: object;
}

interface Implementations {
  readonly actors: Readonly<Record<string, unknown>>;
}

/** A step that makes the machine's own code throw does nothing, so that the other paths are found. */
function withoutErrors({ machine, transition }: TimedLogic, problems: Problems): TimedLogic {
  return {
    machine,
    transition: (state, step) => {
      try {
        return transition(state, step);
      } catch (error) {
        problems.set(step.event.type, { step, message: getMessage(error) });
        return { ...state, taken: [], effects: [] };
      }
    },
  };
}

/** Paths share their beginnings, so each step is computed once. */
function memoise({ machine, transition }: TimedLogic): TimedLogic {
  const known = new WeakMap<Timed, Map<Step, Timed>>();
  return {
    machine,
    transition: (state, step) => {
      const after = known.get(state) ?? new Map<Step, Timed>();
      known.set(state, after);
      const next = after.get(step) ?? transition(state, step);
      after.set(step, next);
      return next;
    },
  };
}

/** Returns a function that reads the steps of a path. */
function createStepReader<Machine extends AnyStateMachine>(
  graph: StepGraph,
): (steps: readonly Step[]) => MachineStep<Machine>[] {
  const known = new WeakMap<Timed, MachineStep<Machine>>();
  const read = (step: Step, before: Timed, after: Timed): MachineStep<Machine> => {
    const [timer] = before.timers;
    const snapshot = after.snapshot as SnapshotFrom<Machine>;
    const label = step.kind === 'after' && timer !== undefined ? describeTimer(timer) : step.label;
    const told = known.get(after) ?? { ...step, label, state: getActiveValue(snapshot), snapshot, at: after.now };
    known.set(after, told);
    return told;
  };
  return (steps) => {
    const after = predictSnapshots(graph, steps);
    return after.map((state, index) => read(steps[index] as Step, after[index - 1] ?? NOT_STARTED, state));
  };
}

function createPath<Machine extends AnyStateMachine>(
  title: string,
  steps: readonly MachineStep<Machine>[],
): MachinePath<Machine> {
  return {
    title,
    steps,
    get text() {
      const width = Math.max(...steps.map(({ label }) => label.length));
      return [title, ...steps.map(({ label, state }) => `  ${label.padEnd(width)}  ${state}`)].join('\n');
    },
  };
}

function assertOptions<Machine extends AnyStateMachine>(machine: Machine, options: PathOptions<Machine>): void {
  if (typeof machine !== 'object' || !('root' in machine) || !('implementations' in machine)) {
    throw new Error('paths needs a machine of XState 5, from createMachine or setup.');
  }
  const unknown = Object.keys(options).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`paths has no option '${unknown}'. There are: ${OPTIONS.join(', ')}.`);
  const { cover, limit, events = {} } = options;
  if (cover !== undefined && !COVERS.includes(cover)) {
    throw new Error(`paths cannot cover '${String(cover)}'. There are: ${COVERS.join(', ')}.`);
  }
  if (limit !== undefined && !(limit >= 1)) throw new Error(`limit is a number of snapshots, not ${String(limit)}.`);
  const types = getNodes(machine).flatMap(({ transitions }) => [...transitions.keys()]);
  const sent = [...new Set(types)].filter((type) => type !== '' && !type.startsWith('xstate.'));
  const foreign = Object.keys(events).find((type) => !sent.some((one) => matchesType(one, type)));
  if (foreign !== undefined) throw new Error(`The machine has no event '${foreign}'. There are: ${toList(sent)}.`);
}

function assertStarts({ transition }: TimedLogic, starts: readonly Step[], isGiven: boolean): void {
  for (const step of starts) {
    const { snapshot } = transition(NOT_STARTED, step);
    if (snapshot?.status !== 'error') continue;
    const message = getMessage(snapshot.error);
    // XState's own complaints, and those about a given input, are no lack of one.
    if (isGiven || /not implemented|Infinite loop/.test(message))
      throw new Error(`The machine cannot start: ${message}`);
    throw new Error(`This machine needs an input: pass { input } (${message}).`);
  }
}

/** An unknown actor is noticed after the exploration, because machines spawn actors while they run. */
function assertActors({ logic: { machine }, nodes }: StepGraph, { done, fail, childSnapshots }: GivenValues): void {
  const invoked = getNodes(machine).flatMap((node) =>
    node.invoke.flatMap(({ id, src }) => [getActorName(id, node), id, src]),
  );
  const spawned = [...nodes.values()].flatMap(({ state }) => state.flights.flatMap(({ id, src }) => [id, src]));
  const known = new Set([...invoked, ...Object.keys(machine.implementations.actors as object), ...spawned].map(String));
  const foreign = Object.keys({ ...done, ...fail, ...childSnapshots }).find((name) => !known.has(name));
  const names = [...known].filter((name) => !/^(?:xstate\.invoke\.)?\d+\./.test(name));
  if (foreign !== undefined) throw new Error(`The machine has no actor '${foreign}'. There are: ${toList(names)}.`);
}

function toList(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Returns the message of an error in one line, without XState's words about the place of a guard. */
function getMessage(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split(':\n').at(-1) ?? text).replace(/\s+/g, ' ').replace(/[.']+$/, '');
}
