import type { ElkNode } from 'elkjs/lib/elk-api.js';
import { allStates } from './chart.ts';
import type { Chart } from './chart.ts';
import { escape, MARKERS } from './draw.ts';
import type { Layouter } from './layout.ts';
import { measureWidth } from './measure.ts';
import { renderPage } from './page.ts';

export interface MapEntry {
  readonly chart: Chart;
  readonly group: string;
  readonly hasStrip: boolean;
}

export interface FlowStart {
  readonly from: string;
  readonly to: string;
}

/** A flow that queries or notifies another one without starting it. */
export interface FlowLink extends FlowStart {
  /** In words: `asks for the prompt`. */
  readonly how: string;
}

/** Returns which flow starts which, without duplicates. */
export function findFlowStarts(charts: readonly Chart[]): FlowStart[] {
  const known = new Set(charts.map(({ flow }) => flow));
  return charts.flatMap(({ flow, root }) => {
    const started = new Set(allStates(root).flatMap(({ calls }) => calls.flatMap((call) => call.flow?.flow ?? [])));
    return [...started].filter((to) => known.has(to)).map((to) => ({ from: flow, to }));
  });
}

/** A page of the atlas that is not about a single flow. */
export interface FurtherPage {
  /** `faults.html` */
  readonly file: string;
  readonly title: string;
  readonly html: string;
}

interface MapParts {
  readonly title: string;
  readonly entries: readonly MapEntry[];
  readonly talks: readonly FlowLink[];
  readonly further: readonly Pick<FurtherPage, 'file' | 'title'>[];
}

/** Builds the first page: a drawing of which flow starts which, and all flows by group. */
export async function mapPage({ title, entries, talks, further }: MapParts, layouter: Layouter): Promise<string> {
  const groups = [...new Set(entries.map(({ group }) => group))];
  const starts = findFlowStarts(entries.map(({ chart }) => chart));
  return renderPage({
    title,
    kind: 'map',
    scripts: ['atlas.js'],
    body: `
<main class="map">
<h1>${escape(title)}</h1>
<p class="about">Every flow is a state machine: its states, the events in each state, and their results. Each page is drawn from the machine that runs in the product.</p>
${further.map((page) => `<p class="further"><a href="${escape(page.file)}">${escape(page.title)}</a></p>`).join('\n')}
<section aria-labelledby="starts"><h2 id="starts">Which flow starts which</h2>
<p class="small">A line points to the started flow${talks.length === 0 ? '' : '; a dashed one to an independent flow that is queried or notified'}. Flows without a line start no other.</p>
<div class="canvas plain" tabindex="0" role="region" aria-label="Which flow starts which">${await startsDrawing(entries, { groups, starts, talks }, layouter)}</div></section>
${groups.map((group, index) => groupText(group, index, entries, starts)).join('\n')}
</main>`,
  });
}

function groupText(group: string, index: number, entries: readonly MapEntry[], starts: readonly FlowStart[]): string {
  const own = entries.filter((entry) => entry.group === group);
  return `<section class="group group-${index}"><h2>${escape(group)}</h2><ul class="cards">${own
    .map((entry) => renderCard(entry, starts, entries))
    .join('')}</ul></section>`;
}

function renderCard(
  { chart: { flow, title, root, edges }, hasStrip }: MapEntry,
  starts: readonly FlowStart[],
  entries: readonly MapEntry[],
): string {
  const findTitle = (name: string) => entries.find(({ chart }) => chart.flow === name)?.chart.title ?? name;
  const links = (names: readonly string[]) =>
    names.map((name) => `<a href="${escape(name)}.html">${escape(findTitle(name))}</a>`).join(', ');
  const inner = starts.filter(({ from }) => from === flow).map(({ to }) => to);
  const outer = starts.filter(({ to }) => to === flow).map(({ from }) => from);
  return `<li class="card"><a class="title" href="${escape(flow)}.html">${escape(title)}</a><p>${escape(root.description)}</p><p class="small">${allStates(root).length - 1} states · ${edges.length} transitions${inner.length === 0 ? '' : ` · starts ${links(inner)}`}${outer.length === 0 ? '' : ` · started by ${links(outer)}`}${hasStrip ? ` · <a href="${escape(flow)}.strip.html" aria-label="Screens of ${escape(title)} from start to end">screens</a>` : ''}</p></li>`;
}

async function startsDrawing(
  entries: readonly MapEntry[],
  { groups, starts, talks }: { groups: readonly string[]; starts: readonly FlowStart[]; talks: readonly FlowLink[] },
  layouter: Layouter,
): Promise<string> {
  const isAbout = (flow: string) => [...starts, ...talks].some(({ from, to }) => from === flow || to === flow);
  const joined = entries.filter(({ chart: { flow } }) => isAbout(flow));
  const graph = await layouter.layout({
    id: 'map',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.layered.spacing.nodeNodeBetweenLayers': '48',
      'elk.spacing.nodeNode': '18',
      'elk.padding': '[top=8,left=8,bottom=8,right=8]',
    },
    children: joined.map(({ chart: { flow, title } }) => ({
      id: flow,
      width: measureWidth(title, 14, true) + 28,
      height: 40,
    })),
    edges: [
      ...starts.map(({ from, to }) => ({ id: `${from} ${to}`, sources: [from], targets: [to] })),
      ...talks.map(({ from, to }, nth) => ({ id: `talk ${nth}`, sources: [from], targets: [to] })),
    ],
  });
  const boxes = (graph.children ?? []).map((box) => {
    const entry = entries.find(({ chart }) => chart.flow === box.id);
    return entry === undefined ? '' : drawFlow(box, entry, groups);
  });
  const lines = (graph.edges ?? []).flatMap(({ id, sections = [] }) =>
    sections.map(({ startPoint, bendPoints = [], endPoint }) => {
      const points = [startPoint, ...bendPoints, endPoint];
      const talk = talks[Number(/^talk (\d+)$/.exec(id)?.[1] ?? -1)];
      const how = talk === undefined ? '' : `<title>${escape(talk.how)}</title>`;
      return `<path class="edge${talk === undefined ? '' : ' talk'}" d="${points.map(({ x, y }, nth) => `${nth === 0 ? 'M' : 'L'}${x},${y}`).join('')}" marker-end="url(#arrow)">${how}</path>`;
    }),
  );
  const { width = 0, height = 0 } = graph;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="group" aria-label="Which flow starts which">${MARKERS}${lines.join('')}${boxes.join('')}</svg>`;
}

function drawFlow(
  { x = 0, y = 0, width = 0, height = 0 }: ElkNode,
  { chart, group }: MapEntry,
  groups: readonly string[],
): string {
  return `<a href="${escape(chart.flow)}.html"><g class="flow group-${groups.indexOf(group)}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="9"/><text class="name" x="${x + width / 2}" y="${y + 25}" text-anchor="middle">${escape(chart.title)}</text></g></a>`;
}
