import type { StateValue } from 'xstate';
import type { ChartState } from '../atlas/chart.ts';
import type { Chart } from '../atlas/chart.ts';
import { whenOf } from '../atlas/phrases.ts';
import type { EventWords } from '../atlas/phrases.ts';
import { spelled } from '../atlas/words.ts';
import type { LiveStep, StepTransition } from './record.ts';

/** Returns the ids of all active states of a machine, as its chart names them. */
export function activeIn(state: ChartState, value: StateValue | undefined): string[] {
  const inside =
    typeof value === 'string'
      ? [[value, undefined] as const]
      : (Object.entries(value ?? {}) as [string, StateValue | undefined][]);
  return [
    state.id,
    ...inside.flatMap(([key, inner]) => {
      const child = state.children.find(({ title }) => title === key);
      return child === undefined ? [] : activeIn(child, inner);
    }),
  ];
}

/** Describes the innermost active states: `pending: page seen, prompt open`. */
export function standsIn(value: StateValue): string {
  if (typeof value === 'string') return spelled(value);
  return Object.entries(value)
    .map(([key, inner]) => {
      const words = inner === undefined ? '' : standsIn(inner);
      return words === '' ? spelled(key) : `${spelled(key)}: ${words}`;
    })
    .join(', ');
}

/** Describes what triggered a step, in the words of its flow if its chart is known. */
export function happened(step: LiveStep, chart?: Pick<Chart, 'delays' | 'edges'>, events: EventWords = {}): string {
  const [first] = step.transitions;
  const edge = first === undefined ? undefined : chart?.edges[edgeOf(first, chart)];
  if (chart !== undefined && edge !== undefined && edge.event === step.event) return whenOf(edge, chart, events);
  const known = events[step.event];
  return known ?? eventWords(step.event);
}

function edgeOf({ source, event, index }: StepTransition, { edges }: Pick<Chart, 'edges'>): number {
  return edges.findIndex((edge) => edge.from === source && edge.event === event && edge.index === index);
}

const XSTATE: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^xstate\.init$/, () => 'begins'],
  [/^xstate\.stop$/, () => 'is left'],
  [/^xstate\.done\.actor\.(.+)$/, (name) => `${callName(name)} answers`],
  [/^xstate\.error\.actor\.(.+)$/, (name) => `${callName(name)} fails`],
  [/^xstate\.snapshot\.(.+)$/, (name) => `${callName(name)} tells`],
  [/^xstate\.after\.([^.]+)\..+$/, (name) => `after ${spelled(name)}`],
  [/^xstate\.done\.state\..+$/, () => 'all parts have ended'],
];

function eventWords(type: string): string {
  for (const [pattern, words] of XSTATE) {
    const found = pattern.exec(type);
    if (found !== null) return words(found[1] ?? '');
  }
  return spelled(type);
}

/** XState names an actor without a name `0.<id of the state>`. */
function callName(name: string): string {
  return /^\d+\./.test(name) ? 'a call' : spelled(name);
}
