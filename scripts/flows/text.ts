import type { Chart, ChartState } from './chart.ts';

/** The chart as text, kept in docs/machines so that a change of a flow shows as a change of words. */
export function markdownOf(chart: Chart): string {
  const { flow, root, edges, delays } = chart;
  const states = allStates(root);
  const nameOf = new Map(states.map(({ id, name }) => [id, name === '(root)' ? 'everywhere' : name]));
  const timers = Object.entries(delays);
  return [
    `# ${flow}`,
    '',
    root.description,
    '',
    '## States',
    '',
    ...states
      .slice(1)
      .map(
        (state) =>
          `${'  '.repeat(state.name.split('.').length - 1)}- **${state.title}**${marksOf(state, chart)}: ${state.description}${worksOf(state)}`,
      ),
    '',
    '## What leads where',
    '',
    '| in | when | if | does | then |',
    '| --- | --- | --- | --- | --- |',
    ...edges.map(
      ({ from, to, on, guard, actions }) =>
        `| ${nameOf.get(from)} | ${on} | ${guard ?? ''} | ${actions.join(', ')} | ${to === null ? 'stays' : nameOf.get(to)} |`,
    ),
    ...(timers.length === 0
      ? []
      : [
          '',
          '## Timers',
          '',
          '| name | runs |',
          '| --- | --- |',
          ...timers.map(([name, words]) => `| ${name} | ${words} |`),
        ]),
    '',
  ].join('\n');
}

export function allStates(state: ChartState): ChartState[] {
  return [state, ...state.children.flatMap(allStates)];
}

function marksOf({ id, type, isRegion }: ChartState, { root }: Chart): string {
  const isFirst = allStates(root).some(({ startsIn }) => startsIn === id);
  const marks = [isFirst && 'first', isRegion && 'beside the others', type === 'final' && 'the end'].filter(Boolean);
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function worksOf({ calls, entry, exit }: ChartState): string {
  const works = [
    ...calls.map((call) => `runs \`${call}\``),
    ...entry.map((action) => `on entering \`${action}\``),
    ...exit.map((action) => `on leaving \`${action}\``),
  ];
  return works.length === 0 ? '' : ` _${works.join(', ')}_`;
}
