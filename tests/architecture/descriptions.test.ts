import { describe, expect, test } from 'vitest';
import { parseDelayName, getEdges } from 'model-testing/model/structure';
import type { Edge } from 'model-testing/model/structure';
import { lightMachines } from '../../scripts/vite-plugins.ts';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

/** A reader of a chart without its code can see when each guarded transition is taken and when a timer ends. */

const files = [...(await machineFiles('src/machines')), ...(await machineFiles('server/machines'))];

const isGuarded = ({ guard }: Edge) => guard !== null;
const isTimer = ({ kind }: Edge) => kind === 'after';
const isOtherwise = ({ id }: Edge) => id.includes(' [otherwise] -> ');
const isTold = (edge: Edge) => isGuarded(edge) || isOtherwise(edge) || isTimer(edge);

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, minute: 60_000, minutes: 60_000, hours: 3_600_000 };

/** Returns the durations in a sentence, in ms. */
function durationsIn(text: string): number[] {
  return [...text.matchAll(/(\d+(?:\.\d+)?) (ms|s|minutes?|hours)\b/g)].map(
    ([, count, unit = '']) => Number(count) * (MS[unit] ?? Number.NaN),
  );
}

const getLetters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/**
 * Returns the fault in a transition's description, or null.
 *
 * @param delay delay of a timer in ms, or 'computed'
 */
function getFault(text = '', guard: string | null = null, delay?: number | 'computed'): string | null {
  if (text.trim().split(/\s+/).length < 3) return 'says too little';
  if (!/^[A-Z0-9].*\.$/.test(text)) return 'is no sentence with a full stop';
  if (/\b[a-z]+[A-Z]|[`_={}<>]|\w\(/.test(text)) return 'has code in it';
  if (guard !== null && getLetters(text) === getLetters(guard)) return "repeats the guard's name";
  const [first] = durationsIn(text);
  if (delay === 'computed' && first === undefined) return 'names no duration';
  if (typeof delay === 'number' && first !== delay) return `names ${first} ms, but it is ${delay} ms`;
  return null;
}

function getDelay({ definition, source }: Edge, delays: Readonly<Record<string, unknown>>): number | 'computed' {
  const delay = delays[parseDelayName(definition.eventType, source)];
  return typeof delay === 'number' ? delay : 'computed';
}

const all = files.flatMap(({ machine }) => getEdges(machine));
const count = (edges: readonly Edge[], is: (edge: Edge) => boolean) => edges.filter(is).length;

describe(`${count(all, isGuarded)} guarded transitions, ${count(all, isOtherwise)} otherwise, ${count(all, isTimer)} timers`, () => {
  const machines = files.map(({ flow, machine }) => ({ flow, machine, edges: getEdges(machine).filter(isTold) }));

  test.each(machines.map((one) => [one.flow, count(one.edges, isGuarded), count(one.edges, isTimer), one] as const))(
    '%s describes each of its %i guarded transitions and %i timers',
    (_flow, _guarded, _timers, { machine, edges }) => {
      const faults = edges.flatMap((edge) => {
        const delay = isTimer(edge) ? getDelay(edge, machine.implementations.delays) : undefined;
        const fault = getFault(edge.definition.description, edge.guard, delay);
        return fault === null ? [] : [`${edge.id} ${fault}`];
      });
      expect(faults).toEqual([]);
    },
  );
});

test.each([
  [undefined, null, undefined, 'says too little'],
  ['Otherwise.', null, undefined, 'says too little'],
  ['The cart is empty', 'isEmpty', undefined, 'is no sentence with a full stop'],
  ['The context has orderId.', null, undefined, 'has code in it'],
  ['Is phone blank.', 'isPhoneBlank', undefined, "repeats the guard's name"],
  ['After a while it ends.', null, 'computed', 'names no duration'],
  ['Some 5 s after it.', null, 3_000, 'names 5000 ms, but it is 3000 ms'],
  ['10 minutes after the first prompt.', null, 600_000, null],
  ['1.5 s after it was pressed.', null, 1_500, null],
] as const)('judges %s: %s %s', (text, guard, delay, fault) => expect(getFault(text, guard, delay)).toBe(fault));

test("descriptions of machines are removed from the browser's code", () => {
  const { transform } = lightMachines;
  const filter = typeof transform === 'object' ? transform.filter?.id : undefined;
  const spoken = sources('src/machines').filter(({ text }) => /^\s*description:/m.test(text));
  expect(spoken.filter(({ path }) => !(filter instanceof RegExp && filter.test(path))).map(({ path }) => path)).toEqual(
    [],
  );
});
