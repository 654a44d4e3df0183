import ELK from 'elkjs/lib/elk.bundled.js';
import type { ElkNode } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { allStates } from './text.ts';

/**
 * Where everything stands. The layered options are repeated on every compound state, and `considerModelOrder`
 * stays off: with it elkjs 0.12 fails on nested charts.
 */
const LAYERED = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.spacing.nodeNodeBetweenLayers': '36',
  'elk.spacing.nodeNode': '36',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.edgeNodeBetweenLayers': '18',
  'elk.spacing.edgeEdge': '14',
};

export const LINE = 15;
const HEAD = 20;

/** The text lines of a state's box below its title. */
export function bodyOf(state: ChartState, edges: readonly ChartEdge[]): string[] {
  return [
    ...state.calls.map((call) => `runs ${call}`),
    ...state.entry.map((action) => `on entering: ${action}`),
    ...state.exit.map((action) => `on leaving: ${action}`),
    ...edges.filter(({ from, to }) => from === state.id && to === null).map((edge) => `• ${labelOf(edge).join(' ')}`),
  ];
}

/** `after 3 s (pollInterval) [isOpen]` and `/ setMessage`. */
export function labelOf({ on, guard, actions }: ChartEdge): string[] {
  return [guard === null ? on : `${on} [${guard}]`, ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`])];
}

export function startId(state: ChartState): string {
  return `${state.id}::start`;
}

export async function layoutOf({ root, edges }: Chart): Promise<ElkNode> {
  const compounds = allStates(root).filter(({ startsIn }) => startsIn !== null);
  return new ELK().layout({
    id: 'chart',
    layoutOptions: {
      ...LAYERED,
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
      'elk.edgeLabels.inline': 'true',
      'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    },
    children: [boxOf(root, edges)],
    edges: [
      ...compounds.map((state) => ({
        id: `${state.id}::first`,
        sources: [startId(state)],
        targets: [state.startsIn ?? ''],
      })),
      ...edges.flatMap((edge, index) => {
        if (edge.to === null) return [];
        const lines = labelOf(edge);
        const label = {
          text: lines.join('\n'),
          width: Math.max(...lines.map((line) => widthOf(line, 11))) + 10,
          height: lines.length * 14 + 4,
        };
        return [{ id: `edge-${index}`, sources: [edge.from], targets: [edge.to], labels: [label] }];
      }),
    ],
  });
}

function boxOf(state: ChartState, edges: readonly ChartEdge[]): ElkNode {
  const body = bodyOf(state, edges);
  const width = Math.max(90, widthOf(state.title, 15.5) + 24, ...body.map((line) => widthOf(line, 11) + 24));
  const height = HEAD + 8 + body.length * LINE;
  if (state.children.length === 0) return { id: state.id, width, height };
  const start =
    state.startsIn === null
      ? []
      : [
          {
            id: startId(state),
            width: 12,
            height: 12,
            layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
          },
        ];
  return {
    id: state.id,
    children: [...start, ...state.children.map((child) => boxOf(child, edges))],
    layoutOptions: {
      ...LAYERED,
      'elk.padding': `[top=${height + 8},left=18,bottom=18,right=18]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},40)`,
    },
  };
}

function widthOf(text: string, size: number): number {
  return Math.ceil(text.length * size * 0.56);
}
