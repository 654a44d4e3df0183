import { allStates } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { formatMermaid } from './mermaid.ts';

/** Formats the chart as text. It is checked in, so that a change of a flow appears as a diff of text. */
export function formatMarkdown(chart: Chart): string {
  const { flow, root, edges, delays } = chart;
  const states = allStates(root);
  const stateNames = new Map(states.map(({ id, name }) => [id, name === '(root)' ? 'everywhere' : name]));
  const timers = Object.entries(delays);
  return [
    `# ${flow}`,
    '',
    root.description,
    '',
    ...formatMermaid(chart).flatMap(({ title, code }) => [
      ...(title === null ? [] : [`**${title}**`, '']),
      '```mermaid',
      code,
      '```',
      '',
    ]),
    '## States',
    '',
    ...states
      .slice(1)
      .map(
        (state) =>
          `${'  '.repeat(state.name.split('.').length - 1)}- **${state.title}**${formatMarks(state, chart)}: ${state.description}${formatWorks(state)}`,
      ),
    '',
    '## What leads where',
    '',
    '| in | when | if | does | then | because |',
    '| --- | --- | --- | --- | --- | --- |',
    ...edges.map((edge) => {
      const { from, on, guard, actions, description } = edge;
      return row([
        stateNames.get(from) ?? '',
        on,
        guard ?? '',
        actions.join(', '),
        formatTarget(edge, stateNames),
        description,
      ]);
    }),
    ...(timers.length === 0
      ? []
      : ['', '## Timers', '', '| name | runs |', '| --- | --- |', ...timers.map((timer) => row(timer))]),
    '',
  ].join('\n');
}

function formatTarget({ to, isForbidden, isReentry }: ChartEdge, nameOf: ReadonlyMap<string, string>): string {
  if (to.length === 0) return isForbidden ? 'ignored' : 'stays';
  return `${to.map((id) => nameOf.get(id)).join(' + ')}${isReentry ? ' (again)' : ''}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function formatMarks({ id, type, isRegion }: ChartState, { root }: Chart): string {
  const isFirst = allStates(root).some(({ startsIn }) => startsIn === id);
  const marks = [isFirst && 'first', isRegion && 'beside the others', type === 'final' && 'the end'].filter(Boolean);
  return marks.length === 0 ? '' : ` (${marks.join(', ')})`;
}

function formatWorks({ calls, entry, exit }: ChartState): string {
  const works = [
    ...calls.map(({ src }) => `runs \`${src}\``),
    ...entry.map((action) => `on entering \`${action}\``),
    ...exit.map((action) => `on leaving \`${action}\``),
  ];
  return works.length === 0 ? '' : ` _${works.join(', ')}_`;
}
