import { allStates, isStaying } from './chart.ts';
import type { Chart, ChartEdge, ChartState } from './chart.ts';
import { wrapped } from './measure.ts';
import { phraseOf } from './phrases.ts';
import type { EventWords } from './phrases.ts';
import type { BoxLine, LineKind, Link } from './shapes.ts';
import { spelled } from './words.ts';

interface Around {
  readonly isFolded: boolean;
  readonly links: readonly Link[];
  readonly titleOf: ReadonlyMap<string, string>;
  readonly events: EventWords;
}

const LETTERS = 36;
const MOST_STAYS = 7;

export function linesOf(chart: Chart, state: ChartState, around: Around): BoxLine[] {
  const { isFolded, links, titleOf } = around;
  const states = isFolded ? allStates(state) : [state];
  const calls = states.flatMap((one) => one.calls);
  const flows = new Map(calls.flatMap(({ flow }) => (flow === null ? [] : [[flow.flow, flow] as const])));
  const runs = isFolded ? [] : calls.filter(({ flow }) => flow === null);
  const reaching = links.filter(({ isJump, to }) => isJump && to === state.id);
  return [
    ...(isFolded ? told({ kind: 'inside', text: insideWords(allStates(state).length - 1) }) : []),
    ...[...flows.values()].flatMap(({ flow, title }) => told({ kind: 'flow', text: title, flow })),
    ...runs.flatMap(({ src }) => told({ kind: 'runs', text: spelled(src) })),
    ...(isFolded ? [] : staysOf(chart, state, around)),
    ...links
      .filter(({ isJump, from }) => isJump && from === state.id)
      .flatMap(({ to, items, edges }) =>
        told({
          kind: 'jump',
          text: `${titleOf.get(to) ?? ''}: ${items.map(({ lines }) => lines.join(' ')).join('; ')}`,
          to,
          edges,
        }),
      ),
    ...(reaching.length === 0 ? [] : told({ kind: 'reached', text: `from ${reaching.length} places` })),
  ];
}

function insideWords(count: number): string {
  return `${count} ${count === 1 ? 'state' : 'states'} inside`;
}

type Told = Pick<BoxLine, 'kind' | 'text'> & Partial<BoxLine>;

function told({ text, flow = null, to = null, edges = [], kind }: Told): BoxLine[] {
  const lines = wrapped(text, LETTERS, kind === 'jump' ? 3 : 2);
  return lines.map((line, nth) => ({ kind, text: line, isRest: nth > 0, flow, to, edges }));
}

/** Returns what happens in the state without leaving it. Equal words appear once. */
function staysOf(chart: Chart, { id }: ChartState, { events }: Around): BoxLine[] {
  const said = new Map<string, Told & { edges: number[] }>();
  chart.edges.forEach((edge, index) => {
    if (edge.from !== id || !isStaying(edge)) return;
    const text = phraseOf(edge, chart, events);
    const kind = kindOf(edge);
    const one = said.get(`${kind} ${text}`) ?? { kind, text, edges: [] };
    one.edges.push(index);
    said.set(`${kind} ${text}`, one);
  });
  const all = [...said.values()];
  if (all.length <= MOST_STAYS) return all.flatMap(told);
  const kept = all.slice(0, MOST_STAYS - 1);
  const rest = all.slice(kept.length);
  const more: Told = {
    kind: 'more',
    text: `and ${rest.length} more that stay in this state`,
    edges: rest.flatMap(({ edges }) => edges),
  };
  return [...kept, more].flatMap(told);
}

function kindOf({ isForbidden, isReentry }: ChartEdge): LineKind {
  if (isForbidden) return 'ignored';
  return isReentry ? 'again' : 'stays';
}
