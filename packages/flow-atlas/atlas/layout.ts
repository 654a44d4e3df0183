import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import { measureWidth } from './measure.ts';
import { allBoxes } from './view.ts';
import type { Box, Link, View } from './shapes.ts';

/** Layout of a view, in px at its own size. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  /** Markers: dots for initial states, notes of compound states, pills for transitions from any inner state. */
  readonly dots: readonly PlacedBox[];
  readonly links: readonly LinkLayout[];
}

export interface PlacedBox {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LinkLayout {
  readonly id: string;
  readonly points: readonly (readonly [number, number])[];
  readonly label: Omit<PlacedBox, 'id'> | null;
}

export interface Layouter {
  readonly layout: (graph: ElkNode) => Promise<ElkNode>;
}

export type Direction = 'DOWN' | 'RIGHT';

export const SIZE = { title: 14, line: 12, label: 12, row: 16, labelRow: 15, head: 26, pad: 12 } as const;
export const ANYWHERE = 'from any state here';

/**
 * For compound charts the options are repeated on every box. ELK fails with `considerModelOrder`, so that option is
 * off.
 */
function toLayoutOptions(direction: Direction): LayoutOptions {
  return {
    'elk.algorithm': 'layered',
    'elk.direction': direction,
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
    'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
    'elk.layered.spacing.nodeNodeBetweenLayers': '20',
    'elk.spacing.nodeNode': '16',
    'elk.spacing.edgeLabel': '4',
    'elk.layered.spacing.edgeNodeBetweenLayers': '12',
    'elk.spacing.edgeNode': '12',
    'elk.spacing.edgeEdge': '10',
    'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  };
}

export async function computeLayout(view: View, layouter: Layouter, direction: Direction = 'DOWN'): Promise<Layout> {
  const graph = await layouter.layout(toElkGraph(view, direction));
  const placed = withChildren(graph)
    .slice(1)
    .map(({ id, x = 0, y = 0, width = 0, height = 0 }): PlacedBox => ({ id, ...roundLayout({ x, y, width, height }) }));
  const jumps = new Set(view.links.filter(({ isJump }) => isJump).map(({ id }) => id));
  const isExtra = ({ id }: PlacedBox) => id.includes('::');
  return {
    width: Math.ceil(graph.width ?? 0),
    height: Math.ceil(graph.height ?? 0),
    boxes: placed.filter((one) => !isExtra(one)),
    dots: placed.filter(isExtra),
    links: withChildren(graph)
      .flatMap(({ edges = [] }) => edges as ElkExtendedEdge[])
      .filter(({ id }) => !jumps.has(id))
      .map(({ id, sections = [], labels = [] }) => ({
        id,
        points: sections.flatMap(({ startPoint, bendPoints = [], endPoint }) =>
          [startPoint, ...bendPoints, endPoint].map(({ x, y }) => [half(x), half(y)] as const),
        ),
        label: labels[0] === undefined ? null : roundLayout(labels[0]),
      })),
  };
}

function half(value: number): number {
  return Math.round(value * 2) / 2;
}

function roundLayout({ x = 0, y = 0, width = 0, height = 0 }: Partial<PlacedBox>): Omit<PlacedBox, 'id'> {
  return { x: half(x), y: half(y), width: half(width), height: half(height) };
}

function withChildren(node: ElkNode): ElkNode[] {
  return [node, ...(node.children ?? []).flatMap(withChildren)];
}

function toElkGraph({ root, links }: View, direction: Direction): ElkNode {
  const anywhere = links.filter(({ isFromAnywhere, isJump }) => isFromAnywhere && !isJump);
  const boxes = allBoxes(root);
  const inside = toElkNode(root, anywhere, direction);
  return {
    id: 'chart',
    layoutOptions: {
      ...toLayoutOptions(direction),
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.padding': '[top=12,left=12,bottom=12,right=12]',
    },
    children: hasFrame(root, links) ? [boxNode(root, anywhere, direction)] : inside,
    edges: [
      ...boxes
        .filter(({ state, children }) => children.length > 0 && state.startsIn !== null)
        .map(({ state }) => ({
          id: `${state.id}::first`,
          sources: [`${state.id}::start`],
          targets: [state.startsIn ?? ''],
        })),
      ...selectLayoutLinks(links).map((link) => ({
        id: link.id,
        sources: [link.isFromAnywhere ? `${link.id}::any` : link.from],
        targets: [link.to],
        ...(link.isJump
          ? {}
          : { labels: [{ text: link.id, ...labelSize(link), layoutOptions: { 'elk.edgeLabels.inline': 'true' } }] }),
      })),
    ],
  };
}

/** Returns the drawn lines, and for each target of jumps one invisible line that anchors it in the layout. */
function selectLayoutLinks(links: readonly Link[]): Link[] {
  const holds = ({ isJump, isFromAnywhere, to }: Link, end: string) => isJump && !isFromAnywhere && to === end;
  return links.filter((link) => !link.isJump || link === links.find((other) => holds(other, link.to)));
}

/** The root has a frame if transitions concern the whole machine. */
export function hasFrame(root: Box, links: readonly Link[]): boolean {
  return root.children.length === 0 || links.some((link) => !link.isJump && touches(link, root.state.id));
}

function touches({ from, to, isFromAnywhere }: Link, id: string): boolean {
  return to === id || (from === id && !isFromAnywhere);
}

function labelSize({ items }: Link): { width: number; height: number } {
  const lines = items.flatMap(({ lines }) => lines);
  return {
    width: Math.max(...lines.map((line) => measureWidth(line, SIZE.label))) + 10,
    height: lines.length * SIZE.labelRow + 6 + (items.length - 1) * 3,
  };
}

function toElkNode(box: Box, anywhere: readonly Link[], direction: Direction): ElkNode[] {
  const { state, lines, children } = box;
  const first = { 'elk.layered.layering.layerConstraint': 'FIRST' };
  // What happens in every state is a footnote: at the beginning, it would push the chart down.
  const notes = state.name === '(root)' ? { layoutOptions: { 'elk.layered.layering.layerConstraint': 'LAST' } } : {};
  return [
    ...(state.startsIn === null ? [] : [{ id: `${state.id}::start`, width: 12, height: 12, layoutOptions: first }]),
    ...(lines.length === 0 ? [] : [{ id: `${state.id}::lines`, ...linesSize(box), ...notes }]),
    ...anywhere
      .filter(({ from }) => from === state.id)
      .map(({ id }) => ({
        id: `${id}::any`,
        width: measureWidth(ANYWHERE, SIZE.label) + 18,
        height: 22,
      })),
    ...children.map((child) => boxNode(child, anywhere, direction)),
  ];
}

function linesSize({ lines }: Box): { width: number; height: number } {
  return {
    width: Math.max(0, ...lines.map(({ text }) => measureWidth(text, SIZE.line) + 22)) + SIZE.pad,
    height: lines.length * SIZE.row + 6,
  };
}

function boxNode(box: Box, anywhere: readonly Link[], direction: Direction): ElkNode {
  const { state, title, children } = box;
  const head = measureWidth(title, SIZE.title, true) + 2 * SIZE.pad + (state.children.length > 0 ? 22 : 0);
  if (children.length === 0) {
    const lines = linesSize(box);
    const height = SIZE.head + 8 + (box.lines.length > 0 ? lines.height : 0);
    return { id: state.id, width: Math.max(86, head, lines.width + SIZE.pad), height };
  }
  return {
    id: state.id,
    children: toElkNode(box, anywhere, direction),
    layoutOptions: {
      ...toLayoutOptions(direction),
      'elk.padding': `[top=${SIZE.head + 16},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      // Wherever a line crosses the head, the title has room on one side of it. ELK takes the sides of a chart that
      // goes down for those of one that goes right.
      'elk.nodeSize.minimum': direction === 'DOWN' ? `(40,${2 * head})` : `(${2 * head},40)`,
    },
  };
}
