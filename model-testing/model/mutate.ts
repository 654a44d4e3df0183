import { createMachine, not } from 'xstate';
import type { AnyStateMachine } from 'xstate';

/** One wrong variant of a machine, as a careless edit would leave it. */
export interface Mutant {
  /** `retarget form: form.submit #2 -> done`; equivalents are listed under it. */
  readonly name: string;
  readonly build: () => AnyStateMachine;
}

interface Transition {
  readonly target?: unknown;
  readonly guard?: unknown;
  readonly actions?: unknown;
}

interface Config {
  readonly [key: string]: unknown;
  initial?: string;
  type?: string;
  entry?: unknown;
  exit?: unknown;
  on?: Record<string, unknown>;
  after?: Record<string, unknown>;
  always?: unknown;
  invoke?: unknown;
  options?: unknown;
  states?: Record<string, Config>;
}

interface Invoke {
  id?: string;
  src?: string;
  onDone?: unknown;
  onError?: unknown;
}

interface Implementations {
  readonly delays: Record<string, unknown>;
  readonly actors: Record<string, unknown>;
}

const MOST_MICROSTEPS = 500;

/** Where an edit is made: the state's path, and the list of alternatives under it. */
interface Slot {
  readonly label: string;
  readonly read: (state: Config) => Transition[];
  readonly write: (state: Config, list: Transition[]) => void;
}

/** Wrong targets, lost transitions, guards and effects, swapped alternatives, other delays, other starts. */
export function mutantsOf(machine: AnyStateMachine): Mutant[] {
  const config = machine.config as unknown as Config;
  const names = stateNames(config);
  return [...names.flatMap((path) => stateMutants(machine, path, names)), ...delayMutants(machine)];
}

/** The machine built anew from its own parts: the control that must survive. */
export function unchanged(machine: AnyStateMachine): AnyStateMachine {
  return rebuilt(machine, () => undefined);
}

function rebuilt(machine: AnyStateMachine, edit: (config: Config, parts: Implementations) => void): AnyStateMachine {
  const config = copy(machine.config) as Config;
  const { delays, ...rest } = machine.implementations as unknown as Implementations;
  const parts = { ...rest, delays: { ...delays } };
  edit(config, parts);
  // A wrong `always` may go in circles for ever; that is noticed as an error and not by running out of memory.
  config.options = { maxIterations: MOST_MICROSTEPS };
  return createMachine(config as never, parts as never) as unknown as AnyStateMachine;
}

function stateMutants(
  machine: AnyStateMachine,
  path: readonly string[],
  names: readonly (readonly string[])[],
): Mutant[] {
  const at = (config: Config) => path.reduce((state, key) => (state.states ?? {})[key] as Config, config);
  const state = at(machine.config as unknown as Config);
  const where = path.join('.') || '(root)';
  const mutant = (name: string, edit: (state: Config, parts: Implementations) => void): Mutant => ({
    name,
    build: () => rebuilt(machine, (config, parts) => edit(at(config), parts)),
  });
  return [
    ...slotsIn(state).flatMap((slot) => transitionMutants(machine, where, slot, state, names, mutant)),
    ...(['entry', 'exit'] as const).flatMap((key) =>
      listOf(state[key]).map((_, index, all) =>
        mutant(`drop ${key} ${where} action ${index + 1}`, (copied) => {
          copied[key] = all.filter((__, other) => other !== index);
        }),
      ),
    ),
    ...invokesIn(state).map(({ id, src }, index, all) =>
      mutant(`drop invoke ${where}: ${id ?? src}`, (copied) => {
        copied.invoke = all.filter((_, other) => other !== index);
      }),
    ),
    ...otherDelays(machine, where, state, mutant),
    ...Object.keys(state.states ?? {})
      .filter((key) => state.initial !== undefined && key !== state.initial)
      .map((key) =>
        mutant(`start ${where} in ${key}`, (copied) => {
          copied.initial = key;
        }),
      ),
    ...(state.type === 'final'
      ? [
          mutant(`not final ${where}`, (copied) => {
            delete copied.type;
          }),
        ]
      : []),
  ];
}

type MakeMutant = (name: string, edit: (state: Config, parts: Implementations) => void) => Mutant;

