import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { AnyModel } from './define.ts';
import { dropFields, findVaryingFields, findLargestField, fieldName } from './fields.ts';
import type { Field, ToText } from './fields.ts';
import { getNodes } from './structure.ts';
import type { Timed } from './timed.ts';

/** Thrown when a machine has more snapshots than its exploration may keep. */
export class TooManySnapshots extends Error {}

interface Reached {
  readonly key: string;
  readonly value: string;
  readonly state: Timed;
}

/** `project` of a model. */
export type Project = AnyModel['project'] | undefined;

interface ContextOptions {
  readonly project: Project;
  readonly toText: ToText;
}

interface LimitOptions extends ContextOptions {
  readonly limit: number | undefined;
}

export interface SnapshotLimit {
  readonly add: (node: Reached) => void;
  readonly addSteps: (count: number) => void;
}

const RAISE = 'Pass a higher { limit }.';
const LEAVE_OUT = 'Leave it out of project.';
/** The most snapshots of a machine with few states. */
const MOST_SNAPSHOTS = 2_000;
/** Steps cost memory too: a machine may have many events with many cases. */
const STEPS_PER_SNAPSHOT = 50;
/** Letters of a context as JSON, on average. The context itself needs several times as many bytes. */
const LETTERS_PER_SNAPSHOT = 1_000;
/** So few snapshots have large contexts; more of them have contexts that grow. */
const FEW = 100;

/**
 * Counts the snapshots of an exploration. Throws `TooManySnapshots` with the fields of the context that take ever more
 * values, long before memory runs out.
 */
export function createSnapshotLimit(machine: AnyStateMachine, options: LimitOptions): SnapshotLimit {
  const limit = options.limit ?? Math.max(MOST_SNAPSHOTS, 2 * getNodes(machine).length);
  const size = Math.max(MOST_SNAPSHOTS, limit);
  const seen: Reached[] = [];
  let letters = 0;
  let steps = 0;
  const who = machine.id === '(machine)' ? 'The machine' : machine.id;
  const refuse = (what: string) => {
    const explain = letters > LETTERS_PER_SNAPSHOT * size && seen.length < FEW ? explainSize : explainCount;
    throw new TooManySnapshots(`${who} has more than ${what}: ${explain(machine, seen, options)}`);
  };
  return {
    add: (node) => {
      if (node.state.snapshot === null) return;
      seen.push(node);
      letters += node.key.length;
      if (seen.length > limit) refuse(`${limit} snapshots`);
      if (letters > LETTERS_PER_SNAPSHOT * size) refuse(`${LETTERS_PER_SNAPSHOT * size} letters of context`);
    },
    addSteps: (count) => {
      steps += count;
      if (steps > STEPS_PER_SNAPSHOT * size) refuse(`${STEPS_PER_SNAPSHOT * size} steps`);
    },
  };
}

function explainCount(machine: AnyStateMachine, seen: readonly Reached[], options: LimitOptions): string {
  const { count, fields, isCombination } = findVaryingFields(getContexts(seen, options), options.toText);
  const combinations = new Set(seen.map(({ value }) => value)).size;
  const waiting = new Set(seen.map(({ state }) => options.toText([state.timers, state.flights].map(getIds)))).size;
  if (combinations >= Math.max(count, waiting)) {
    const isParallel = getNodes(machine).some(({ type }) => type === 'parallel');
    return `its ${isParallel ? 'regions have' : 'states have'} ${combinations} combinations. ${RAISE}`;
  }
  if (waiting > count) return `its timers and open calls have ${waiting} combinations. ${RAISE}`;
  const found = isCombination
    ? `${rootName(options)} took ${count} different values, in combinations of ${toList(fields.map((field) => `${name(field, options)} (${field.count})`))}`
    : toList(fields.map((field) => `${name(field, options)} took ${field.count} different values`));
  return `${found}. ${advise(fields, options)}`;
}

function getIds(waiting: readonly { readonly id: string }[]): string[] {
  return waiting.map(({ id }) => id);
}

function explainSize(_: AnyStateMachine, seen: readonly Reached[], options: LimitOptions): string {
  const field = findLargestField(getContexts(seen, options).at(-1), options.toText);
  const after = seen.length === 1 ? '1 snapshot' : `${seen.length} snapshots`;
  return `${name(field, options)} has ${field.count} letters as JSON, after ${after}. ${advise([field], options)}`;
}

/** Names the fields of a context that cannot be written as JSON, e.g. because they are circular. */
export function describeUnreadable(context: unknown, cause: unknown, options: ContextOptions): string {
  const isReadable = (value: unknown) => {
    try {
      options.toText(value);
      return true;
    } catch {
      return false;
    }
  };
  const fields = Object.entries(context ?? {}).filter(([, value]) => !isReadable(value));
  const found = fields.map(([key]): Field => ({ path: [key], count: 0 }));
  const names = toList(found.map((field) => name(field, options))) || rootName(options);
  const [why = ''] = String(cause).split('\n');
  const remedy = options.project === undefined ? `Pass ${leaveOut(found)}.` : LEAVE_OUT;
  return `${names} cannot be compared (${why}). ${remedy}`;
}

function getContexts(seen: readonly Reached[], { project }: ContextOptions): unknown[] {
  return seen.map(({ state }) => {
    const { context } = state.snapshot as AnyMachineSnapshot;
    return project === undefined ? context : project(context as never, state.snapshot as never);
  });
}

function name({ path }: Field, options: ContextOptions): string {
  return fieldName(rootName(options), path);
}

function rootName({ project }: ContextOptions): string {
  return project === undefined ? 'context' : 'project(context)';
}

function advise(fields: readonly Field[], { project }: ContextOptions): string {
  return project === undefined
    ? `Pass ${leaveOut(fields)}, or a higher { limit }.`
    : `${LEAVE_OUT} Or pass a higher { limit }.`;
}

function leaveOut(fields: readonly Field[]): string {
  return `{ project: ${dropFields(fields.map(({ path }) => path))} }`;
}

function toList(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
