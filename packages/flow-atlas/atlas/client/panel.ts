import { allStates } from '../chart.ts';
import type { ChartEdge } from '../chart.ts';
import type { PageData } from '../data.ts';
import { escape } from '../draw.ts';
import { getActionLabel, getCallLabel, getConditionText, getStateLabel, getTriggerLabel } from '../labels.ts';
import type { ProofRow } from '../proof.ts';
import { findSlot } from './api.ts';
import type { ChartView, ChartSelection } from './chart-view.ts';

export interface Panel {
  readonly open: () => void;
  /** Moves the focus to the heading of the details. */
  readonly focus: () => void;
}

/** Details of the selected state or line, beside the chart. */
export function mountPanel(view: ChartView, data: PageData): Panel {
  const details = findSlot('details');
  const hint = details?.innerHTML ?? '';
  const workspace = document.getElementById('workspace');
  const button = document.querySelector('[data-do="panel"]');
  const toggle = (isOpen: boolean) => {
    workspace?.classList.toggle('without-panel', !isOpen);
    button?.setAttribute('aria-expanded', String(isOpen));
  };
  button?.addEventListener('click', () => toggle(workspace?.classList.contains('without-panel') === true));
  view.onSelect((chosen) => {
    history.replaceState(null, '', toHash(data, chosen));
    if (details === null) return;
    details.innerHTML = chosen === null ? hint : renderDetails(data, chosen);
    details.closest('.panel')?.scrollTo(0, 0);
  });
  details?.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-zoom]') : null;
    if (button === null) return;
    const { zoom } = button.dataset;
    if (zoom === undefined) void copyLink(button);
    else void view.zoomTo(zoom);
  });
  return {
    open: () => toggle(true),
    focus: () => {
      toggle(true);
      details?.querySelector<HTMLElement>('h2')?.focus();
    },
  };
}

/** Returns the hash that selects the same when the page opens. */
function toHash({ chart }: PageData, chosen: ChartSelection | null): string {
  if (chosen === null) return `${location.pathname}${location.search}`;
  if ('edges' in chosen) return `#edge=${chosen.edges[0] ?? ''}`;
  const name = allStates(chart.root).find(({ id }) => id === chosen.state)?.name ?? '';
  return `#state=${encodeURIComponent(name)}`;
}

/** Copies the address of the page with the selected state. Without a clipboard, shows it for copying by hand. */
async function copyLink(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = 'Copied';
  } catch {
    const field = document.createElement('input');
    field.readOnly = true;
    field.value = location.href;
    field.setAttribute('aria-label', 'Link of this state');
    button.replaceWith(field);
    field.select();
  }
}

export function renderDetails(data: PageData, chosen: ChartSelection): string {
  if ('state' in chosen) return stateDetails(data, chosen.state);
  const heading = chosen.edges.length === 1 ? 'Transition' : `${chosen.edges.length} transitions`;
  const [first] = chosen.edges;
  const from = first === undefined ? undefined : data.chart.edges[first]?.from;
  return `<h2 tabindex="-1">${heading}</h2>${from === undefined ? '' : `<p>from ${stateLink(data.chart, from)}</p>`}${chosen.edges.map((index) => edgeDetails(data, index)).join('')}`;
}

