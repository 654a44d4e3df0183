import { allStates } from './chart.ts';
import type { AtlasFlow } from './data.ts';
import { getConditionLabel, getConditionText, getStateLabel, getTriggerLabel } from './labels.ts';

/** A search result: a flow, a state, a visible text, an event or a sentence of the specification. */
export interface Entry {
  readonly flow: string;
  readonly title: string;
  readonly kind: 'flow' | 'state' | 'text' | 'happens' | 'sentence';
  readonly name: string;
  readonly text: string;
  readonly href: string;
  /** Identifiers and references that are searched but not shown. */
  readonly also: string;
}

export function buildIndex(flows: readonly AtlasFlow[]): Entry[] {
  return flows.flatMap(toEntries);
}

function toEntries({ chart, proof, texts = [] }: AtlasFlow): Entry[] {
  const { flow, title, root, edges } = chart;
  const page = `${flow}.html`;
  const base = { flow, title };
  const at = (id: string) => `${page}#state=${encodeURIComponent(id)}`;
  const findRefs = (edge: string) => proof?.rows.flatMap((row) => (row.edges.includes(edge) ? row.ids : [])) ?? [];
  return [
    { ...base, kind: 'flow', name: title, text: root.description, href: page, also: flow },
    ...allStates(root)
      .slice(1)
      .map((state): Entry => {
        const { id, name, description } = state;
        const shown = proof?.shows.filter(({ states }) => states.includes(id)) ?? [];
        const seen = shown.flatMap(({ shows, says }) => [...shows, ...(says === null ? [] : [says])]);
        const refs = shown.map(({ ref }) => ref);
        const text = [description, ...seen].join(' ');
        return {
          ...base,
          kind: 'state',
          name: getStateLabel(chart, state),
          text,
          href: at(id),
          also: [name, ...refs].join(' '),
        };
      }),
    ...texts.map(({ text, state }): Entry => {
      const leaf = state.split(' & ')[0] ?? '';
      const place = allStates(root).find(({ id }) => id === `${root.id}.${leaf}`);
      const where = place === undefined ? '' : `Seen in: ${getStateLabel(chart, place)}`;
      return { ...base, kind: 'text', name: `‘${text}’`, text: where, href: at(place?.id ?? root.id), also: '' };
    }),
    ...edges.map((edge, index): Entry => ({
      ...base,
      kind: 'happens',
      name: getTriggerLabel(chart, edge),
      text: getConditionText(chart, edge),
      href: `${page}#edge=${index}`,
      also: [edge.on, edge.guard ?? '', getConditionLabel(chart, edge), ...new Set(findRefs(edge.id))].join(' '),
    })),
    ...(proof?.rows ?? []).map((row): Entry => {
      const first = edges.findIndex(({ id }) => row.edges.includes(id));
      const place = first === -1 ? '' : `#edge=${first}`;
      const says = row.says.length === 0 ? '' : `‘${row.says.join('’, ‘')}’`;
      return { ...base, kind: 'sentence', name: row.name, text: says, href: `${page}${place}`, also: row.ref };
    }),
  ];
}

const RANK: Readonly<Record<Entry['kind'], number>> = { flow: 0, state: 1, text: 2, happens: 3, sentence: 4 };

/**
 * Returns the entries that contain every word. A reference (`D21`) must match as a whole. Flows and names sort before
 * texts.
 */
export function searchEntries(entries: readonly Entry[], asked: string): Entry[] {
  const tests = asked
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(createMatcher);
  const rank = (entry: Entry) => RANK[entry.kind] + (tests.every((test) => test(entry.name)) ? 0 : RANK.sentence + 1);
  return entries
    .filter(({ name, text, also, title }) => tests.every((test) => test(`${name} ${text} ${also} ${title}`)))
    .map((entry, index) => ({ entry, index, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ entry }) => entry);
}

function createMatcher(word: string): (text: string) => boolean {
  if (/^(?:[A-Z]\d+|§[\d.]+)$/i.test(word)) {
    const whole = new RegExp(`(?<![\\w§.])${word.replace('.', '\\.')}(?![\\w]|\\.\\d)`, 'i');
    return (text) => whole.test(text);
  }
  const small = word.toLowerCase();
  return (text) => text.toLowerCase().includes(small);
}
