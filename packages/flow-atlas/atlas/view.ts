import type { Kind } from 'model-testing/model/structure';
import { toBoxLines } from './box-lines.ts';
import { allStates, isStaying } from './chart.ts';
import type { Chart, ChartState } from './chart.ts';
import { getEdgeLabel, getStateLabel } from './labels.ts';
import { wrapText } from './measure.ts';
import type { Box, Link, LinkItem, View } from './shapes.ts';

export interface ViewOptions {
  /** Ids of states drawn without their content. */
  readonly folded: ReadonlySet<string>;
  /** Whether lines to crowded targets are listed in their source boxes. */
  readonly hasJumps: boolean;
}

/** Narrow labels, because several lines run side by side. */
const LABEL_LETTERS = 18;
/** Number of source boxes from which lines to a box become jumps. */
const CROWD = 3;

/** Returns the states that can be folded: all compound states except the root. */
export function getFoldableStates({ root }: Pick<Chart, 'root'>): ChartState[] {
  return allStates(root).filter(({ children, id }) => children.length > 0 && id !== root.id);
}

export function allBoxes(box: Box): Box[] {
  return [box, ...box.children.flatMap(allBoxes)];
}

export function createView(chart: Chart, options: ViewOptions): View {
  const { root } = chart;
  const links = createLinks(chart, options);
  const titles = new Map(allStates(root).map((state) => [state.id, getTitle(chart, state)] as const));
  const toBox = (state: ChartState): Box => {
    const isFolded = options.folded.has(state.id) && state.id !== root.id;
    return {
      state,
      title: titles.get(state.id) ?? '',
      isFolded,
      lines: toBoxLines(chart, state, { isFolded, links, titles }),
      children: isFolded ? [] : state.children.map(toBox),
    };
  };
  return { root: toBox(root), links };
}

function getTitle(chart: Chart, state: ChartState): string {
  return state.id === chart.root.id ? chart.title : getStateLabel(chart, state);
}

/** Returns the drawn box of each state: its own, or that of the outermost folded state around it. */
function findStandIns(root: ChartState, folded: ReadonlySet<string>): Map<string, string> {
  const standIns = new Map<string, string>();
  const place = (state: ChartState, as: string | null): void => {
    const box = as ?? (folded.has(state.id) && state.id !== root.id ? state.id : null);
    standIns.set(state.id, box ?? state.id);
    for (const child of state.children) place(child, box);
  };
  place(root, null);
  return standIns;
}

type RawLink = Pick<Link, 'from' | 'to' | 'isSecond' | 'isFromAnywhere'> & { readonly edges: number[] };

function createLinks(chart: Chart, { folded, hasJumps }: ViewOptions): Link[] {
  const { root, edges } = chart;
  const standIns = findStandIns(root, folded);
  const links = new Map<string, RawLink>();
  edges.forEach((edge, index) => {
    if (isStaying(edge)) return;
    const from = standIns.get(edge.from) ?? edge.from;
    const targets = new Set(edge.to.map((id) => standIns.get(id) ?? id));
    [...targets].forEach((to, nth) => {
      const isWithin = from === to && folded.has(from);
      if (isWithin) return;
      const isSecond = nth > 0;
      const key = `${from} > ${to}${isSecond ? ' too' : ''}`;
      const isFromAnywhere = from === to || isInside(root, from, to);
      const link = links.get(key) ?? { from, to, edges: [], isSecond, isFromAnywhere };
      link.edges.push(index);
      links.set(key, link);
    });
  });
  const all = [...links.values()];
  const crowded = (target: string) =>
    new Set(all.filter(({ to }) => to === target).map(({ from }) => from)).size >= CROWD;
  const ends = new Set(allStates(root).flatMap(({ id, type }) => (type === 'final' ? id : [])));
  const isNear = ({ from, to }: RawLink) =>
    findParent(root, from) === findParent(root, to) || from === findParent(root, to);
  return all.map((link, nth) => ({
    ...link,
    id: `link-${nth}`,
    isJump: hasJumps && crowded(link.to) && (ends.has(link.to) || !isNear(link)),
    items: toLinkItems(chart, link),
    kind: getCommonKind(link.edges.map((index) => edges[index]?.kind ?? 'other')),
  }));
}

function isInside(root: ChartState, outer: string, inner: string): boolean {
  const state = allStates(root).find(({ id }) => id === outer);
  return state !== undefined && allStates(state).some(({ id }) => id === inner);
}

function findParent(root: ChartState, id: string): string | null {
  return allStates(root).find(({ children }) => children.some((child) => child.id === id))?.id ?? null;
}

function getCommonKind(kinds: readonly Kind[]): Kind {
  const [first = 'other'] = kinds;
  return kinds.every((kind) => kind === first) ? first : 'other';
}

/** Merges equal labels. None is cut or left out, because a chart is read without pressing (TST-O1). */
function toLinkItems(chart: Chart, { edges: indexes, isSecond }: RawLink): LinkItem[] {
  const said = new Map<string, { kind: Kind; edges: number[] }>();
  for (const index of indexes) {
    const edge = chart.edges[index];
    if (edge === undefined) continue;
    const text = `${getEdgeLabel(chart, edge)}${isSecond ? ' (also)' : ''}`;
    const item = said.get(text) ?? { kind: edge.kind, edges: [] };
    item.edges.push(index);
    said.set(text, item);
  }
  return [...said].map(([text, item]) => ({ ...item, lines: wrapText(text, LABEL_LETTERS) }));
}
