import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartState } from './chart.ts';
import { bodyOf, layoutOf, LINE } from './layout.ts';
import { allStates } from './text.ts';

/** The chart as one SVG element; states and edges carry data attributes for a viewer that follows a running actor. */
export async function svgOf(chart: Chart): Promise<string> {
  const layout = await layoutOf(chart);
  const states = new Map(allStates(chart.root).map((state) => [state.id, state]));
  const boxes = (layout.children ?? []).flatMap(withChildren).map((box) => drawBox(box, states.get(box.id), chart));
  const edges = withChildren(layout).flatMap((node) => (node.edges ?? []) as ElkExtendedEdge[]);
  const { width = 0, height = 0 } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" data-machine="${escape(chart.flow)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escape(chart.flow)} flow">`,
    '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0,0L8,4L0,8z" fill="context-stroke"/></marker></defs>',
    ...boxes,
    ...edges.map((edge) => drawLine(edge, chart)),
    ...edges.flatMap((edge) => drawLabels(edge, chart)),
    '</svg>',
  ].join('\n');
}

export function escape(text: string): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => named[character] ?? character);
}

function withChildren(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(withChildren)];
}

function drawBox(
  { x = 0, y = 0, width = 0, height = 0 }: ElkNode,
  state: ChartState | undefined,
  { edges }: Chart,
): string {
  if (state === undefined) return `<circle class="start" cx="${x + 6}" cy="${y + 6}" r="5"/>`;
  const kind = ['state', state.type, ...(state.isRegion ? ['region'] : [])].join(' ');
  const inner =
    state.type === 'final'
      ? `<rect class="inner" x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="6"/>`
      : '';
  const lines = bodyOf(state, edges).map(
    (line, index) => `<text class="row" x="${x + 12}" y="${y + 36 + index * LINE}">${escape(line)}</text>`,
  );
  return `<g class="${kind}" data-state="${escape(state.name)}"><title>${escape(state.description)}</title><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8"/>${inner}<text class="name" x="${x + 12}" y="${y + 20}">${escape(state.title)}</text>${lines.join('')}</g>`;
}

function drawLine({ id, sections = [] }: ElkExtendedEdge, chart: Chart): string {
  return sections
    .map(
      ({ startPoint, bendPoints = [], endPoint }) =>
        `<path class="edge ${kindOf(id, chart)}" data-edge="${id}" d="${pathOf([startPoint, ...bendPoints, endPoint])}" marker-end="url(#arrow)"/>`,
    )
    .join('');
}

function drawLabels({ id, labels = [] }: ElkExtendedEdge, chart: Chart): string[] {
  return labels.map(({ x = 0, y = 0, width = 0, height = 0, text = '' }) => {
    const lines = text
      .split('\n')
      .map(
        (line, index) =>
          `<text x="${x + 5}" y="${y + 13 + index * 14}"${index > 0 ? ' class="does"' : ''}>${escape(line)}</text>`,
      );
    return `<g class="label ${kindOf(id, chart)}" data-edge="${id}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4"/>${lines.join('')}</g>`;
  });
}

function kindOf(id: string, { edges }: Chart): string {
  return edges[Number(/^edge-(\d+)$/.exec(id)?.[1] ?? -1)]?.kind ?? 'first';
}

function pathOf(points: readonly ElkPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ');
}
