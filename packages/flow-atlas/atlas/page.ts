import { allStates } from './chart.ts';
import type { PageData } from './data.ts';
import { drawView, escape, MARKERS } from './draw.ts';
import { viewOptions } from './looks.ts';
import { renderOutline } from './outline.ts';
import type { Share } from './proof.ts';
import { createView } from './view.ts';

export interface FlowPageOptions {
  readonly scripts?: readonly string[];
  /** Links to the strip of screens. */
  readonly hasStrip?: boolean;
}

/** Builds the page of one flow: its chart, details of each state, and everything once more as text. */
export function flowPage(data: PageData, { scripts = [], hasStrip = false }: FlowPageOptions = {}): string {
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
    <div class="title"><h1>${escape(chart.title)} <small class="id">${escape(chart.flow)}</small></h1>
    <p class="crumbs"><a href="index.html">All flows</a> › ${escape(group)}</p>${hasStrip ? `<p class="crumbs"><a href="${escape(chart.flow)}.strip.html">Screens from start to end</a></p>` : ''}</div>
    <p class="about">${escape(chart.root.description)}</p>
  </div>
  <div class="facts">${renderFacts(data)}</div>
</header>
<div class="workspace" id="workspace">
  <section class="stage" aria-label="Chart of the flow">
    <a class="skip" href="#words-title">Skip the chart: it is an outline below</a>
    <div class="tools" role="group" aria-label="Chart">
      <div class="finder goto"><input id="goto" type="search" placeholder="Go to state" aria-label="Go to state" autocomplete="off" aria-controls="states"><div id="states" class="found" hidden></div></div>
      <button type="button" data-do="out" aria-label="Smaller">−</button>
      <button type="button" data-do="in" aria-label="Larger">+</button>
      <button type="button" data-do="fit">Fit</button>
      <button type="button" data-do="full-size">100 %</button>
      <button type="button" data-do="unfold">Unfold all</button>
      <button type="button" data-do="fold">Fold</button>
      <button type="button" data-do="keys" aria-haspopup="dialog">Keys</button>
      <button type="button" data-do="panel" aria-expanded="true" aria-controls="panel">Panel</button>
    </div>
    <div class="view">
    <div class="canvas" id="canvas" tabindex="-1" role="group" aria-label="${escape(chart.title)}: arrows move between states, Enter selects a state">
      <svg id="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${laid.width} ${laid.height}" width="${laid.width}" height="${laid.height}" role="group" aria-label="Chart of ${escape(chart.title)}">${MARKERS}<g id="world">
${svg}
</g></svg>
    </div>
    <div class="overview" id="overview" tabindex="0" role="group" aria-label="Overview map: arrows move the visible part, plus and minus change its size" hidden><svg aria-hidden="true"></svg></div>
    </div>
    <details class="legend"><summary>Legend</summary>${LEGEND}</details>
  </section>
  <aside class="panel" id="panel" aria-label="Details">
    <section data-slot="details" aria-live="polite"><p class="hint">Select a state or a line of the chart to see its meaning, its transitions, and the sentences of the specification about it.</p></section>
    <section data-slot="notes" hidden></section>
    <section data-slot="simulator" hidden></section>
    <section data-slot="screens" hidden></section>
  </aside>
</div>
</div>
${startedBy.length === 0 ? '' : `<p class="started">Started by ${startedBy.map(({ flow, title }) => `<a href="${escape(flow)}.html">${escape(title)}</a>`).join(', ')}</p>`}
${renderOutline(chart, data.proof)}
</main>
${KEYS}
<script type="application/json" id="atlas-data">${toScriptJson(data)}</script>`,
  });
}

/** Returns JSON that is safe inside a script element. */
export function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export interface PageParts {
  readonly title: string;
  readonly kind: 'flow' | 'map' | 'compare' | 'faults' | 'strip';
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
  <div class="finder search" role="search"><input id="search" type="search" placeholder="Search flows, states, texts, rulings (D21)" aria-label="Search flows, states, texts and rulings" autocomplete="off" aria-controls="found"><div id="found" class="found" hidden></div></div>
  <div class="live" data-slot="live"></div>
</div>
${body}
<script src="machines.js"></script>
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
<li><b class="noted">2</b> notes of readers</li>
<li><b>H</b> resumes the last active inner state</li>
</ul>`;

/** Every key of a flow's page (TST-O4). */
const KEYS = `<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<dl class="keys">
<div><dt><kbd>/</kbd></dt><dd>search all flows</dd></div>
<div><dt><kbd>g</kbd></dt><dd>go to a state of this flow</dd></div>
<div><dt><kbd>↓</kbd> <kbd>↑</kbd></dt><dd>move in a list of results; <kbd>Enter</kbd> opens one</dd></div>
<div><dt><kbd>Tab</kbd></dt><dd>enters the chart at one state, then its fold button and its lines</dd></div>
<div><dt><kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd></dt><dd>move to the next state in that direction</dd></div>
<div><dt><kbd>Enter</kbd></dt><dd>selects a state or a line; also unfolds a folded state</dd></div>
<div><dt><kbd>Esc</kbd></dt><dd>closes a list or this window; leaves the panel for the chart; in the chart, clears the selection</dd></div>
<div><dt><kbd>+</kbd> <kbd>−</kbd></dt><dd>larger, smaller: folded states open when the chart is large</dd></div>
<div><dt><kbd>0</kbd> <kbd>1</kbd></dt><dd>the whole chart, its own size</dd></div>
<div><dt><kbd>Shift</kbd> + arrows</dt><dd>move the chart; on the overview map, arrows alone</dd></div>
<div><dt><kbd>Shift</kbd> + drag</dt><dd>zooms to an area; without a mouse: select a state, then “Zoom to it”</dd></div>
<div><dt><kbd>?</kbd></dt><dd>this list</dd></div>
</dl>
<form method="dialog"><button>Close</button></form></dialog>`;

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
