import type { StateValue } from 'xstate';
import type { Chart, ChartState } from '../atlas/chart.ts';
import { getTriggerLabel } from '../atlas/labels.ts';
import { spellOut } from '../atlas/words.ts';
import { capitalise } from '../cases/plain-words.ts';
import type { LiveStep, StepTransition } from './record.ts';

/** Returns the ids of all active states of a machine, as its chart names them. */
export function getActiveStates(state: ChartState, value: StateValue | undefined): string[] {
  const inside =
    typeof value === 'string'
      ? [[value, undefined] as const]
      : (Object.entries(value ?? {}) as [string, StateValue | undefined][]);
  return [
    state.id,
    ...inside.flatMap(([key, inner]) => {
      const child = state.children.find(({ title }) => title === key);
      return child === undefined ? [] : getActiveStates(child, inner);
    }),
  ];
}

/** Describes the innermost active states: `Waiting for the money: Page is visible, Prompt is on the phone`. */
export function formatActiveStates(value: StateValue, chart?: Pick<Chart, 'labels'>, parent = ''): string {
  const toLabel = (key: string) => chart?.labels.states[`${parent}${key}`] ?? capitalise(spellOut(key));
  if (typeof value === 'string') return toLabel(value);
  return Object.entries(value)
    .map(([key, inner]) => {
      const words = inner === undefined ? '' : formatActiveStates(inner, chart, `${parent}${key}.`);
      return words === '' ? toLabel(key) : `${toLabel(key)}: ${words}`;
    })
    .join(', ');
}

/** Describes what triggered a step, in the words of its flow if its chart is known. */
export function describeTrigger(step: LiveStep, chart?: Pick<Chart, 'delays' | 'edges' | 'labels'>): string {
  const [first] = step.transitions;
  const edge = first === undefined ? undefined : chart?.edges[findEdge(first, chart)];
  if (chart !== undefined && edge !== undefined && edge.event === step.event) return getTriggerLabel(chart, edge);
  return chart?.labels.events[step.event] ?? eventWords(step.event);
}

function findEdge({ source, event, index }: StepTransition, { edges }: Pick<Chart, 'edges'>): number {
  return edges.findIndex((edge) => edge.from === source && edge.event === event && edge.index === index);
}

const XSTATE: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^xstate\.init$/, () => 'begins'],
  [/^xstate\.stop$/, () => 'is left'],
  [/^xstate\.done\.actor\.(.+)$/, (name) => `${callName(name)} answers`],
  [/^xstate\.error\.actor\.(.+)$/, (name) => `${callName(name)} fails`],
  [/^xstate\.snapshot\.(.+)$/, (name) => `${callName(name)} tells`],
  [/^xstate\.after\.([^.]+)\..+$/, (name) => `after ${spellOut(name)}`],
  [/^xstate\.done\.state\..+$/, () => 'all parts have ended'],
];

function eventWords(type: string): string {
  for (const [pattern, words] of XSTATE) {
    const found = pattern.exec(type);
    if (found !== null) return words(found[1] ?? '');
  }
  return spellOut(type);
}

/** XState names an actor without a name `0.<id of the state>`. */
function callName(name: string): string {
  return /^\d+\./.test(name) ? 'a call' : spellOut(name);
}
