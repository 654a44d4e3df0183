import { allStates } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { getEdgeLabel, getStateLabel } from './labels.ts';
import { shortenText } from './measure.ts';

/**
 * Formats the chart as a Mermaid state diagram, which repository hosts render. It is a sketch for reviews: only
 * transitions between states.
 */
export function formatMermaid(chart: Chart): string {
  const { root, edges } = chart;
  const ids = new Map(allStates(root).map(({ id }, index) => [id, `s${index}`] as const));
  // Mermaid supports regions only inside a state.
  const lines = root.type === 'parallel' ? formatState(chart, root, ids, '  ') : formatRegions(chart, root, ids, '  ');
  const drawn = new Map<string, string[]>();
  for (const edge of edges) {
    for (const to of edge.to) {
      const arrow = edge.from === root.id ? `[*] --> ${ids.get(to)}` : `${ids.get(edge.from)} --> ${ids.get(to)}`;
      if (edge.from === to && !edge.isReentry) continue;
      drawn.set(arrow, [...(drawn.get(arrow) ?? []), formatLabel(chart, edge)]);
    }
  }
  for (const [arrow, labels] of drawn) lines.push(`  ${arrow}: ${mergeLabels(labels)}`);
  return ['stateDiagram-v2', ...lines].join('\n');
}

const MOST_LABELS = 3;

function mergeLabels(labels: readonly string[]): string {
  const different = [...new Set(labels)];
  const more = different.length - MOST_LABELS;
  return [...different.slice(0, MOST_LABELS), ...(more > 0 ? [`and ${more} more`] : [])].join('<br/>');
}

function formatLabel(chart: Chart, edge: ChartEdge): string {
  const place = edge.from === chart.root.id ? 'anywhere, ' : '';
  return escapeLabel(shortenText(`${place}${getEdgeLabel(chart, edge)}`, 60));
}

function formatRegions(chart: Chart, state: ChartState, ids: ReadonlyMap<string, string>, indent: string): string[] {
  const separator = state.type === 'parallel' ? [`${indent}--`] : [];
  return [
    ...(state.startsIn === null ? [] : [`${indent}[*] --> ${ids.get(state.startsIn)}`]),
    ...state.children.flatMap((child, index) => [
      ...(index > 0 ? separator : []),
      ...formatState(chart, child, ids, indent),
    ]),
  ];
}

function formatState(chart: Chart, state: ChartState, ids: ReadonlyMap<string, string>, indent: string): string[] {
  const id = ids.get(state.id) ?? '';
  const head = `${indent}state "${escapeLabel(getStateLabel(chart, state))}" as ${id}`;
  if (state.children.length > 0) return [`${head} {`, ...formatRegions(chart, state, ids, `${indent}  `), `${indent}}`];
  return [head, ...(state.type === 'final' ? [`${indent}${id} --> [*]`] : [])];
}

/** Replaces characters that have a meaning in Mermaid or HTML. */
function escapeLabel(text: string): string {
  return text
    .replace(/[;#"`{}<>|\\]/g, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/:/g, ',')
    .replace(/\s+/g, ' ')
    .trim();
}