function stateDetails(data: PageData, id: string): string {
  const { chart, proof } = data;
  const state = allStates(chart.root).find((one) => one.id === id);
  if (state === undefined) return '';
  const toLabel = (action: string) => getActionLabel(chart, action);
  const own = chart.edges.flatMap((edge, index) => (edge.from === id ? [index] : []));
  const into = chart.edges.flatMap((edge, index) => (edge.to.includes(id) && edge.from !== id ? [index] : []));
  const flows = state.calls.flatMap(({ flow }) => flow ?? []);
  const calls = state.calls.flatMap(({ src, flow }) => (flow === null ? [src] : []));
  const shown = proof?.shows.filter(({ states }) => states.includes(id)) ?? [];
  return `<h2 tabindex="-1">${escape(getStateLabel(chart, state))} <small class="id">${escape(state.name)}</small></h2>
<div class="does"><button type="button" data-copy>Copy link</button><button type="button" data-zoom="${escape(id)}">Zoom to it</button></div>
<p>${escape(state.description)}</p>
${shown.map(({ shows, says, ref }) => `<p class="shows"><b>Shown:</b> ${escape([...shows, ...(says === null ? [] : [`‘${says}’`])].join('; '))} <span class="ref">${escape(ref)}</span></p>`).join('')}
${flows.length === 0 ? '' : `<p><b>Starts:</b> ${flows.map(({ flow, title }) => `<a href="${escape(flow)}.html">${escape(title)}</a>`).join(', ')}</p>`}
${calls.length === 0 ? '' : `<p><b>Runs:</b> ${escape(calls.map((slot) => getCallLabel(chart, slot)).join(', '))}</p>`}
${renderList('On entering', state.entry.map(toLabel))}${renderList('On leaving', state.exit.map(toLabel))}
${own.length === 0 ? '' : `<h3>Transitions from here</h3>${own.map((index) => edgeDetails(data, index)).join('')}`}
${into.length === 0 ? '' : `<h3>Transitions to here</h3><ul>${into.map((index) => `<li>${renderIncoming(data, index)}</li>`).join('')}</ul>`}`;
}

function renderList(name: string, words: readonly string[]): string {
  return words.length === 0 ? '' : `<p><b>${name}:</b> ${escape(words.join(', '))}</p>`;
}

function renderIncoming({ chart }: PageData, index: number): string {
  const edge = chart.edges[index];
  if (edge === undefined) return '';
  return `${stateLink(chart, edge.from)}: ${escape(getTriggerLabel(chart, edge))}`;
}

function stateLink(chart: PageData['chart'], id: string): string {
  const state = allStates(chart.root).find((one) => one.id === id);
  const words = state === undefined || id === chart.root.id ? 'anywhere' : getStateLabel(chart, state);
  return `<a href="#state=${escape(encodeURIComponent(state?.name ?? ''))}" data-choose="${escape(id)}">${escape(words)}</a>`;
}

function edgeDetails(data: PageData, index: number): string {
  const { chart, proof } = data;
  const edge = chart.edges[index];
  if (edge === undefined) return '';
  const rows = proof?.rows.filter(({ edges }) => edges.includes(edge.id)) ?? [];
  const beyond = proof?.beyond.filter(({ edges }) => edges.includes(edge.id)) ?? [];
  const isNoState = edge.to.length === 0;
  const end = isNoState
    ? edge.isForbidden
      ? 'nothing happens'
      : 'stays'
    : `→ ${edge.to.map((id) => stateLink(chart, id)).join(' and ')}${edge.isReentry ? ' (restarts)' : ''}`;
  return `<article class="edge-told ${edge.kind}"><p><b>${escape(getTriggerLabel(chart, edge))}</b> ${end}</p>
${conditionText(chart, edge)}
${edge.actions.length === 0 ? '' : `<p class="small">does: ${escape(edge.actions.map((action) => getActionLabel(chart, action)).join(', '))}</p>`}
<p class="small id">${escape(edge.on)}${edge.guard === null ? '' : ` [${escape(edge.guard)}]`}</p>
${rows.length === 0 ? '' : `<details class="rows"><summary>${rows.length} ${rows.length === 1 ? 'sentence' : 'sentences'} of the specification: ${escape(formatIds(rows))}</summary><ul>${rows.map(rowText).join('')}</ul></details>`}
${beyond.map(({ why }) => `<p class="small">Not in the specification: ${escape(why)}</p>`).join('')}
</article>`;
}

function conditionText(chart: PageData['chart'], edge: ChartEdge): string {
  const text = getConditionText(chart, edge);
  return text === '' ? '' : `<p>${escape(text)}</p>`;
}

function formatIds(rows: readonly ProofRow[]): string {
  return [...new Set(rows.flatMap(({ ids }) => ids))].join(', ');
}

function rowText({ name, to, says, ref, table }: ProofRow): string {
  const shown = says.length === 0 ? '' : `, shown: ‘${says.join('’, ‘')}’`;
  return `<li>${escape(`${name} → ${to}${shown}`)} <span class="ref">${escape(ref)}${table === null ? '' : `, table ${escape(table)}`}</span></li>`;
}
