import { allStates } from './chart.ts';
import type { Chart, ChartEdge } from './chart.ts';
import type { PageData } from './data.ts';
import { drawView, escape, MARKERS } from './draw.ts';
import { getConditionText, getStateLabel, getTriggerLabel } from './labels.ts';
import { viewOptions } from './looks.ts';
import type { Share } from './proof.ts';
import { createView } from './view.ts';

/** Builds the page of one flow: its chart, details of each state, and everything once more as text. */
export function flowPage(data: PageData, scripts: readonly string[] = []): string {
  const { chart, group, looks, startedBy } = data;
  const { laid } = looks.first;
  const svg = drawView(createView(chart, viewOptions(looks.first)), laid);
  return renderPage({
    title: chart.title,
    kind: 'flow',
    scripts: ['atlas.js', ...scripts],
    body: `
<main>
<div class="sheet">
<header class="head">
  <div>
    <p class="crumbs"><a href="index.html">All flows</a> › ${escape(group)}</p>
    <h1>${escape(chart.title)} <small class="id">${escape(chart.flow)}</small></h1>
    <p class="about">${escape(chart.root.description)}</p>
  </div>
  <div class="facts">${renderFacts(data)}</div>
</header>
<div class="workspace" id="workspace">
  <section class="stage" aria-label="Chart of the flow">
    <div class="tools" role="toolbar" aria-label="Chart">
      <button type="button" data-do="out" aria-label="Smaller">−</button>
      <button type="button" data-do="in" aria-label="Larger">+</button>
      <button type="button" data-do="fit">Fit</button>
      <button type="button" data-do="full-size">100 %</button>
      <button type="button" data-do="unfold">Unfold all</button>
      <button type="button" data-do="fold">Fold</button>
      <button type="button" data-do="panel" aria-expanded="true" aria-controls="panel">Panel</button>
    </div>
    <div class="canvas" id="canvas" tabindex="0" role="group" aria-label="${escape(chart.title)}: arrows move the chart, plus and minus change its size, 0 fits it">
      <svg id="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${laid.width} ${laid.height}" width="${laid.width}" height="${laid.height}" role="group" aria-label="Chart of ${escape(chart.title)}">${MARKERS}<g id="world">
${svg}
</g></svg>
    </div>
    <details class="legend"><summary>Legend</summary>${LEGEND}</details>
  </section>
  <aside class="panel" id="panel" aria-label="Details">
    <section data-slot="details" aria-live="polite"><p class="hint">Select a state or a line of the chart to see its meaning, its transitions, and the sentences of the specification about it.</p></section>
    <section data-slot="simulator" hidden></section>
    <section data-slot="screens" hidden></section>
  </aside>
</div>
</div>
${startedBy.length === 0 ? '' : `<p class="started">Started by ${startedBy.map(({ flow, title }) => `<a href="${escape(flow)}.html">${escape(title)}</a>`).join(', ')}</p>`}
${renderTexts(data)}
</main>
<script type="application/json" id="atlas-data">${toScriptJson(data)}</script>`,
  });
}

