import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument, Scalar } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';

/** Longest line of a table. */
export const WIDTH = 200;

/** Order of fields: the event first, then its consequences. */
const HAPPENING = ['from', 'on', 'when', 'ms', 'to'];
const OUTCOME = ['restarts', 'calls', 'says', 'does', 'ref'];

/** Fields with state names, which need no quotes unless YAML would read another value. */
const NAMES = ['from', 'to', 'state', 'restarts'];
const RESERVED = /^(null|true|false)$/i;

/** Values equal to an omitted field: a row without calls makes none, a state without words shows nothing. */
const EMPTY: Readonly<Record<string, readonly string[]>> = { rows: ['calls', 'does'], states: ['says'] };

/**
 * Formats a table: one row, state or question per line; a longer row continues on a new line with its consequences.
 * Quotes and comments stay unchanged.
 */
export function formatTable(text: string): string {
  const { contents, errors } = parseDocument(text);
  if (errors.length > 0 || !isMap(contents)) throw new Error(`no table: ${errors.map(String).join(', ')}`);
  const lines = contents.items.flatMap((pair) => section(text, pair as Pair<Node, Node>));
  return `${lines.join('\n')}\n`;
}

function section(text: string, { key, value }: Pair<Node, Node>): string[] {
  const name = String(key);
  const head = [...getComments(key), `${name}:`];
  if (isSeq(value) && !value.flow) {
    const items = value.items.flatMap((item, index) => [
      ...getComments(index === 0 ? value : null, '  '),
      ...getComments(item as Node, '  '),
      ...entry(text, name, '  - ', item as Node),
    ]);
    return [...head, ...items, ...(value.comment == null ? [] : commentLines(value.comment, '  '))];
  }
  if (isMap(value) && !value.flow && value.items.length > 0) {
    const items = value.items.flatMap((pair, index) => [
      ...getComments(index === 0 ? value : null, '  '),
      ...getComments(pair.key as Node, '  '),
      ...entry(text, name, `  ${String(pair.key)}: `, pair.value as Node),
    ]);
    return [...head, ...items];
  }
  return [...getComments(key), ...packed(`${name}: `, '  ', [getPieces(text, value)])];
}

function entry(text: string, section: string, start: string, node: Node): string[] {
  if (!isMap(node)) return packed(start, '      ', [getPieces(text, node)]);
  const pairs = (node as YAMLMap<Node, Node>).items.filter((pair) => !isEmpty(section, pair));
  const place = ({ key }: Pair<Node, Node>) => [...HAPPENING, ...OUTCOME].indexOf(String(key));
  const ordered = section === 'rows' ? pairs.toSorted((a, b) => place(a) - place(b)) : pairs;
  const groups = [
    ordered.filter((pair) => section === 'rows' && HAPPENING.includes(String(pair.key))),
    ordered.filter((pair) => section !== 'rows' || !HAPPENING.includes(String(pair.key))),
  ].filter((group) => group.length > 0);
  const pieces = groups.map((group, index) => {
    const isLast = index === groups.length - 1;
    return group.flatMap((pair, at) =>
      closed(piecesOfPair(text, pair), isLast && at === group.length - 1 ? ' }' : ','),
    );
  });
  return packed(`${start}{ `, '      ', pieces);
}

function isEmpty(section: string, { key, value }: Pair<Node, Node>): boolean {
  if (EMPTY[section]?.includes(String(key)) !== true) return false;
  return isSeq(value) ? value.items.length === 0 : isScalar(value) && value.value === null;
}

/** Parts that may have their own line: a value, or each item of a list. */
function getPieces(text: string, node: Node | null): string[] {
  if (node === null || isAlias(node)) throw new Error('a table has no empty values and no aliases');
  if (isSeq(node))
    return listed(
      node.items.map((item) => getPieces(text, item as Node)),
      '[',
      ']',
    );
  if (isMap(node))
    return listed(
      (node as YAMLMap<Node, Node>).items.map((pair) => piecesOfPair(text, pair)),
      '{ ',
      ' }',
    );
  return [getWords(text, node as Scalar)];
}

function piecesOfPair(text: string, { key, value }: Pair<Node, Node>): string[] {
  const name = String(key);
  const pieces = getPieces(text, value);
  const [first = '', ...others] = NAMES.includes(name) ? pieces.map(withoutQuotes) : pieces;
  return [`${name}: ${first}`, ...others];
}

function withoutQuotes(piece: string): string {
  return piece.replace(/"([a-zA-Z][\w.]*)"/, (quoted, word: string) => (RESERVED.test(word) ? quoted : word));
}

function listed(items: readonly string[][], open: string, close: string): string[] {
  if (items.length === 0) return [`${open}${close}`];
  const pieces = items.flatMap((item, index) => (index < items.length - 1 ? closed(item, ',') : closed(item, close)));
  return [`${open}${pieces[0]}`, ...pieces.slice(1)];
}

function closed(pieces: readonly string[], end: string): string[] {
  return [...pieces.slice(0, -1), `${pieces.at(-1)}${end}`];
}

/** Returns the source text of a node, with folded lines joined. */
function getWords(text: string, { range, value, type }: Scalar): string {
  const written = text.slice(range?.[0], range?.[1]);
  const isLong = written.includes('\n') || (type === Scalar.PLAIN && written.length > WIDTH / 2);
  return isLong ? JSON.stringify(value) : written;
}

/** Puts everything on one line, or each group on its own lines. */
function packed(start: string, indent: string, groups: readonly (readonly string[])[]): string[] {
  const line = `${start}${groups.flat().join(' ')}`;
  if (line.length <= WIDTH) return [line];
  return groups.flatMap((pieces, index) => {
    const lines: string[] = [];
    for (const piece of pieces) {
      const last = lines.at(-1);
      const longer = `${last ?? (index === 0 ? start : indent)}${last === undefined ? '' : ' '}${piece}`;
      if (longer.length <= WIDTH) lines.splice(-1, 1, longer);
      else lines.push(...folded(last === undefined && index === 0 ? `${start}${piece}` : `${indent}${piece}`, indent));
    }
    return lines;
  });
}

/** Wraps a text between two words; YAML reads a line break inside quotes as a space. */
function folded(line: string, indent: string, isInside = false): string[] {
  if (line.length <= WIDTH) return [line];
  const at = line.lastIndexOf(' ', WIDTH);
  const isQuoted = (line.slice(0, at).split(/(?<!\\)"/).length % 2 === 0) !== isInside;
  if (at <= indent.length || !isQuoted || line[at + 1] === ' ') throw new Error(`cannot be broken: ${line}`);
  return [line.slice(0, at), ...folded(`${indent}${line.slice(at + 1)}`, indent, true)];
}

function getComments(node: unknown, indent = ''): string[] {
  const comment = isPair(node) || node === null ? null : (node as Node).commentBefore;
  return comment == null ? [] : commentLines(comment, indent);
}

function commentLines(comment: string, indent: string): string[] {
  return comment.split('\n').map((line) => `${indent}#${line}`);
}