function transitionMutants(
  machine: AnyStateMachine,
  where: string,
  slot: Slot,
  state: Config,
  names: readonly (readonly string[])[],
  mutant: MakeMutant,
): Mutant[] {
  const list = slot.read(state);
  return list.flatMap((transition, index) => {
    const name = `${where}: ${slot.label}${list.length > 1 ? ` #${index + 1}` : ''}`;
    const change = (edit: (transition: Transition) => Transition) => (copied: Config) =>
      slot.write(
        copied,
        slot.read(copied).map((one, other) => (other === index ? edit(one) : one)),
      );
    const actions = listOf(transition.actions);
    const targets = names
      .map((path) => path.join('.'))
      .filter((target) => target !== '' && target !== where && !leadsTo(transition, target));
    return [
      mutant(`drop ${name}`, (copied) =>
        slot.write(
          copied,
          slot.read(copied).filter((_, other) => other !== index),
        ),
      ),
      ...targets.map((target) =>
        mutant(
          `retarget ${name} -> ${target}`,
          change((one) => ({ ...one, target: `#${machine.id}.${target}` })),
        ),
      ),
      ...(transition.target === undefined
        ? []
        : [
            mutant(
              `stay ${name}`,
              change(({ target: _, ...one }) => one),
            ),
          ]),
      ...(transition.guard === undefined
        ? []
        : [
            mutant(
              `unguard ${name}`,
              change(({ guard: _, ...one }) => one),
            ),
            mutant(
              `negate ${name}`,
              change((one) => ({ ...one, guard: not(one.guard as never) })),
            ),
          ]),
      ...actions.map((_, k) =>
        mutant(
          `drop action ${k + 1} of ${name}`,
          change((one) => ({ ...one, actions: actions.filter((__, other) => other !== k) })),
        ),
      ),
      ...(index + 1 < list.length
        ? [
            mutant(`swap ${name}`, (copied) => {
              const all = [...slot.read(copied)];
              const [first, second] = [all[index], all[index + 1]];
              if (first !== undefined && second !== undefined) all.splice(index, 2, second, first);
              slot.write(copied, all);
            }),
          ]
        : []),
    ];
  });
}

function otherDelays(machine: AnyStateMachine, where: string, state: Config, mutant: MakeMutant): Mutant[] {
  const delays = Object.keys(machine.implementations.delays as object);
  return Object.keys(state.after ?? {}).flatMap((name) =>
    delays
      .filter((other) => other !== name && state.after?.[other] === undefined)
      .map((other) =>
        mutant(`delay ${where}: ${name} by ${other}`, (copied) => {
          const { [name]: moved, ...rest } = copied.after ?? {};
          copied.after = { ...rest, [other]: moved };
        }),
      ),
  );
}

function delayMutants(machine: AnyStateMachine): Mutant[] {
  return Object.entries(machine.implementations.delays as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value !== 'number'
      ? []
      : [0.5, 2].map((factor): Mutant => ({
          name: `delay ${name} x ${factor}`,
          build: () =>
            rebuilt(machine, (_, { delays }) => {
              delays[name] = value * factor;
            }),
        })),
  );
}

function slotsIn(state: Config): Slot[] {
  const under = (key: 'on' | 'after', label: string, name: string): Slot => ({
    label,
    read: (one) => normal(one[key]?.[name]),
    write: (one, list) => {
      one[key] = { ...one[key], [name]: list };
    },
  });
  const invoked = (index: number, key: 'onDone' | 'onError', label: string): Slot => ({
    label,
    read: (one) => normal(invokesIn(one)[index]?.[key]),
    write: (one, list) => {
      one.invoke = invokesIn(one).map((invoke, other) => (other === index ? { ...invoke, [key]: list } : invoke));
    },
  });
  return [
    ...Object.keys(state.on ?? {}).map((name) => under('on', name, name)),
    ...Object.keys(state.after ?? {}).map((name) => under('after', `after ${name}`, name)),
    ...(state.always === undefined
      ? []
      : [
          {
            label: 'always',
            read: (one: Config) => normal(one.always),
            write: (one: Config, list: Transition[]) => {
              one.always = list;
            },
          },
        ]),
    ...invokesIn(state).flatMap(({ id, src, onDone, onError }, index) => [
      ...(onDone === undefined ? [] : [invoked(index, 'onDone', `${id ?? src} answers`)]),
      ...(onError === undefined ? [] : [invoked(index, 'onError', `${id ?? src} fails`)]),
    ]),
  ];
}

function stateNames(config: Config, path: readonly string[] = []): (readonly string[])[] {
  return [path, ...Object.entries(config.states ?? {}).flatMap(([key, state]) => stateNames(state, [...path, key]))];
}

function leadsTo({ target }: Transition, name: string): boolean {
  const written = String(Array.isArray(target) ? target[0] : (target ?? ''))
    .replace(/^#[^.]+\./, '')
    .replace(/^\./, '');
  return written !== '' && (name === written || name.endsWith(`.${written}`));
}

function invokesIn({ invoke }: Config): Invoke[] {
  return listOf(invoke) as Invoke[];
}

function normal(written: unknown): Transition[] {
  return listOf(written).map((one) => (typeof one === 'string' ? { target: one } : (one as Transition)));
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** A copy of plain objects and lists; functions and references stay. */
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, copy(one)]));
}
