import { createRequire } from 'node:module';
import type { AnyStateMachine } from 'xstate';
import {
  getConfig,
  invokesIn,
  toList,
  nameAt,
  parseReference,
  slotsIn,
  stateAt,
  stateNames,
} from 'model-testing/mutate/machine-parts';
import type { Config, Transition } from 'model-testing/mutate/machine-parts';

/** The used part of the output of Stately's parser (`@xstate/machine-extractor` 0.16). */
interface ParserOutput {
  getAllStateNodes(): readonly { readonly path: readonly string[]; readonly ast: ReadState }[];
  getTransitions(): readonly {
    readonly fromPath: readonly string[];
    readonly transitionPath: readonly (string | number)[];
    readonly config: ReadTransition;
  }[];
  toConfig(): unknown;
}

interface Value<T = string> {
  readonly value: T;
}

interface Name {
  readonly name: string;
}

interface ReadState {
  readonly id?: Value;
  readonly type?: Value;
  readonly initial?: Value;
  readonly description?: Value;
  readonly tags?: readonly Value[];
  readonly entry?: readonly Name[];
  readonly exit?: readonly Name[];
  readonly invoke?: readonly { readonly id?: Value; readonly src?: Value }[];
}

interface ReadTransition {
  readonly target?: readonly Value[];
  readonly guard?: Name;
  readonly actions?: readonly Name[];
  readonly description?: Value;
  readonly reenter?: Value<boolean>;
}

/** States and transitions according to the parser and the machine, each as a line of JSON. */
export interface Reading {
  readonly states: number;
  readonly transitions: number;
  /** In the machine, but not in the parser's output. */
  readonly missing: readonly string[];
  /** In the parser's output, but not in the machine. */
  readonly foreign: readonly string[];
  /** Number of values that the parser cannot read: computed parameters and negative numbers. */
  readonly unread: number;
}

/**
 * Parses a file with Stately's parser and compares states (id, type, initial, tags, description, entry, exit, calls)
 * and transitions (place, guard, targets, actions, re-entry, description) with those of the machine.
 *
 * @param folder where the parser is installed
 */
export function compareReading(machine: AnyStateMachine, text: string, folder: string): Reading {
  const parser = createRequire(`${folder}/package.json`)('@xstate/machine-extractor') as {
    extractMachinesFromFile(text: string): { readonly machines: readonly ParserOutput[] } | null;
  };
  const machines = parser.extractMachinesFromFile(text)?.machines ?? [];
  const [extracted] = machines;
  if (extracted === undefined || machines.length > 1) throw new Error(`the parser sees ${machines.length} machines`);
  const config = getConfig(machine);
  const read = [...extracted.getAllStateNodes().map(stateRead), ...transitionsRead(extracted, config)];
  const written = stateNames(config).flatMap((path) => {
    const state = stateAt(config, path);
    return [stateWritten(path, state), ...transitionsWritten(path, state)];
  });
  return {
    states: stateNames(config).length,
    transitions: written.length - stateNames(config).length,
    missing: written.filter((line) => !read.includes(line)),
    foreign: read.filter((line) => !written.includes(line)),
    unread: countWarnings(() => void extracted.toConfig()),
  };
}

/** Returns the number of parser warnings, which it writes to the console. */
function countWarnings(work: () => void): number {
  const { warn } = console;
  let count = 0;
  console.warn = () => void (count += 1);
  try {
    work();
  } finally {
    console.warn = warn;
  }
  return count;
}

function stateRead({ path, ast }: ReturnType<ParserOutput['getAllStateNodes']>[number]): string {
  return stateLine(path, {
    id: ast.id?.value,
    type: ast.type?.value,
    initial: ast.initial?.value,
    description: ast.description?.value,
    tags: ast.tags?.map(({ value }) => value) ?? [],
    entry: ast.entry?.map(({ name }) => name) ?? [],
    exit: ast.exit?.map(({ name }) => name) ?? [],
    calls: ast.invoke?.map(({ id, src }) => [id?.value, src?.value]) ?? [],
  });
}

function stateWritten(
  path: readonly string[],
  state: Config & { readonly id?: string; readonly description?: string },
): string {
  return stateLine(path, {
    id: state.id,
    type: state.type,
    initial: state.initial,
    description: state.description,
    tags: toList(state.tags),
    entry: namesIn(state.entry),
    exit: namesIn(state.exit),
    calls: invokesIn(state).map(({ id, src }) => [id, src]),
  });
}

function stateLine(path: readonly string[], fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ state: nameAt(path), ...fields });
}

function transitionsRead(extracted: ParserOutput, config: Config): string[] {
  return extracted.getTransitions().map(({ fromPath, transitionPath, config: one }) =>
    transitionLine(fromPath, formatLabel(transitionPath, stateAt(config, fromPath)), Number(transitionPath.at(-1)), {
      targets: one.target?.map(({ value }) => value) ?? [],
      guard: one.guard?.name,
      actions: one.actions?.map(({ name }) => name) ?? [],
      reenter: one.reenter?.value,
      description: one.description?.value,
    }),
  );
}

/** Converts the parser's path of a transition to the words of `slotsIn`. */
function formatLabel([kind, key, verb]: readonly (string | number)[], state: Config): string {
  if (kind === 'on') return String(key);
  if (kind === 'after') return `after ${key}`;
  if (kind === 'onDone') return 'done';
  if (kind !== 'invoke') return String(kind);
  const { id, src } = invokesIn(state)[Number(key)] ?? {};
  return `${id ?? src} ${verb === 'onDone' ? 'answers' : 'fails'}`;
}

function transitionsWritten(path: readonly string[], state: Config): string[] {
  return slotsIn(state).flatMap(({ label, read }) =>
    read(state).map((one: Transition & { readonly description?: string }, index) =>
      transitionLine(path, label, index, {
        targets: toList(one.target),
        guard: one.guard === undefined ? undefined : parseReference(one.guard)?.type,
        actions: namesIn(one.actions),
        reenter: one.reenter,
        description: one.description,
      }),
    ),
  );
}

function transitionLine(
  path: readonly string[],
  on: string,
  index: number,
  fields: Readonly<Record<string, unknown>>,
): string {
  return JSON.stringify({ from: nameAt(path), on, index, ...fields });
}

function namesIn(references: unknown): (string | undefined)[] {
  return toList(references).map((one) => parseReference(one)?.type);
}
