import { shorten, replaceNode, mutant } from './mutant.ts';
import type { Mutant } from './mutant.ts';
import { getChildren, isNode } from './tree.ts';
import type { Node, Place } from './tree.ts';

export type Operator = (place: Place, source: string) => Mutant[];

const OTHER_TEXT = 'Another text';

const getText = (source: string, { start, end }: Node) => source.slice(start, end);
const part = (node: Node, field: string) => node[field] as Node;

/** Makes a condition always true or always false. */
export const conditions: Operator = ({ node, parent }, source) => {
  const fixed = (test: Node, values: readonly string[]) =>
    values.map((value) =>
      mutant('condition', `${shorten(getText(source, test))} -> ${value}`, replaceNode(test, value)),
    );
  if (node.type === 'IfStatement') return fixed(part(node, 'test'), ['true', 'false']);
  if (node.type === 'WhileStatement') return fixed(part(node, 'test'), ['false']);
  if (node.type === 'ConditionalExpression') {
    return ['consequent', 'alternate'].map((side) =>
      mutant(
        'condition',
        `${shorten(getText(source, node))} -> its ${side}`,
        replaceNode(node, getText(source, part(node, side))),
      ),
    );
  }
  if (node.type === 'UnaryExpression' && node['operator'] === '!' && parent?.type !== 'UnaryExpression')
    return [
      mutant('condition', `${shorten(getText(source, node))} negated`, replaceNode(node, `!${getText(source, node)}`)),
    ];
  return [];
};

/** `a && b`, `a || b`, `a ?? b`: keeps only one side. */
export const sides: Operator = ({ node }, source) => {
  if (node.type !== 'LogicalExpression') return [];
  // `a ?? null` and `a ?? false` are equivalent to `a` for the callers.
  const isDefault = /^(?:null|undefined|false)$/.test(getText(source, part(node, 'right')));
  return ['left', 'right']
    .slice(isDefault ? 1 : 0)
    .map((side) =>
      mutant(
        'one side',
        `${shorten(getText(source, node))} -> its ${side}`,
        replaceNode(node, getText(source, part(node, side))),
      ),
    );
};

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
};

const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*' };

/** Shifts the boundary of a comparison, or reverses it. */
export const comparisons: Operator = ({ node }, source) => binary(node, source, COMPARISONS, 'comparison');

/** Replaces arithmetic operators. */
export const arithmetic: Operator = ({ node }, source) =>
  binary(
    node,
    source,
    Object.fromEntries(Object.entries(ARITHMETIC).map(([one, other]) => [one, [other]])),
    'arithmetic',
  );

function binary(
  node: Node,
  source: string,
  others: Readonly<Record<string, readonly string[]>>,
  operator: string,
): Mutant[] {
  if (node.type !== 'BinaryExpression') return [];
  const [left, right] = [getText(source, part(node, 'left')), getText(source, part(node, 'right'))];
  return (others[node['operator'] as string] ?? []).map((other) =>
    mutant(
      operator,
      `${shorten(getText(source, node))} -> ${other}`,
      replaceNode(node, `(${left}) ${other} (${right})`),
    ),
  );
}

/** Adds or subtracts one. */
export const numbers: Operator = ({ node, parent }, source) => {
  if (node.type !== 'Literal' || typeof node['value'] !== 'number') return [];
  const sign = parent?.type === 'UnaryExpression' && parent['operator'] === '-' ? -1 : 1;
  const value = node['value'];
  return (value === 0 ? [1] : [1, -1]).map((step) =>
    mutant(
      'number',
      `${sign < 0 ? '-' : ''}${getText(source, node)} ${step > 0 ? '+' : '-'} 1`,
      replaceNode(node, `(${value + sign * step})`),
    ),
  );
};

/**
 * Like `numbers`. From a thousand on, a number is a time or a size, for which one more means nothing, so it is
 * multiplied by ten.
 */
export const magnitudes: Operator = (place, source) => {
  const { node, parent, field } = place;
  if (node.type !== 'Literal' || typeof node['value'] !== 'number') return [];
  if (isSingleRowLimit(node, parent, field)) return [];
  if (node['value'] < 1_000) return numbers(place, source);
  return [mutant('number', `${getText(source, node)} * 10`, replaceNode(node, `(${node['value'] * 10})`))];
};

/** Returns whether it is the argument of `.limit(1)`, whose caller reads only the first row. */
function isSingleRowLimit(node: Node, parent: Node | null, field: string): boolean {
  const callee = field === 'arguments' ? (parent?.['callee'] as Node | undefined) : undefined;
  const property = callee?.type === 'MemberExpression' ? (callee['property'] as Node) : undefined;
  return node['value'] === 1 && property?.['name'] === 'limit';
}

