import type { AnyStateMachine } from 'xstate';
import { getAssignedFields, withoutField, isAssign } from './assigns.ts';
import { findCountedPaths, moveGuard } from './boundary.ts';
import { getConfig, invokesIn, nameAt, getParts, stateAt, stateNames } from './machine-parts.ts';
import type { Invoke, Make, Mutant } from './machine-parts.ts';
import { getResultKeys, getDifferentValue, createProbe, swapFields, without } from './probe.ts';

type Fill = (scope: unknown, params?: unknown) => unknown;

/**
 * Returns mutants of numbers and fields: delays, guards at their boundary, assigns, the initial context, the output.
 */
export function valueMutants(machine: AnyStateMachine, make: Make): Mutant[] {
  const { delays, guards, actions } = getParts(machine);
  return [
    ...Object.entries(delays).flatMap(([name, delay]) => delayMutants(name, delay, make)),
    ...Object.entries(guards).flatMap(([name, guard]) => boundaryMutants(name, guard, make)),
    ...Object.entries(actions).flatMap(([name, action]) =>
      isAssign(action)
        ? getAssignedFields(action).map((field) =>
            make('assign', `${name} forgets ${field}`, (_, parts) => {
              parts.actions[name] = withoutField(action, field);
            }),
          )
        : [],
    ),
    ...contextMutants(machine, make),
    ...outputMutants(machine, make),
  ];
}

const OTHER_DELAYS: readonly (readonly [string, (ms: number) => number])[] = [
  ['x 0.5', (ms) => ms / 2],
  ['x 2', (ms) => ms * 2],
  ['+ 1', (ms) => ms + 1],
  ['- 1', (ms) => ms - 1],
];

function delayMutants(name: string, delay: unknown, make: Make): Mutant[] {
  return OTHER_DELAYS.map(([words, change]) =>
    make('delay', `${name} ${words}`, (_, { delays }) => {
      delays[name] =
        typeof delay === 'function'
          ? (...args: readonly unknown[]) => change((delay as (...all: readonly unknown[]) => number)(...args))
          : change(Number(delay));
    }),
  );
}

/**
 * Changes the first number that a guard reads from the context by one in both directions, which shifts its boundary.
 */
function boundaryMutants(name: string, guard: unknown, make: Make): Mutant[] {
  const [path] = findCountedPaths(guard);
  if (path === undefined) return [];
  return [1, -1].map((by) =>
    make('boundary', `${name}: ${path} ${by > 0 ? '+' : '-'} 1`, (_, { guards }) => {
      guards[name] = moveGuard(guard, path.split('.'), by);
    }),
  );
}

function contextMutants(machine: AnyStateMachine, make: Make): Mutant[] {
  const { context } = getConfig(machine);
  const build = typeof context === 'function' ? (context as Fill) : () => context;
  return getResultKeys(() => build({ input: createProbe(), spawn: () => createProbe(), self: createProbe() })).map(
    (key) =>
      make('context', `${key} begins otherwise`, (config) => {
        config.context = (scope: unknown) => {
          const first = build(scope) as Readonly<Record<string, unknown>>;
          return { ...first, [key]: getDifferentValue(first[key]) };
        };
      }),
  );
}

function outputMutants(machine: AnyStateMachine, make: Make): Mutant[] {
  const config = getConfig(machine);
  const paths = stateNames(config).filter((path) => stateAt(config, path).output !== undefined);
  const constants = paths.map((path) => stateAt(config, path).output).filter((output) => typeof output !== 'function');
  return paths.flatMap((path) => {
    const { output } = stateAt(config, path);
    const put = (words: string, wrong: unknown) =>
      make('output', `${nameAt(path)} ${words}`, (copied) => {
        stateAt(copied, path).output = wrong;
      });
    if (typeof output !== 'function') {
      const next = constants[(constants.indexOf(output) + 1) % constants.length];
      return [put('is empty', undefined), ...(next === output ? [] : [put(`is ${String(next)}`, next)])];
    }
    const keys = getResultKeys(() => (output as Fill)({ context: createProbe(), event: createProbe() }));
    return keys.map((key) => put(`without ${key}`, (scope: unknown) => without((output as Fill)(scope), key)));
  });
}

/** Returns mutants of an actor's input: none, one field missing, two fields exchanged. */
export function inputMutants(machine: AnyStateMachine, path: readonly string[], make: Make): Mutant[] {
  const where = nameAt(path);
  return invokesIn(stateAt(getConfig(machine), path)).flatMap(({ id, src, input }, index) => {
    if (input === undefined) return [];
    const put = (words: string, change: ((given: unknown) => unknown) | null) =>
      make('input', `${where}: ${id ?? src} ${words}`, (copied) => {
        const state = stateAt(copied, path);
        state.invoke = invokesIn(state).map((invoke, at) => (at === index ? withInput(invoke, change) : invoke));
      });
    const keys = getResultKeys(() =>
      given(input, { context: createProbe(), event: createProbe(), self: createProbe() }),
    );
    return [
      put('without input', null),
      ...keys.map((key) => put(`without ${key}`, (one) => without(one, key))),
      ...keys.slice(1).map((key, before) => {
        const one = keys[before] ?? key;
        return put(`takes ${one} for ${key}`, (all) => swapFields(all, one, key));
      }),
    ];
  });
}

function withInput({ input, ...invoke }: Invoke, change: ((given: unknown) => unknown) | null): Invoke {
  return change === null ? invoke : { ...invoke, input: (scope: unknown) => change(given(input, scope)) };
}

function given(input: unknown, scope: unknown): unknown {
  return typeof input === 'function' ? (input as Fill)(scope) : input;
}
