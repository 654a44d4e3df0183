import { createMachine } from 'xstate';
import type { AnyStateMachine } from 'xstate';

/** One mutant of a machine, as a careless edit would leave it. */
export interface Mutant {
  /** `retarget form: form.submit #2 -> done`; equivalents are listed by this name. */
  readonly name: string;
  /** The operator: `retarget`, `add`, `drop action` … */
  readonly kind: string;
  /** The only changed state (`open.code.usable`, `(root)`), or `null` when more is changed. */
  readonly state: string | null;
  readonly build: () => AnyStateMachine;
}

/** Creates a mutant: `edit` receives copies that it may change. */
export type Make = (kind: string, words: string, edit: (config: Config, parts: Parts) => void) => Mutant;

export interface Transition {
  readonly target?: unknown;
  readonly guard?: unknown;
  readonly actions?: unknown;
  readonly reenter?: boolean;
}

export interface Invoke {
  readonly id?: string;
  readonly src?: string;
  readonly input?: unknown;
  readonly onDone?: unknown;
  readonly onError?: unknown;
  readonly onSnapshot?: unknown;
}

/** Configuration of one state. */
export interface Config {
  initial?: string;
  type?: string;
  context?: unknown;
  entry?: unknown;
  exit?: unknown;
  tags?: unknown;
  on?: Record<string, unknown>;
  after?: Record<string, unknown>;
  always?: unknown;
  onDone?: unknown;
  invoke?: unknown;
  output?: unknown;
  options?: unknown;
  states?: Record<string, Config>;
}

/** The content of `setup`. */
export interface Parts {
  readonly guards: Record<string, unknown>;
  readonly actions: Record<string, unknown>;
  readonly actors: Record<string, unknown>;
  readonly delays: Record<string, unknown>;
}

/** A reference to a guard or an action: `'isShort'` or `{ type: 'isShort', params }`. */
export interface NamedReference {
  readonly type: string;
  readonly params?: unknown;
}

const MOST_MICROSTEPS = 500;

export function getConfig(machine: AnyStateMachine): Config {
  return machine.config as unknown as Config;
}

export function getParts(machine: AnyStateMachine): Parts {
  return machine.implementations as unknown as Parts;
}

/** Rebuilds the machine from copies of its parts, which `edit` may change. */
export function rebuildMachine(
  machine: AnyStateMachine,
  edit: (config: Config, parts: Parts) => void = () => undefined,
): AnyStateMachine {
  const config = copy(machine.config) as Config;
  const { guards, actions, actors, delays } = getParts(machine);
  const parts = { guards: { ...guards }, actions: { ...actions }, actors: { ...actors }, delays: { ...delays } };
  edit(config, parts);
  // A wrong `always` may loop forever; this limit reports an error before memory runs out.
  config.options = { maxIterations: MOST_MICROSTEPS };
  return createMachine(config as never, parts as never) as unknown as AnyStateMachine;
}

/** Returns the paths of all states, parents first; the machine itself is `[]`. */
export function stateNames(config: Config, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...Object.entries(config.states ?? {}).flatMap(([key, state]) => stateNames(state, [...path, key]))];
}

export function stateAt(config: Config, path: readonly string[]): Config {
  return path.reduce((state, key) => (state.states ?? {})[key] as Config, config);
}

export function nameAt(path: readonly string[]): string {
  return path.join('.') || '(root)';
}

/** A place in a state with alternatives: an event, a timer, a result. */
export interface Slot {
  /** `form.submit`, `after resendBlock`, `login answers`. */
  readonly label: string;
  /** Returns XState's name of the event. */
  readonly type: (state: Config, id: string) => string;
  readonly read: (state: Config) => Transition[];
  readonly write: (state: Config, list: Transition | Transition[]) => void;
}

export function slotsIn(state: Config): Slot[] {
  const whole = (key: 'always' | 'onDone', label: string, type: Slot['type']): Slot[] =>
    state[key] === undefined
      ? []
      : [{ label, type, read: (one) => normal(one[key]), write: (one, list) => void (one[key] = list) }];
  return [
    ...Object.keys(state.on ?? {}).map((name) => keyed('on', name, name, () => name)),
    ...Object.keys(state.after ?? {}).map((name) =>
      keyed('after', name, `after ${name}`, (_, id) => `xstate.after.${name}.${id}`),
    ),
    ...whole('always', 'always', () => ''),
    ...whole('onDone', 'done', (_, id) => `xstate.done.state.${id}`),
    ...invokesIn(state).flatMap((invoke, index) => [
      ...invoked(invoke, index, 'onDone', 'answers', 'xstate.done.actor'),
      ...invoked(invoke, index, 'onError', 'fails', 'xstate.error.actor'),
      ...invoked(invoke, index, 'onSnapshot', 'tells', 'xstate.snapshot'),
    ]),
  ];
}

function keyed(key: 'on' | 'after', name: string, label: string, type: Slot['type']): Slot {
  return {
    label,
    type,
    read: (one) => normal(one[key]?.[name]),
    write: (one, list) => void (one[key] = { ...one[key], [name]: list }),
  };
}

function invoked(
  { id, src, ...invoke }: Invoke,
  index: number,
  key: 'onDone' | 'onError' | 'onSnapshot',
  verb: string,
  type: string,
): Slot[] {
  if (invoke[key] === undefined) return [];
  return [
    {
      label: `${id ?? src} ${verb}`,
      type: (_, stateId) => `${type}.${id ?? `${index}.${stateId}`}`,
      read: (one) => normal(invokesIn(one)[index]?.[key]),
      write: (one, list) => {
        one.invoke = invokesIn(one).map((other, at) => (at === index ? { ...other, [key]: list } : other));
      },
    },
  ];
}

export function invokesIn({ invoke }: Config): Invoke[] {
  return toList(invoke) as Invoke[];
}

export function normal(written: unknown): Transition[] {
  return toList(written).map((one) => (typeof one === 'string' ? { target: one } : (one as Transition)));
}

export function toList(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the referenced guard or action, or `null` when it is inline. */
export function parseReference(reference: unknown): NamedReference | null {
  if (typeof reference === 'string') return { type: reference };
  return typeof reference === 'object' && reference !== null && 'type' in reference
    ? (reference as NamedReference)
    : null;
}

/** Returns the text of parameters: references with equal texts take the same parameters, at any depth. */
export function paramsText({ params }: NamedReference): string {
  return typeof params === 'function' ? String(params).replace(/\s+/g, ' ') : (JSON.stringify(params) ?? '');
}

/** Copies plain objects and lists; functions and references stay. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}

export function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
