import type { AnyStateMachine } from 'xstate';
import {
  getConfig,
  getParts,
  invokesIn,
  nameAt,
  parseReference,
  rebuildMachine,
  slotsIn,
  stateAt,
  stateNames,
  toList,
} from 'model-testing/mutate/machine-parts';
import type { Config, NamedReference, Parts, Transition } from 'model-testing/mutate/machine-parts';
import type { FlowLabels, LabelMap } from '../atlas/labels.ts';
import { spellOut } from '../atlas/words.ts';
import { capitalise } from '../cases/plain-words.ts';
import { nameParts, toSingle } from './named-machine.ts';

type Path = readonly string[];
/** Names of the code and their labels, one to one. */
type Names = ReadonlyMap<string, string>;

/** A machine whose states, events and parts have the labels of the atlas as names. */
export interface LabelledMachine {
  readonly machine: AnyStateMachine;
  /** The label of each part, by kind and name in the code. */
  readonly names: Readonly<Record<keyof Parts, Names>>;
}

/** Names every part of a machine as the atlas does. Places and behaviour stay. */
export function labelMachine(given: AnyStateMachine, labels: FlowLabels): LabelledMachine {
  const machine = nameParts(given);
  const parts = getParts(machine);
  const names = {
    guards: nameAll(parts.guards, labels.guards),
    actions: nameAll(parts.actions, labels.actions),
    actors: nameAll(parts.actors, labels.calls),
    delays: nameAll(parts.delays, labels.timers, 'after '),
  };
  const stateLabels = labelStates(getConfig(machine), labels.states);
  const toTarget = (target: unknown, path: Path) =>
    relabelTarget(String(target), path, getConfig(machine), stateLabels);
  const labelled = rebuildMachine(machine, (config, copies) => {
    for (const kind of Object.keys(names) as (keyof Parts)[]) renameKeys(copies[kind], names[kind]);
    // From the innermost states outwards, so that the paths still hold the names of the code.
    for (const path of stateNames(config).toReversed()) {
      const state = stateAt(config, path);
      relabelState(state, path, names, toTarget);
      if (state.on !== undefined) renameKeys(state.on, nameAll(state.on, labels.events));
      if (state.after !== undefined) renameKeys(state.after, names.delays);
      const children = new Map(
        Object.keys(state.states ?? {}).map((key) => [key, stateLabels.get(nameAt([...path, key])) ?? key]),
      );
      if (state.initial !== undefined) state.initial = children.get(state.initial) ?? state.initial;
      if (state.states !== undefined) renameKeys(state.states, children);
    }
  });
  return { machine: labelled, names };
}

function relabelState(
  state: Config,
  path: Path,
  { guards, actions, actors }: LabelledMachine['names'],
  toTarget: (target: unknown, path: Path) => string,
): void {
  for (const { read, write } of slotsIn(state))
    write(
      state,
      toSingle(
        read(state).map((transition): Transition => ({
          ...transition,
          ...('target' in transition && { target: mapOne(transition.target, (one) => toTarget(one, path)) }),
          ...('guard' in transition && { guard: relabelReference(transition.guard, guards) }),
          ...('actions' in transition && {
            actions: mapOne(transition.actions, (one) => relabelReference(one, actions)),
          }),
        })),
      ),
    );
  if (state.entry !== undefined) state.entry = mapOne(state.entry, (one) => relabelReference(one, actions));
  if (state.exit !== undefined) state.exit = mapOne(state.exit, (one) => relabelReference(one, actions));
  if (state.invoke !== undefined)
    state.invoke = toSingle(
      invokesIn(state).map((invoke) => ({ ...invoke, src: actors.get(String(invoke.src)) ?? invoke.src })),
    );
}

/** Keeps a single value single. */
function mapOne(value: unknown, map: (one: unknown) => unknown): unknown {
  if (value === undefined) return undefined;
  return Array.isArray(value) ? toList(value).map(map) : map(value);
}

function relabelReference(written: unknown, names: Names): unknown {
  const reference: NamedReference | null = parseReference(written);
  const label = reference === null ? undefined : names.get(reference.type);
  if (reference === null || label === undefined) return written;
  return typeof written === 'string' ? label : { ...reference, type: label };
}

/** Renames the states in a target: `done`, `.open`, `open.code` or `#machine.open`. */
function relabelTarget(target: string, path: Path, config: Config, stateLabels: Names): string {
  const [, head = '', rest = ''] = /^(#[^.]+\.?|\.?)(.*)$/s.exec(target) ?? [];
  const id = /^#([^.]+)/.exec(head)?.[1];
  const base = id === undefined ? (head === '.' ? path : path.slice(0, -1)) : findPath(config, id);
  const keys = rest === '' ? [] : rest.split('.');
  const labels = keys.map((key, index) => stateLabels.get(nameAt([...base, ...keys.slice(0, index + 1)])) ?? key);
  return `${head}${labels.join('.')}`;
}

function findPath(config: Config, id: string): Path {
  const path = stateNames(config).find((one) => (stateAt(config, one) as { readonly id?: string }).id === id);
  if (path === undefined) throw new Error(`No state has the id ${id}.`);
  return path;
}

function labelStates(config: Config, labels: LabelMap): Names {
  return new Map(
    stateNames(config).flatMap((path) => {
      const children = stateAt(config, path).states ?? {};
      const named = Object.keys(children).map((key) => [key, labels[nameAt([...path, key])] ?? toWords(key)] as const);
      // A full stop and a number sign have a meaning in targets.
      const clean = named.map(([key, label]) => [key, label.replace(/[.#]/g, ' ').trim()] as const);
      return [...distinguish(clean)].map(([key, label]) => [nameAt([...path, key]), label] as const);
    }),
  );
}

function nameAll(parts: Readonly<Record<string, unknown>>, labels: LabelMap, prefix = ''): Names {
  return distinguish(Object.keys(parts).map((name) => [name, labels[name] ?? toWords(`${prefix}${name}`)]));
}

/** Adds its name to a label that another one has too. */
function distinguish(named: readonly (readonly [string, string])[]): Names {
  return new Map(
    named.map(([name, label]) => [
      name,
      named.some(([other, same]) => other !== name && same === label) ? `${label} (${name})` : label,
    ]),
  );
}

/** Wildcards of events and delays in milliseconds stay. */
function toWords(name: string): string {
  return /^(?:after )?\d+$|\*$/.test(name) ? name.replace('after ', '') : capitalise(spellOut(name));
}

function renameKeys(record: Record<string, unknown>, names: Names): void {
  const entries = Object.entries(record);
  for (const [name] of entries) delete record[name];
  for (const [name, value] of entries) record[names.get(name) ?? name] = value;
}
