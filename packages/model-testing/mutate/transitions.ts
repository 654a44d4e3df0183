import { not } from 'xstate';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  getConfig,
  toList,
  nameAt,
  parseReference,
  paramsText,
  getParts,
  slotsIn,
  stateAt,
  stateNames,
} from './machine-parts.ts';
import { isSameTwice } from './assigns.ts';
import type { Config, Make, Mutant, NamedReference, Parts, Slot, Transition } from './machine-parts.ts';

/** Returns all mutants of one transition. */
export function transitionMutants(machine: AnyStateMachine, path: readonly string[], make: Make): Mutant[] {
  const state = stateAt(getConfig(machine), path);
  return slotsIn(state).flatMap((slot) =>
    slot.read(state).flatMap((transition, index, list) => {
      const name = `${nameAt(path)}: ${slot.label}${list.length > 1 ? ` #${index + 1}` : ''}`;
      const change = createChanger(path, slot, index, make);
      return [
        make('drop', name, (config) => edit(config, path, slot, (all) => all.filter((_, at) => at !== index))),
        ...targetMutants(machine, path, { slot, index, name, transition }, change),
        ...guardMutants(machine, name, transition, change),
        ...actionMutants(machine, name, transition, change),
        ...(index + 1 < list.length
          ? [make('swap', name, (config) => edit(config, path, slot, (all) => exchangeFields(all, index)))]
          : []),
      ];
    }),
  );
}

type Change = (
  kind: string,
  words: string,
  edit: (transition: Transition, parts: Parts) => Transition | undefined,
) => Mutant;

function createChanger(path: readonly string[], slot: Slot, index: number, make: Make): Change {
  return (kind, words, change) =>
    make(kind, words, (config, parts) =>
      edit(config, path, slot, (all) => all.map((one, at) => (at === index ? (change(one, parts) ?? one) : one))),
    );
}

function edit(config: Config, path: readonly string[], slot: Slot, change: (list: Transition[]) => Transition[]): void {
  const state = stateAt(config, path);
  slot.write(state, change(slot.read(state)));
}

function exchangeFields(list: readonly Transition[], index: number): Transition[] {
  const all = [...list];
  all.splice(index, 2, ...all.slice(index, index + 2).reverse());
  return all;
}

interface Place {
  readonly slot: Slot;
  readonly index: number;
  readonly name: string;
  readonly transition: Transition;
}

function targetMutants(
  machine: AnyStateMachine,
  path: readonly string[],
  { slot, index, name, transition }: Place,
  change: Change,
): Mutant[] {
  const where = nameAt(path);
  const now = getTargets(machine, path, slot, index);
  const others = stateNames(getConfig(machine))
    .filter((other) => other.length > 0)
    .map(nameAt)
    .filter((target) => target !== where && !now.includes(target))
    .filter((target) => !now.some((one) => isSameFrom(machine, where, one, target)));
  return [
    ...others.map((target) =>
      change('retarget', `${name} -> ${target}`, (one) => ({ ...one, target: `#${machine.id}.${target}` })),
    ),
    ...(transition.target === undefined ? [] : [change('stay', name, ({ target: _, ...one }) => one)]),
    ...(transition.reenter === true ? [change('stay inside', name, ({ reenter: _, ...one }) => one)] : []),
  ];
}

/**
 * Returns whether one target starts with the other, seen from a state outside both, so that entering either enters the
 * same states.
 */
function isSameFrom(machine: AnyStateMachine, where: string, one: string, two: string): boolean {
  const [outer, inner] = one.length < two.length ? [one, two] : [two, one];
  if (where === outer || where.startsWith(`${outer}.`)) return false;
  if (!inner.startsWith(`${outer}.`)) return false;
  let node = nodeAt(machine, outer.split('.'));
  for (const key of inner.slice(outer.length + 1).split('.')) {
    // All parallel regions are entered, even if only one is named.
    if (node.type === 'compound' && node.config.initial !== key) return false;
    node = node.states[key] as AnyStateNode;
  }
  return true;
}

/** Returns the targets of a transition as the machine resolves them. */
export function getTargets(
  machine: AnyStateMachine,
  path: readonly string[],
  slot: Slot,
  index: number,
): readonly string[] {
  const node = nodeAt(machine, path);
  const type = slot.type(stateAt(getConfig(machine), path), node.id);
  const list = type === '' ? node.always : node.transitions.get(type);
  return list?.[index]?.target?.map((target) => nameAt(target.path)) ?? [];
}

