import { allStates } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { shortenText } from './measure.ts';
import { spellOut } from './words.ts';

/**
 * Formats the chart as a Mermaid state diagram, which repository hosts render. It is a sketch for reviews: only
 * transitions between states.
 */
export function formatMermaid({ root, edges }: Chart): string {
  const ids = new Map(allStates(root).map(({ id }, index) => [id, `s${index}`] as const));
  // Mermaid supports regions only inside a state.
  const lines = root.type === 'parallel' ? formatState(root, ids, '  ') : formatRegions(root, ids, '  ');
  const drawn = new Map<string, string[]>();
  for (const edge of edges) {
    for (const to of edge.to) {
      const arrow = edge.from === root.id ? `[*] --> ${ids.get(to)}` : `${ids.get(edge.from)} --> ${ids.get(to)}`;
      if (edge.from === to && !edge.isReentry) continue;
      drawn.set(arrow, [...(drawn.get(arrow) ?? []), formatLabel(edge, edge.from === root.id)]);
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

function formatLabel({ on, guard }: ChartEdge, isFromAnywhere: boolean): string {
  const words = `${isFromAnywhere ? 'anywhere, ' : ''}${spellOut(on)}${guard === null ? '' : ` [${spellOut(guard)}]`}`;
  return escapeLabel(shortenText(words, 60));
}

function formatRegions(state: ChartState, ids: ReadonlyMap<string, string>, indent: string): string[] {
  const separator = state.type === 'parallel' ? [`${indent}--`] : [];
  return [
    ...(state.startsIn === null ? [] : [`${indent}[*] --> ${ids.get(state.startsIn)}`]),
    ...state.children.flatMap((child, index) => [...(index > 0 ? separator : []), ...formatState(child, ids, indent)]),
  ];
}

function formatState(state: ChartState, ids: ReadonlyMap<string, string>, indent: string): string[] {
  const id = ids.get(state.id) ?? '';
  const head = `${indent}state "${escapeLabel(spellOut(state.title))}" as ${id}`;
  if (state.children.length > 0) return [`${head} {`, ...formatRegions(state, ids, `${indent}  `), `${indent}}`];
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
