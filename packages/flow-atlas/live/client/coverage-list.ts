import { escape } from '../../atlas/draw.ts';
import { allStates } from '../../atlas/chart.ts';
import type { Chart, ChartEdge } from '../../atlas/chart.ts';
import { getEdgeLabel, getStateLabel } from '../../atlas/labels.ts';
import { countTransitions, findUnusedFlows } from '../coverage.ts';
import type { Run } from '../run.ts';
import { getFlows } from './project.ts';

/** Marks on the chart how often the runs took each transition, and returns the list of what they never took. */
export function showCoverage(runs: readonly Run[]): string {
  const chart = window.atlas?.chart;
  if (chart === undefined) return renderUnusedFlows(runs);
  const { counts, runs: having } = countTransitions(runs, chart);
  window.atlas?.count(counts);
  const never = chart.edges.flatMap((edge, index) => ((counts[index] ?? 0) === 0 ? [{ edge, index }] : []));
  const taken = chart.edges.length - never.length;
  const where = `${countOf(runs, 'run')}, of which ${having} ${having === 1 ? 'has' : 'have'} this flow`;
  return `<p>${taken} of ${chart.edges.length} transitions were taken (${where}).</p>
${never.length === 0 ? '' : `<p>Never taken:</p><ul>${never.map(({ edge, index }) => `<li><a href="#edge=${index}">${escape(describeEdge(chart, edge))}</a></li>`).join('')}</ul>`}`;
}

function describeEdge(chart: Chart, edge: ChartEdge): string {
  const nameOf = (id: string) => {
    const state = allStates(chart.root).find((one) => one.id === id);
    return state === undefined ? id : id === chart.root.id ? 'Anywhere' : getStateLabel(chart, state);
  };
  const to = edge.to.map(nameOf).join(' and ');
  return `${nameOf(edge.from)}: ${getEdgeLabel(chart, edge)}${to === '' ? '' : ` → ${to}`}`;
}

function renderUnusedFlows(runs: readonly Run[]): string {
  const flows = getFlows();
  const unused = findUnusedFlows(runs, flows);
  const links = unused.map((machine) => {
    const { flow = '', title = machine } = flows[machine] ?? {};
    return `<li><a href="${escape(flow)}.html">${escape(title)}</a></li>`;
  });
  const all = Object.keys(flows).length;
  return `<p>${all - unused.length} of ${all} flows ran (${countOf(runs, 'run')}). The page of a flow marks its transitions.</p>
${links.length === 0 ? '' : `<p>Never started:</p><ul>${links.join('')}</ul>`}`;
}

function countOf({ length }: readonly unknown[], what: string): string {
  return `${length} ${what}${length === 1 ? '' : 's'}`;
}
