import type { Operator } from './expressions.ts';
import { isRefusedByLint, isStepWaitedFor } from './awaits.ts';
import { shorten, replaceNode, mutant } from './mutant.ts';
import type { Mutant } from './mutant.ts';
import { getChildren } from './tree.ts';
import type { Node } from './tree.ts';

/** Mutants of Drizzle statements. While mutants are judged, its functions are global as `drizzle` (worker.ts). */

const getText = (source: string, { start, end }: Node) => source.slice(start, end);
const part = (node: Node, field: string) => node[field] as Node;

/** Returns the function or method of a call, e.g. `and` or `orderBy`; `null` for any other callee. */
function getCalledName({ type, callee }: Node): { readonly name: string; readonly isMethod: boolean } | null {
  if (type !== 'CallExpression') return null;
  const called = callee as Node;
  if (called.type === 'Identifier') return { name: called['name'] as string, isMethod: false };
  if (called.type !== 'MemberExpression' || called['computed'] === true) return null;
  return { name: part(called, 'property')['name'] as string, isMethod: true };
}

/** Drops a condition of a where clause or a join. */
export const clauses: Operator = ({ node }, source) => {
  const called = getCalledName(node);
  if (called === null) return [];
  const given = getChildren(node['arguments']);
  const isList = !called.isMethod && (called.name === 'and' || called.name === 'or') && given.length > 1;
  const isWhere = called.isMethod && called.name === 'where' && given.length === 1;
  if (!isList && !isWhere) return [];
  return given
    .filter(({ type }) => type !== 'SpreadElement')
    .map((one) =>
      mutant('clause dropped', `${called.name}: ${shorten(getText(source, one))}`, replaceNode(one, 'undefined')),
    );
};

/** Drops a sort key, or the whole order. */
export const orderings: Operator = ({ node }, source) => {
  const called = getCalledName(node);
  if (called?.isMethod !== true || called.name !== 'orderBy') return [];
  const given = getChildren(node['arguments']);
  return given.map((one, index) => {
    const rest = given.filter((_, other) => other !== index).map((other) => getText(source, other));
    const object = getText(source, part(part(node, 'callee'), 'object'));
    return mutant(
      'sort key dropped',
      shorten(getText(source, one)),
      replaceNode(node, rest.length === 0 ? object : `${object}.orderBy(${rest.join(', ')})`),
    );
  });
};

/**
 * Adds one row to a limit, or drops the limit. Callers that request one row read only the first, so limits of one are
 * skipped.
 */
export const limits: Operator = ({ node }, source) => {
  const called = getCalledName(node);
  if (called?.isMethod !== true || called.name !== 'limit') return [];
  const [given] = getChildren(node['arguments']);
  if (given === undefined) return [];
  const limit = shorten(getText(source, given));
  if (limit === '1') return [];
  return [
    mutant('limit', `${limit} + 1`, replaceNode(given, `(${getText(source, given)}) + 1`)),
    mutant('limit', `${limit} dropped`, replaceNode(node, getText(source, part(part(node, 'callee'), 'object')))),
  ];
};

const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['eq', 'ne'],
  ['ne', 'eq'],
  ['lt', 'lte'],
  ['lte', 'lt'],
  ['gt', 'gte'],
  ['gte', 'gt'],
  ['isNull', 'isNotNull'],
  ['isNotNull', 'isNull'],
  ['inArray', 'notInArray'],
  ['notInArray', 'inArray'],
  ['exists', 'notExists'],
  ['notExists', 'exists'],
  ['asc', 'desc'],
  ['desc', 'asc'],
]);

/** Reverses a comparison, a test or a direction of a statement, or shifts its boundary. */
export const opposites: Operator = ({ node }, source) => {
  const called = getCalledName(node);
  const other = called === null || called.isMethod ? undefined : OPPOSITES.get(called.name);
  if (other === undefined) return [];
  return [
    mutant(
      'comparison of rows',
      `${shorten(getText(source, node))} -> ${other}`,
      replaceNode(part(node, 'callee'), `drizzle.${other}`),
    ),
  ];
};

/** Words of a statement with their replacements. `set a = b` and `on a = b` differ by the preceding words. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<!between\s[^\n]*)\band\b/g, 'or'],
  [/\bor\b(?! replace)/g, 'and'],
  [/(?<=\s)<(?=\s)/g, '<='],
  [/(?<=\s)<=(?=\s)/g, '<'],
  [/(?<=\s)>(?=\s)/g, '>='],
  [/(?<=\s)>=(?=\s)/g, '>'],
  [/(?<=\s)=(?=\s)/g, '<>'],
  [/(?<=\s)<>(?=\s)/g, '='],
  [/\basc\b/g, 'desc'],
  [/\bdesc\b/g, 'asc'],
  [/\bis null\b/g, 'is not null'],
  [/\bis not null\b/g, 'is null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\bfor (?:no key )?update(?: of \w+)?(?: skip locked)?/g, ''],
  [/\bskip locked\b/g, ''],
  [/\bselect distinct\b/g, 'select'],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
];

/** Replaces words of a statement written as text: operators, directions, locks. */
export const statementText: Operator = ({ node }, source) => {
  if (node.type !== 'TaggedTemplateExpression' || !/^sql\b/.test(getText(source, part(node, 'tag')))) return [];
  const template = getText(source, node);
  return getChildren(part(node, 'quasi')['quasis']).flatMap((quasi): Mutant[] => {
    const { raw } = quasi['value'] as { readonly raw: string };
    const start = template.indexOf(raw, Math.max(0, quasi.start - node.start - 1));
    return WORDS.flatMap(([word, other]) =>
      [...raw.matchAll(word)].map(({ 0: found, index }) => {
        const at = start + index;
        const around = shorten(template.slice(Math.max(0, at - 20), at + found.length + 20));
        const text = `${template.slice(0, at)}${other}${template.slice(at + found.length)}`;
        return mutant('statement', `${around}: ${found} -> ${other || 'nothing'}`, replaceNode(node, text));
      }),
    );
  });
};

/**
 * Drops an `await` where the promise's failure is caught. Lint rejects every other forgotten `await`
 * (`typescript/no-floating-promises`, decision 0106).
 */
export const awaits: Operator = (place, source) => {
  if (!isStepWaitedFor(place) || isRefusedByLint(place.node)) return [];
  const argument = getText(source, part(place.node, 'argument'));
  return [mutant('await dropped', shorten(getText(source, place.node)), replaceNode(place.node, `(${argument})`))];
};

/** Exchanges two neighbouring arguments of a call, if both are plain values and do not compare rows. */
export const parameters: Operator = ({ node }, source) => {
  const called = getCalledName(node);
  if (node.type !== 'CallExpression' || OPPOSITES.has(called?.name ?? '')) return [];
  const given = getChildren(node['arguments']);
  const isPlain = ({ type }: Node) => type === 'Identifier' || type === 'MemberExpression';
  return given.slice(1).flatMap((one, index) => {
    const before = given[index];
    if (before === undefined || !isPlain(before) || !isPlain(one)) return [];
    const [left, right] = [getText(source, before), getText(source, one)];
    return [
      mutant(
        'parameters swapped',
        `${index + 1} <-> ${index + 2} of ${shorten(getText(source, node))}`,
        replaceNode(before, right),
        replaceNode(one, left),
      ),
    ];
  });
};