function nodeAt(machine: AnyStateMachine, path: readonly string[]): AnyStateNode {
  return path.reduce((node, key) => node.states[key] as AnyStateNode, machine.root as AnyStateNode);
}

function guardMutants(machine: AnyStateMachine, name: string, { guard }: Transition, change: Change): Mutant[] {
  const named = parseReference(guard);
  if (guard === undefined || named === null) return [];
  const [next] = alike(named, guardsIn(getConfig(machine)));
  return [
    change('unguard', name, ({ guard: _, ...one }) => one),
    // Named like the machine's own guards: a guard without a name would be killed for that alone.
    change('negate', name, (one, parts) => {
      const type = `not ${named.type}`;
      parts.guards[type] = negateGuard(parts.guards[named.type]);
      return { ...one, guard: { ...named, type } };
    }),
    ...(next === undefined
      ? []
      : [change('guard', `${name} by ${next.type}`, (one) => ({ ...one, guard: { ...named, type: next.type } }))]),
  ];
}

/** A composed guard (`and`, `stateIn`) receives the snapshot, a plain function its parameters. */
function negateGuard(guard: unknown): unknown {
  if (typeof guard !== 'function' || 'check' in guard) return not(guard as never);
  return (...args: readonly unknown[]) => guard(...args) !== true;
}

function actionMutants(machine: AnyStateMachine, name: string, { actions }: Transition, change: Change): Mutant[] {
  const list = toList(actions);
  return list.flatMap((_, index) =>
    createWrongLists(machine, list, index).map(({ kind, words, actions: wrong }) =>
      change(kind, `${words} of ${name}`, (one) => ({ ...one, actions: wrong })),
    ),
  );
}

interface WrongList {
  readonly kind: string;
  readonly words: string;
  readonly actions: unknown[];
}

/**
 * Returns variants of an action list: one action dropped, repeated, replaced by another, or with another's parameters.
 */
export function createWrongLists(machine: AnyStateMachine, list: readonly unknown[], index: number): WrongList[] {
  const action = parseReference(list[index]);
  const put = (...instead: unknown[]) => [...list.slice(0, index), ...instead, ...list.slice(index + 1)];
  const nth = `action ${index + 1}`;
  const dropped = { kind: 'drop action', words: String(index + 1), actions: put() };
  if (action === null) return [dropped];
  const known = actionsIn(getConfig(machine));
  const [next] = alike(action, known);
  const params = known.filter(({ type }) => type === action.type);
  const [others] = after(params, (one) => paramsText(one) === paramsText(action)).filter(
    (one) => paramsText(one) !== paramsText(action),
  );
  return [
    dropped,
    ...(isSameTwice(getParts(machine).actions[action.type])
      ? []
      : [{ kind: 'twice', words: nth, actions: put(list[index], list[index]) }]),
    ...(next === undefined
      ? []
      : [{ kind: 'action', words: `${next.type} for ${nth}`, actions: put({ ...action, type: next.type }) }]),
    ...(others === undefined ? [] : [{ kind: 'params', words: `another's for ${nth}`, actions: put(others) }]),
  ];
}

/** Returns the machine's other actions with the same parameters, the next one first. */
function alike(one: NamedReference, all: readonly NamedReference[]): NamedReference[] {
  const same = all.filter((other) => paramsText(other) === paramsText(one));
  return after(same, ({ type }) => type === one.type).filter(({ type }) => type !== one.type);
}

/** Returns the list in its order, rotated to start after the first match. */
function after<Item>(list: readonly Item[], isIt: (item: Item) => boolean): Item[] {
  const at = list.findIndex(isIt);
  return [...list.slice(at + 1), ...list.slice(0, at + 1)];
}

function guardsIn(config: Config): NamedReference[] {
  return unique(transitionsIn(config).flatMap(({ guard }) => parseReference(guard) ?? []));
}

function actionsIn(config: Config): NamedReference[] {
  const lists = [
    ...transitionsIn(config).map(({ actions }) => actions),
    ...stateNames(config).flatMap((path) => {
      const { entry, exit } = stateAt(config, path);
      return [entry, exit];
    }),
  ];
  return unique(lists.flatMap(toList).flatMap((one) => parseReference(one) ?? []));
}

function transitionsIn(config: Config): Transition[] {
  return stateNames(config).flatMap((path) => {
    const state = stateAt(config, path);
    return slotsIn(state).flatMap((slot) => slot.read(state));
  });
}

function unique(list: readonly NamedReference[]): NamedReference[] {
  return [...new Map(list.map((one) => [`${one.type} ${paramsText(one)}`, one])).values()];
}
