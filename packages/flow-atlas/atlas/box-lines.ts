import { allStates, isStaying } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { getCallLabel, getEdgeLabel } from './labels.ts';
import { wrapText } from './measure.ts';
import type { BoxLine, LineKind, Link } from './shapes.ts';

interface BoxContext {
  readonly isFolded: boolean;
  readonly links: readonly Link[];
  readonly titles: ReadonlyMap<string, string>;
}

const LETTERS = 36;

export function toBoxLines(chart: Chart, state: ChartState, around: BoxContext): BoxLine[] {
  const { isFolded, links, titles } = around;
  const states = isFolded ? allStates(state) : [state];
  const calls = states.flatMap((one) => one.calls);
  const flows = new Map(calls.flatMap(({ flow }) => (flow === null ? [] : [[flow.flow, flow] as const])));
  const runs = isFolded ? [] : calls.filter(({ flow }) => flow === null);
  const reaching = links.filter(({ isJump, to }) => isJump && to === state.id);
  const lines = [
    ...(isFolded ? summarise({ kind: 'inside', text: insideWords(allStates(state).length - 1) }) : []),
    ...[...flows.values()].flatMap(({ flow, title }) => summarise({ kind: 'flow', text: title, flow })),
    ...runs.flatMap(({ src }) => summarise({ kind: 'runs', text: getCallLabel(chart, src) })),
    ...(isFolded ? [] : toStayLines(chart, state)),
    ...links
      .filter(({ isJump, from }) => isJump && from === state.id)
      .flatMap(({ to, items, edges }) =>
        summarise({
          kind: 'jump',
          text: `${titles.get(to) ?? ''}: ${items.map(({ lines }) => lines.join(' ')).join('; ')}`,
          to,
          edges,
        }),
      ),
    ...(reaching.length === 0 ? [] : summarise({ kind: 'reached', text: `from ${reaching.length} places` })),
  ];
  const isWithHeading = state.id === chart.root.id && state.children.length > 0 && lines.length > 0;
  return isWithHeading ? [...summarise({ kind: 'anywhere', text: 'In every state' }), ...lines] : lines;
}

function insideWords(count: number): string {
  return `${count} ${count === 1 ? 'state' : 'states'} inside`;
}

type EventSummary = Pick<BoxLine, 'kind' | 'text'> & Partial<BoxLine>;

function summarise({ text, flow = null, to = null, edges = [], kind }: EventSummary): BoxLine[] {
  const lines = wrapText(text, LETTERS);
  return lines.map((line, nth) => ({ kind, text: line, isRest: nth > 0, flow, to, edges }));
}

/** Returns what happens in the state without leaving it. Equal words appear once. */
function toStayLines(chart: Chart, { id }: ChartState): BoxLine[] {
  const said = new Map<string, EventSummary & { edges: number[] }>();
  chart.edges.forEach((edge, index) => {
    if (edge.from !== id || !isStaying(edge)) return;
    const text = getEdgeLabel(chart, edge);
    const kind = toLineKind(edge);
    const one = said.get(`${kind} ${text}`) ?? { kind, text, edges: [] };
    one.edges.push(index);
    said.set(`${kind} ${text}`, one);
  });
  return [...said.values()].flatMap(summarise);
}

function toLineKind({ isForbidden, isReentry }: ChartEdge): LineKind {
  if (isForbidden) return 'ignored';
  return isReentry ? 'again' : 'stays';
}