export const booleans: Operator = ({ node }) =>
  node.type === 'Literal' && typeof node['value'] === 'boolean'
    ? [mutant('boolean', `${node['value']} -> ${!node['value']}`, replaceNode(node, String(!node['value'])))]
    : [];

/** Replaces a string. Another operator replaces event types. */
export const strings: Operator = ({ node, parent, field }, source) => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') {
    if (parent === null || /^(?:JSX|Import|Export|ExpressionStatement$)/.test(parent.type)) return [];
    if (isEventType(node, parent)) return [];
    if (field === 'key') return [];
    const other = node['value'] === '' ? OTHER_TEXT : '';
    return [mutant('text', `${shorten(getText(source, node))} -> '${other}'`, replaceNode(node, `'${other}'`))];
  }
  if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return [];
  return getChildren(node['quasis'])
    .filter((quasi) => getText(source, quasi).trim() !== '' && (quasi['value'] as { raw: string }).raw.trim() !== '')
    .map((quasi) => {
      const { raw } = quasi['value'] as { raw: string };
      const whole = getText(source, node);
      const at = whole.indexOf(raw, quasi.start - node.start - 1);
      return mutant(
        'text',
        `${shorten(whole)} without '${raw.trim()}'`,
        replaceNode(node, whole.slice(0, at) + whole.slice(at + raw.length)),
      );
    });
};

/** `type: 'x'` of an event. */
export function isEventType(node: Node, parent: Node | null): boolean {
  return parent?.type === 'Property' && parent['value'] === node && (part(parent, 'key')['name'] as string) === 'type';
}

/** Drops a statement. */
export const statements: Operator = ({ node, parent, field }, source) => {
  if (node.type === 'ExpressionStatement' && node['directive'] == null) {
    const expression = part(node, 'expression');
    return [mutant('step dropped', shorten(getText(source, expression)), replaceNode(expression, 'undefined'))];
  }
  const isOnlyStep =
    field === 'body' &&
    parent?.type === 'ArrowFunctionExpression' &&
    (node.type === 'CallExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'void'));
  return isOnlyStep ? [mutant('step dropped', shorten(getText(source, node)), replaceNode(node, 'undefined'))] : [];
};

/** Returns nothing instead of a result. */
export const returns: Operator = ({ node, parent, field }, source) => {
  const answer =
    node.type === 'ReturnStatement' && isNode(node['argument'])
      ? node['argument']
      : field === 'body' && parent?.type === 'ArrowFunctionExpression' && node.type !== 'BlockStatement'
        ? node
        : null;
  if (answer === null || /^(?:null|undefined)$/.test(getText(source, answer))) return [];
  return [mutant('answer dropped', shorten(getText(source, answer)), replaceNode(answer, 'undefined'))];
};

const METHODS = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    round: 'floor',
    toUpperCase: 'toLowerCase',
    toLowerCase: 'toUpperCase',
    push: 'unshift',
    padStart: 'padEnd',
  }),
);
const DROPPED = /^(?:filter|slice|sort|toSorted|reverse|toReversed|trim|trimEnd|flat|replace|replaceAll|normalize)$/;

/** Replaces methods of lists and strings by the opposite one, or drops them. */
export const methods: Operator = ({ node }, source) => {
  if (node.type !== 'CallExpression') return [];
  const callee = part(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return [];
  const [object, property] = [part(callee, 'object'), part(callee, 'property')];
  const name = getText(source, property);
  const other = METHODS.get(name);
  if (other !== undefined) {
    const text = `${source.slice(node.start, property.start)}${other}${source.slice(property.end, node.end)}`;
    return [mutant('method', `${shorten(getText(source, node))} -> ${other}`, replaceNode(node, text))];
  }
  return DROPPED.test(name)
    ? [mutant('method', `${shorten(getText(source, node))} dropped`, replaceNode(node, getText(source, object)))]
    : [];
};

export const lists: Operator = ({ node, parent }, source) =>
  node.type === 'ArrayExpression' && getChildren(node['elements']).length > 0 && parent?.type !== 'SpreadElement'
    ? [mutant('list emptied', shorten(getText(source, node)), replaceNode(node, '[]'))]
    : [];

/** Removes the anchors of a pattern. */
export const patterns: Operator = ({ node }, source) => {
  if (node.type !== 'Literal' || !('regex' in node)) return [];
  const text = getText(source, node);
  const ends = [text.replace(/^\/\^/, '/'), text.replace(/\$(?=\/[a-z]*$)/, '')].filter((one) => one !== text);
  return ends.map((one) => mutant('pattern', `${shorten(text)} -> ${shorten(one)}`, replaceNode(node, one)));
};