/** Returns JSON that is safe inside a script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export interface PageParts {
  readonly title: string;
  readonly kind: 'flow' | 'map' | 'compare' | 'faults';
  readonly scripts: readonly string[];
  readonly body: string;
}

/** Builds the frame of every page, with search and Live at the top. Classic scripts also run from disk. */
export function renderPage({ title, kind, scripts, body }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Flows</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="atlas.css">
<link rel="stylesheet" href="live.css">
</head>
<body data-page="${kind}">
<div class="bar">
  <a class="home" href="index.html">Flows</a>
  <div class="search" role="search"><input id="search" type="search" placeholder="Search flows, states, texts, rulings (D21)" aria-label="Search flows, states, texts and rulings" autocomplete="off" aria-controls="found"><div id="found" class="found" hidden></div></div>
  <div class="live" data-slot="live"></div>
</div>
${body}
<script src="search.js"></script>
${[...scripts, 'live.js'].map((script) => `<script src="${script}"></script>`).join('\n')}
</body>
</html>
`;
}

const LEGEND = `<ul class="key">
<li><span class="swatch user"></span> a user action or an outside event</li>
<li><span class="swatch done"></span> a call succeeds, or a flow ends</li>
<li><span class="swatch error"></span> a call fails</li>
<li><span class="swatch after"></span> time passes</li>
<li><span class="swatch always"></span> immediately</li>
<li><b class="dot"></b> initial state</li>
<li><b class="ends"></b> final state</li>
<li><b class="beside"></b> a parallel part: all parts are active at the same time</li>
<li><b>+</b> contains more states; press to unfold</li>
<li><b>⚙</b> a call or listener that runs while the state is active</li>
<li><b>→</b> another flow that runs in the state</li>
<li><b>•</b> a transition that stays in the state</li>
<li><b>↻</b> a transition that restarts the state</li>
<li><b>✕</b> an event ignored on purpose</li>
<li><b>⇢</b> a transition to a state with many incoming lines (marked <b>⇠</b> there)</li>
<li><b>(also)</b> the second target of one transition</li>
<li><b>H</b> resumes the last active inner state</li>
</ul>`;

function renderFacts({ chart, proof }: PageData): string {
  const states = allStates(chart.root).length - 1;
  const counts = `<span>${states} states</span><span>${chart.edges.length} transitions</span>`;
  if (proof === null) return counts;
  const { coverage, rows, mutants } = proof;
  return [
    renderShare('states', coverage.states),
    renderShare('transitions', coverage.transitions),
    renderShare('conditions, both outcomes', coverage.guards),
    `<span><b>${rows.length}</b> sentences of the specification</span>`,
    ...(mutants === null
      ? []
      : [`<span><b>${mutants.noticed} of ${mutants.judged}</b> mutants noticed by the tests</span>`]),
  ].join('');
}

function renderShare(what: string, { covered, all, excused }: Share): string {
  const note = excused > 0 ? `, ${excused} excused` : '';
  return `<span title="Covered by generated paths${note}"><b>${covered} of ${all}</b> ${what} tested${note}</span>`;
}

/** The same content as text, for readers without the chart, for searching in the page and for printing. */
function renderTexts({ chart, proof }: PageData): string {
  const states = allStates(chart.root).slice(1);
  return `
<section class="texts" id="words">
<h2>In words</h2>
${states.map((state) => stateText(chart, state.id)).join('\n')}
${anywhereText(chart)}
</section>
${proof === null ? '' : rowsText(proof.rows)}`;
}

function stateText(chart: Chart, id: string): string {
  const state = allStates(chart.root).find((one) => one.id === id);
  if (state === undefined) return '';
  const depth = Math.min(6, state.name.split('.').length + 2);
  return `<article class="told" data-of="${escape(id)}"><h${depth}>${escape(getStateLabel(chart, state))} <small class="id">${escape(state.name)}</small></h${depth}>
<p>${escape(state.description)}</p>${edgesText(chart, id)}</article>`;
}

function anywhereText(chart: Chart): string {
  const list = edgesText(chart, chart.root.id);
  return list === '' ? '' : `<article class="told"><h3>Anywhere</h3>${list}</article>`;
}

function edgesText(chart: Chart, from: string): string {
  const own = chart.edges.filter((edge) => edge.from === from);
  if (own.length === 0) return '';
  return `<ul>${own.map((edge) => `<li class="${edge.kind}">${edgeText(chart, edge)}</li>`).join('')}</ul>`;
}

function edgeText(chart: Chart, edge: ChartEdge): string {
  const states = allStates(chart.root).filter(({ id }) => edge.to.includes(id));
  const condition = getConditionText(chart, edge);
  const to = states.map((state) => getStateLabel(chart, state)).join(' and ');
  const end = edge.to.length > 0 ? `→ ${escape(to)}` : edge.isForbidden ? 'nothing happens' : 'stays';
  return `<b>${escape(getTriggerLabel(chart, edge))}</b>${condition === '' ? '' : ` (${escape(condition)})`} ${end}`;
}

function rowsText(
  rows: readonly {
    readonly name: string;
    readonly to: string;
    readonly says: readonly string[];
    readonly ref: string;
  }[],
): string {
  return `<section class="texts"><h2>The specification</h2>
<div class="wide"><table><thead><tr><th>when</th><th>then</th><th>shown</th><th>reference</th></tr></thead><tbody>${rows
    .map(
      ({ name, to, says, ref }) =>
        `<tr><td>${escape(name)}</td><td>${escape(to)}</td><td>${escape(says.join(' · '))}</td><td>${escape(ref)}</td></tr>`,
    )
    .join('')}</tbody></table></div></section>`;
}
