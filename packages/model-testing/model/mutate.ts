import type { AnyStateMachine } from 'xstate';
import { addedMutants } from '../mutate/added.ts';
import {
  getConfig,
  invokesIn,
  toList,
  nameAt,
  getParts,
  rebuildMachine,
  stateAt,
  stateNames,
} from '../mutate/machine-parts.ts';
import type { Make, Mutant } from '../mutate/machine-parts.ts';
import { transitionMutants, createWrongLists } from '../mutate/transitions.ts';
import { inputMutants, valueMutants } from '../mutate/values.ts';

export type { Mutant } from '../mutate/machine-parts.ts';

/** Returns every mutant of a machine that one careless edit makes, always in the same order. */
export function createMutants(machine: AnyStateMachine): Mutant[] {
  const make =
    (state: string | null): Make =>
    (kind, words, edit) => ({ name: `${kind} ${words}`, kind, state, build: () => rebuildMachine(machine, edit) });
  return [
    ...stateNames(getConfig(machine)).flatMap((path) => {
      const here = make(nameAt(path));
      return [
        ...transitionMutants(machine, path, here),
        ...entryMutants(machine, path, here),
        ...invokeMutants(machine, path, here),
        ...stateMutants(machine, path, here),
      ];
    }),
    ...addedMutants(machine, (path) => make(nameAt(path))),
    ...valueMutants(machine, make(null)),
  ];
}

/** Rebuilds the machine from its own parts, as the control that must survive. */
export function rebuildUnchanged(machine: AnyStateMachine): AnyStateMachine {
  return rebuildMachine(machine);
}

function entryMutants(machine: AnyStateMachine, path: readonly string[], make: Make): Mutant[] {
  return (['entry', 'exit'] as const).flatMap((key) => {
    const list = toList(stateAt(getConfig(machine), path)[key]);
    return list.flatMap((_, index) =>
      createWrongLists(machine, list, index).map(({ kind, words, actions }) =>
        make(kind, `${words} of ${key} ${nameAt(path)}`, (config) => {
          stateAt(config, path)[key] = actions;
        }),
      ),
    );
  });
}

function invokeMutants(machine: AnyStateMachine, path: readonly string[], make: Make): Mutant[] {
  const dropped = invokesIn(stateAt(getConfig(machine), path)).map(({ id, src }, index) =>
    make('drop invoke', `${nameAt(path)}: ${id ?? src}`, (config) => {
      const state = stateAt(config, path);
      state.invoke = invokesIn(state).filter((_, at) => at !== index);
    }),
  );
  return [...dropped, ...inputMutants(machine, path, make)];
}

/** Changes the initial state, drops a tag, changes a timer, or makes a final state non-final. */
function stateMutants(machine: AnyStateMachine, path: readonly string[], make: Make): Mutant[] {
  const where = nameAt(path);
  const { initial, states = {}, tags, type, after = {} } = stateAt(getConfig(machine), path);
  const delays = Object.keys(getParts(machine).delays);
  return [
    ...Object.keys(states)
      .filter((key) => initial !== undefined && key !== initial)
      .map((key) => make('start', `${where} in ${key}`, (config) => void (stateAt(config, path).initial = key))),
    ...toList(tags).map((tag, index, all) =>
      make('drop tag', `${String(tag)} of ${where}`, (config) => {
        stateAt(config, path).tags = all.filter((_, at) => at !== index);
      }),
    ),
    ...Object.keys(after).flatMap((name) =>
      delays
        .filter((other) => other !== name && after[other] === undefined)
        .map((other) =>
          make('delay', `${where}: ${name} by ${other}`, (config) => {
            const state = stateAt(config, path);
            const { [name]: moved, ...rest } = state.after ?? {};
            state.after = { ...rest, [other]: moved };
          }),
        ),
    ),
    ...(type === 'final' ? [make('not final', where, (config) => void delete stateAt(config, path).type)] : []),
  ];
}
