import { describe, expect, test } from 'vitest';
import { allStates } from 'flow-atlas/atlas/chart';
import type { Chart, ChartState } from 'flow-atlas/atlas/chart';
import { getDelayName } from 'flow-atlas/atlas/labels';
import type { FlowLabels } from 'flow-atlas/atlas/labels';
import { allCharts } from '../../tools/flows/charts.ts';

/** Charts are read by people who know shops but no code (TST-O2): every name of a machine has a short label. */

const MOST_LETTERS = 40;
const charts = await allCharts();

/** Returns all names of a chart that need a label. */
function getNames(chart: Chart): Record<keyof FlowLabels, string[]> {
  const states = allStates(chart.root);
  const { edges } = chart;
  const isReply = ({ kind, on }: (typeof edges)[number]) => ['done', 'error', 'other'].includes(kind) && on !== 'done';
  const names = {
    states: states.map(({ name }) => name),
    events: edges.filter(({ kind }) => kind === 'user').map(({ event }) => event),
    results: edges.filter(isReply).map(({ on }) => on),
    calls: states.flatMap(({ calls }) => calls.filter(({ flow }) => flow === null).map(({ src }) => src)),
    guards: edges.flatMap(({ guard }) => (guard === null || guard === 'otherwise' ? [] : [guard])),
    timers: edges.filter(({ kind }) => kind === 'after').map(getDelayName),
    actions: [...states.flatMap(({ entry, exit }) => [...entry, ...exit]), ...edges.flatMap(({ actions }) => actions)],
  };
  return Object.fromEntries(Object.entries(names).map(([kind, all]) => [kind, [...new Set(all)].sort()])) as Record<
    keyof FlowLabels,
    string[]
  >;
}

/** Returns what is wrong with a label, or `null`. */
function findFault(label: string): string | null {
  if (label.length > MOST_LETTERS) return `has ${label.length} letters`;
  if (!/^[A-Z0-9‘'"]/.test(label)) return 'does not start with a capital letter';
  if (/\.$/.test(label)) return 'ends with a full stop';
  if (/\b[a-z]+[A-Z]|[_={}<>`]|\w\(|\b[A-Z]\d+\b|§/.test(label.replace('M-Pesa', ''))) return 'contains code or an id';
  return null;
}

function findEqualSiblings({ labels }: Chart, state: ChartState): string[] {
  const all = state.children.map(({ name }) => labels.states[name] ?? '');
  return all.filter((label, index) => all.indexOf(label) !== index);
}

describe('TST-O2: labels of charts', () => {
  test.each(charts.map((chart) => [chart.flow, chart] as const))('%s: every name has one', (_, chart) => {
    const written = Object.fromEntries(
      Object.entries(chart.labels).map(([kind, labels]) => [kind, Object.keys(labels as object).sort()]),
    );
    expect(written).toEqual(getNames(chart));
  });

  test.each(charts.map((chart) => [chart.flow, chart] as const))(
    '%s: a label is short and without code',
    (_, chart) => {
      const faults = Object.values(chart.labels)
        .flatMap((labels: Readonly<Record<string, string>>) => Object.entries(labels))
        .flatMap(([name, label]) => {
          const fault = findFault(label);
          return fault === null ? [] : [`${name}: '${label}' ${fault}`];
        });
      expect(faults).toEqual([]);
      expect(allStates(chart.root).flatMap((state) => findEqualSiblings(chart, state))).toEqual([]);
    },
  );

  test.each([
    ['isCartEmpty', 'does not start with a capital letter'],
    ['Sets isPaid', 'contains code or an id'],
    ['The order is over (D12)', 'contains code or an id'],
    ['Pays.', 'ends with a full stop'],
    ['The shopper pays the whole order with one prompt', 'has 48 letters'],
    ['Pays with M-Pesa', null],
  ])('%s: %s', (label, fault) => expect(findFault(label)).toBe(fault));
});
