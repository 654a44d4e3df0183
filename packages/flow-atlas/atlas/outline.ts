import { allStates } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { escape } from './draw.ts';
import { getCallLabel, getConditionText, getStateLabel, getTriggerLabel } from './labels.ts';
import type { Proof } from './proof.ts';

/**
 * The whole chart as a nested list, for screen readers (TST-O4), for searching in the page and for printing, and the
 * sentences of the specification.
 */
export function renderOutline(chart: Chart, proof: Proof | null): string {
  const { root } = chart;
  return `
<section class="texts" id="words" aria-labelledby="words-title">
<h2 id="words-title" tabindex="-1">The chart as an outline</h2>
<ul class="outline">${renderAnywhere(chart)}${root.children.map((state) => renderState(chart, root, state)).join('\n')}</ul>
</section>
${proof === null ? '' : renderRows(proof.rows)}`;
}

function renderState(chart: Chart, parent: ChartState, state: ChartState): string {
  const { id, name, description, children } = state;
  const level = Math.min(6, name.split('.').length + 2);
  const label = escape(getStateLabel(chart, state));
  const inside = children.map((child) => renderState(chart, state, child)).join('');
  return `<li data-outline="${escape(id)}"><h${level}><a href="#state=${escape(encodeURIComponent(name))}" data-choose="${escape(id)}">${label}</a> <small class="id">${escape(name)}</small></h${level}>
<p>${escape([describePlace(parent, state), description].filter((words) => words !== '').join(' '))}</p>${renderCalls(chart, state)}${renderEdges(chart, id, `Transitions from ${label}`)}${inside === '' ? '' : `<ul aria-label="Inside ${label}">${inside}</ul>`}</li>`;
}

function describePlace(parent: ChartState, { id, type, isRegion }: ChartState): string {
  const words = [
    parent.startsIn === id && 'The first state.',
    isRegion && 'Active at the same time as the other parts.',
    type === 'final' && 'An end.',
    type === 'history' && 'Resumes the last active inner state.',
  ];
  return words.filter((word) => word !== false).join(' ');
}

function renderCalls(chart: Chart, { calls }: ChartState): string {
  if (calls.length === 0) return '';
  const words = calls.map(({ src, flow }) =>
    flow === null
      ? escape(getCallLabel(chart, src))
      : `<a href="${escape(flow.flow)}.html">${escape(flow.title)}</a> (another flow)`,
  );
  return `<p>Runs: ${words.join(', ')}</p>`;
}

function renderAnywhere(chart: Chart): string {
  const { root } = chart;
  const edges = renderEdges(chart, root.id, 'Transitions from every state');
  const calls = renderCalls(chart, root);
  return edges === '' && calls === ''
    ? ''
    : `<li data-outline="${escape(root.id)}"><h3>In every state</h3>${calls}${edges}</li>`;
}

function renderEdges(chart: Chart, from: string, label: string): string {
  const own = chart.edges.filter((edge) => edge.from === from);
  if (own.length === 0) return '';
  return `<ul aria-label="${label}">${own.map((edge) => `<li class="${edge.kind}" data-edge="${chart.edges.indexOf(edge)}">${renderEdge(chart, edge)}</li>`).join('')}</ul>`;
}

function renderEdge(chart: Chart, edge: ChartEdge): string {
  const states = allStates(chart.root).filter(({ id }) => edge.to.includes(id));
  const condition = getConditionText(chart, edge);
  const to = states
    .map((state) => (state.id === chart.root.id ? 'the beginning' : getStateLabel(chart, state)))
    .join(' and ');
  const end = edge.to.length > 0 ? `→ ${escape(to)}` : edge.isForbidden ? 'nothing happens' : 'stays';
  return `<b>${escape(getTriggerLabel(chart, edge))}</b>${condition === '' ? '' : ` (${escape(condition)})`} ${end}`;
}

function renderRows(rows: Proof['rows']): string {
  return `<section class="texts" aria-labelledby="rows-title"><h2 id="rows-title">The specification</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="rows-title"><table><thead><tr><th>when</th><th>then</th><th>shown</th><th>reference</th></tr></thead><tbody>${rows
    .map(
      ({ name, to, says, ref }) =>
        `<tr><td>${escape(name)}</td><td>${escape(to)}</td><td>${escape(says.join(' · '))}</td><td>${escape(ref)}</td></tr>`,
    )
    .join('')}</tbody></table></div></section>`;
}
