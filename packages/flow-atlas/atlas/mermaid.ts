import { allStates } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { getConditionLabel, getEdgeLabel, getStateLabel } from './labels.ts';
import { shortenText, wrapText } from './measure.ts';

/** A Mermaid state diagram of the whole flow, or of what a folded state has inside. */
export interface MermaidDiagram {
  /** Label of the state, or `null` for the flow. */
  readonly title: string | null;
  readonly code: string;
}

/** Diagrams stay legible at 1,000 px with about as many boxes, and arrows with as many short lines of text. */
const MOST_BOXES = 8;
const MOST_ARROWS = 10;
const MOST_LABELS = 2;
const LABEL_LENGTH = 48;
const LINE_LENGTH = 20;
/** Border of states in which the flow ends. Arrows to one end mark would cross the diagram. */
const ENDS = 'stroke-width:3px';

/**
 * Formats the chart as Mermaid state diagrams, which repository hosts render. They are sketches for reviews: only
 * transitions between states. A flow that is too large for one diagram folds its states, and each folded state gets a
 * diagram of its own.
 */
export function formatMermaid(chart: Chart): MermaidDiagram[] {
  return formatScope(chart, chart.root);
}

function formatScope(chart: Chart, scope: ChartState): MermaidDiagram[] {
  const title = scope === chart.root ? null : getStateLabel(chart, scope);
  const open = drawDiagram(chart, scope, false);
  if (fits(open)) return [{ title, code: formatDiagram(chart, open) }];
  const inner = scope.children
    .filter(({ children }) => children.length > 0)
    .flatMap((child) => formatScope(chart, child));
  // Regions have no arrows between each other.
  if (scope.type === 'parallel') return inner;
  return [{ title, code: formatDiagram(chart, drawDiagram(chart, scope, true)) }, ...inner];
}

/** One arrow of a diagram: all transitions between two boxes. An end is the id of a box or `OUTSIDE`. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly ChartEdge[];
}

interface Diagram {
  readonly scope: ChartState;
  readonly isFolded: boolean;
  readonly boxes: readonly ChartState[];
  readonly arrows: readonly Arrow[];
}

/** Mermaid's start or end mark. */
const OUTSIDE = '[*]';

function drawDiagram(chart: Chart, scope: ChartState, isFolded: boolean): Diagram {
  const boxes = isFolded ? scope.children : allStates(scope).slice(1);
  // A state in a folded box counts as the box.
  const boxOf = new Map(
    scope.children.flatMap((child) => allStates(child).map(({ id }) => [id, isFolded ? child.id : id] as const)),
  );
  const arrows: Arrow[] = [];
  for (const edge of chart.edges) {
    const from = boxOf.get(edge.from) ?? OUTSIDE;
    for (const target of edge.to) {
      const to = boxOf.get(target) ?? OUTSIDE;
      const isInside = from === to && (from === OUTSIDE || edge.from !== target || !edge.isReentry);
      // The diagram of the state around shows what enters a state at its beginning.
      const isEntry = from === OUTSIDE && edge.from !== scope.id && target === scope.startsIn;
      if (isInside || isEntry) continue;
      const index = arrows.findIndex((arrow) => arrow.from === from && arrow.to === to);
      const arrow = { from, to, edges: [...(arrows[index]?.edges ?? []), edge] };
      arrows.splice(index === -1 ? arrows.length : index, 1, arrow);
    }
  }
  return { scope, isFolded, boxes, arrows };
}

function fits({ boxes, arrows }: Diagram): boolean {
  return boxes.length <= MOST_BOXES && arrows.length <= MOST_ARROWS;
}

function formatDiagram(chart: Chart, { scope, isFolded, boxes, arrows }: Diagram): string {
  const isCrowded = arrows.length > MOST_ARROWS;
  const jumps = isCrowded ? findJumps(boxes, arrows) : [];
  const drawn = boxes.filter((box) => !jumps.includes(box));
  const name = (id: string) => (id === OUTSIDE ? id : `s${drawn.findIndex((box) => box.id === id) + 1}`);
  const label = (one: ChartState) => escapeLabel(getStateLabel(chart, one));
  const jumpsFrom = (id: string) =>
    jumps
      .filter((jump) => arrows.some(({ from, to }) => from === id && to === jump.id))
      .map((jump) => `⇢ ${label(jump)}`);
  const state = (one: ChartState, indent: string): string[] => {
    const isOpen = !isFolded && one.children.length > 0;
    const lines = [`${label(one)}${one.children.length > 0 && !isOpen ? ' +' : ''}`, ...jumpsFrom(one.id)];
    const head = `${indent}state "${lines.join('<br/>')}" as ${name(one.id)}`;
    return isOpen ? [`${head} {`, ...regions(one, `${indent}  `), `${indent}}`] : [head];
  };
  const regions = (one: ChartState, indent: string): string[] => [
    ...(one.startsIn === null ? [] : [`${indent}${OUTSIDE} --> ${name(one.startsIn)}`]),
    ...one.children
      .filter((child) => drawn.includes(child))
      .flatMap((child, index) => [
        ...(index > 0 && one.type === 'parallel' ? [`${indent}--`] : []),
        ...state(child, indent),
      ]),
  ];
  const ends = drawn.filter(({ type }) => type === 'final').map(({ id }) => name(id));
  return [
    'stateDiagram-v2',
    // Mermaid supports regions only inside a state.
    ...(scope.type === 'parallel' ? state(scope, '  ') : regions(scope, '  ')),
    ...arrows
      .filter(({ to }) => jumps.every(({ id }) => id !== to))
      .map(({ from, to, edges }) => `  ${name(from)} --> ${name(to)}: ${formatLabels(chart, edges, scope, isCrowded)}`),
    ...(ends.length === 0 ? [] : [`  classDef ends ${ENDS}`, `  class ${ends.join(',')} ends`]),
  ].join('\n');
}

/** Finds the ends that several boxes lead to: a line in those boxes names them, as in the atlas. */
function findJumps(boxes: readonly ChartState[], arrows: readonly Arrow[]): ChartState[] {
  return boxes.filter(
    ({ id, type }) =>
      type === 'final' &&
      arrows.filter(({ to }) => to === id).length > 1 &&
      arrows.every(({ from, to }) => to !== id || from !== OUTSIDE),
  );
}

/** A crowded diagram has one label per arrow, and of it only why the transition is taken instead of another. */
function formatLabels(chart: Chart, edges: readonly ChartEdge[], scope: ChartState, isCrowded: boolean): string {
  const different = [
    ...new Set(
      edges.map((edge) => {
        const condition = getConditionLabel(chart, edge);
        const isEnough = isCrowded && condition !== '' && edge.guard !== 'otherwise';
        return `${edge.from === scope.id ? 'anywhere, ' : ''}${isEnough ? condition : getEdgeLabel(chart, edge)}`;
      }),
    ),
  ];
  const most = isCrowded ? 1 : MOST_LABELS;
  const more = different.length - most;
  const lines = different.slice(0, most).flatMap((label) => {
    return wrapText(escapeLabel(shortenText(label, LABEL_LENGTH)), LINE_LENGTH);
  });
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('<br/>');
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
