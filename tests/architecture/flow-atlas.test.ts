import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allStates } from 'flow-atlas/atlas/chart';
import { getSlots } from 'model-testing/model/structure';
import { allCharts } from '../../tools/flows/charts.ts';
import { GOALS } from '../../tools/flows/goals.ts';
import { GROUPS } from '../../tools/flows/groups.ts';
import { FLOW_LINKS } from '../../tools/flows/flow-links.ts';
import { composed } from '../support/slots.ts';

const charts = await allCharts();
const names = charts.map(({ flow }) => flow).sort();

test('every flow belongs to one group of the atlas', () => {
  expect(Object.values(GROUPS).flat().sort()).toEqual(names);
});

test('TST-O3: every flow has a goal for its strip of screens', () => {
  expect(Object.keys(GOALS).sort()).toEqual(names);
});

test.each(Object.values(composed).map((machine) => [machine.id, machine] as const))(
  '%s: every machine in a slot is a link in the state that runs it',
  (id, machine) => {
    const chart = charts.find((one) => one.machine === id);
    const calls = chart === undefined ? [] : allStates(chart.root).flatMap((state) => state.calls);
    const slots = [...getSlots(machine)].flatMap(([slot, kind]) => (kind === 'machine' ? [slot] : []));
    for (const slot of slots) expect(calls).toContainEqual({ src: slot, flow: expect.anything() });
  },
);

test.each(FLOW_LINKS)(
  'the map links $from to $to, and a source file contains the reason',
  ({ from, to, file, words }) => {
    expect(names).toEqual(expect.arrayContaining([from, to]));
    expect(readFileSync(file, 'utf8')).toContain(words);
  },
);
