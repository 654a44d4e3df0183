import type { AnyStateMachine } from 'xstate';
import { getConfig, toList, nameAt, slotsIn, stateAt, stateNames } from './machine-parts.ts';
import type { Config, Make, Mutant, Slot, Transition } from './machine-parts.ts';
import { getTargets } from './transitions.ts';

/**
 * Accepts events that must be ignored. For each innermost state and each event that it and its parents ignore: handled
 * as in another state, with that state's actions only, and directly to a neighbour.
 */
export function addedMutants(machine: AnyStateMachine, makeIn: (path: readonly string[]) => Make): Mutant[] {
  const config = getConfig(machine);
  const names = stateNames(config);
  const handled = names.flatMap((path) => {
    const state = stateAt(config, path);
    const byEvent = new Set(Object.keys(state.on ?? {}));
    return slotsIn(state).flatMap((slot) => (byEvent.has(slot.label) ? [{ path, slot }] : []));
  });
  const events = [...new Set(handled.map(({ slot }) => slot.label))];
  return names
    .filter((path) => isInnermost(stateAt(config, path)))
    .flatMap((path) =>
      events
        .filter((event) => !isHandled(config, path, event))
        .flatMap((event) => {
          const where = `${nameAt(path)}: ${event}`;
          const add = (words: string, list: readonly Transition[]) =>
            makeIn(path)('add', `${where} ${words}`, (copied) => {
              const state = stateAt(copied, path);
              state.on = { ...state.on, [event]: list };
            });
          const model = handled.find(({ slot }) => slot.label === event);
          const neighbour = findNeighbour(names, path);
          return [
            ...(model === undefined ? [] : copyTransition(machine, model, add)),
            ...(neighbour === null ? [] : [add(`-> ${nameAt(neighbour)}`, [{ target: absolute(machine, neighbour) }])]),
          ];
        }),
    );
}

interface Model {
  readonly path: readonly string[];
  readonly slot: Slot;
}

/** As the first state that handles the event does; and only its actions, without a target. */
function copyTransition(
  machine: AnyStateMachine,
  { path, slot }: Model,
  add: (words: string, list: readonly Transition[]) => Mutant,
): Mutant[] {
  const list = slot.read(stateAt(getConfig(machine), path)).map(({ target: _, ...one }, index): Transition => {
    const targets = getTargets(machine, path, slot, index).map((name) => `#${machine.id}.${name}`);
    return targets.length === 0 ? one : { ...one, target: targets };
  });
  const doing = list.find(({ actions, target }) => target !== undefined && toList(actions).length > 0);
  return [
    add(`as in ${nameAt(path)}`, list),
    ...(doing === undefined ? [] : [add(`does as in ${nameAt(path)}`, [{ actions: doing.actions }])]),
  ];
}

function isInnermost({ states, type }: Config): boolean {
  return states === undefined && type !== 'final' && type !== 'history';
}

function isHandled(config: Config, path: readonly string[], event: string): boolean {
  return [[], ...path.map((_, index) => path.slice(0, index + 1))].some(
    (part) => stateAt(config, part).on?.[event] !== undefined,
  );
}

/** Returns the next state under the same parent, or else the next of all; `null` when there is no other. */
function findNeighbour(names: readonly (readonly string[])[], path: readonly string[]): readonly string[] | null {
  const parent = nameAt(path.slice(0, -1));
  const at = names.indexOf(path);
  const others = [...names.slice(at + 1), ...names.slice(1, at)];
  const beside = others.find((one) => one.length === path.length && nameAt(one.slice(0, -1)) === parent);
  return beside ?? others.find((one) => !nameAt(path).startsWith(`${nameAt(one)}.`)) ?? null;
}

function absolute({ id }: AnyStateMachine, path: readonly string[]): string {
  return `#${id}.${nameAt(path)}`;
}
