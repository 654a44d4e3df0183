import type { StateValue } from 'xstate';
import type { ChartState } from '../atlas/chart.ts';
import { spellOut } from '../atlas/words.ts';
import { capitalise } from '../cases/plain-words.ts';
import type { LiveFlow } from './flow-words.ts';
import type { LiveStep } from './record.ts';

type StateWords = Pick<LiveFlow, 'states'>;

/** Returns the ids of all active states of a machine, as its chart names them. */
export function getActiveStates(state: ChartState, value: StateValue | undefined): string[] {
  return [
    state.id,
    ...getInnerStates(value ?? {}).flatMap(([key, inner]) => {
      const child = state.children.find(({ title }) => title === key);
      return child === undefined ? [] : getActiveStates(child, inner);
    }),
  ];
}

/** Returns the paths of the innermost active states in a fixed order: `form.editing`, `storage.ok`. */
export function getLeaves(value: StateValue, parent = ''): string[] {
  return getInnerStates(value)
    .flatMap(([key, inner]) => {
      const leaves = inner === undefined ? [] : getLeaves(inner, `${parent}${key}.`);
      return leaves.length === 0 ? [`${parent}${key}`] : leaves;
    })
    .sort();
}

function getInnerStates(value: StateValue): (readonly [string, StateValue | undefined])[] {
  return typeof value === 'string' ? [[value, undefined]] : Object.entries(value);
}

/** Describes the innermost active states: `Waiting for the money: Page is visible, Prompt is on the phone`. */
export function formatActiveStates(value: StateValue, flow?: StateWords, parent = ''): string {
  return getInnerStates(value)
    .map(([key, inner]) => {
      const words = inner === undefined ? '' : formatActiveStates(inner, flow, `${parent}${key}.`);
      const label = getLabel(`${parent}${key}`, flow);
      return words === '' ? label : `${label}: ${words}`;
    })
    .join(', ');
}

/** Returns the label of a state by its path. */
export function getLabel(path: string, flow?: StateWords): string {
  return flow?.states[path] ?? capitalise(spellOut(path.split('.').at(-1) ?? path));
}

/** Describes what triggered a step, in the words of its flow if they are known. */
export function describeTrigger({ event }: Pick<LiveStep, 'event'>, flow?: Pick<LiveFlow, 'events'>): string {
  return flow?.events[event] ?? spellEvent(event);
}

const XSTATE: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^xstate\.init$/, () => 'begins'],
  [/^xstate\.stop$/, () => 'is left'],
  [/^xstate\.done\.actor\.(.+)$/, (name) => `${nameCall(name)} answers`],
  [/^xstate\.error\.actor\.(.+)$/, (name) => `${nameCall(name)} fails`],
  [/^xstate\.snapshot\.(.+)$/, (name) => `${nameCall(name)} tells`],
  [/^xstate\.after\.([^.]+)\..+$/, (name) => `after ${spellOut(name)}`],
  [/^xstate\.done\.state\..+$/, () => 'all parts have ended'],
];

function spellEvent(type: string): string {
  for (const [pattern, words] of XSTATE) {
    const found = pattern.exec(type);
    if (found !== null) return words(found[1] ?? '');
  }
  return spellOut(type);
}

/** XState names an actor without a name `0.<id of the state>`. */
function nameCall(name: string): string {
  return /^\d+\./.test(name) ? 'a call' : spellOut(name);
}
