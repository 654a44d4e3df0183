import { isEventType } from './expressions.ts';
import type { Operator } from './expressions.ts';
import { shorten, replaceNode, mutant } from './mutant.ts';
import type { Mutant } from './mutant.ts';
import { getChildren, isNode } from './tree.ts';
import type { Node, Place } from './tree.ts';

const part = (node: Node, field: string) => node[field] as Node;

/**
 * People and screenshots judge the appearance, and keys are not judged at all. Browsers test keyboard access: all
 * negative numbers are equal for `tabIndex`.
 */
export const APPEARANCE =
  /^(?:className|key|ref|style|look|gap|inline|tone|size|sizes|wide|icon|shape|width|height|viewBox|d|loading|fetchPriority|decoding|tabIndex|spellCheck)$/;

/** Boolean attributes. */
const SWITCHES =
  /^(?:disabled|aria-disabled|busy|aria-busy|checked|isOff|required|aria-required|aria-invalid|readOnly)$/;

/** Returns the types of events that a source sends, in order. */
export function eventsIn(places: readonly Place[]): string[] {
  return [...new Set(places.filter(isSentType).map(({ node }) => String(node['value'])))];
}

function isSentType({ node, parent }: Place): boolean {
  return node.type === 'Literal' && typeof node['value'] === 'string' && isEventType(node, parent);
}

/** Replaces an event by the next one of the same source. */
export function otherEvent(events: readonly string[]): Operator {
  return (place) => {
    if (!isSentType(place) || events.length < 2) return [];
    const type = String(place.node['value']);
    const other = events[(events.indexOf(type) + 1) % events.length] ?? type;
    return [mutant('event swapped', `${type} -> ${other}`, replaceNode(place.node, `'${other}'`))];
  };
}

/** Drops a `send({ … })`. */
export const noEvent: Operator = ({ node }, source) => {
  if (node.type !== 'CallExpression') return [];
  const callee = source.slice(part(node, 'callee').start, part(node, 'callee').end);
  return /(?:^|\.)send$/.test(callee)
    ? [mutant('event dropped', shorten(source.slice(node.start, node.end)), replaceNode(node, 'undefined'))]
    : [];
};

/** Empties a text between tags. */
export const shownText: Operator = ({ node }, source) => {
  if (node.type !== 'JSXText') return [];
  const text = source.slice(node.start, node.end);
  if (text.trim() === '' || text.includes('&') || !/[\p{L}\p{N}]/u.test(text)) return [];
  const original = JSON.stringify(asShown(text));
  const edit = { start: node.start, end: node.end, text: '"Another text"', as: 'braces', original } as const;
  return [mutant('text', `${shorten(text)} -> Another text`, edit)];
};

/** Returns the text that JSX makes of its lines: trimmed at line breaks, joined with a space. */
function asShown(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const start = index > 0 ? line.trimStart() : line;
      return index < lines.length - 1 ? start.trimEnd() : start;
    })
    .filter((line) => line !== '')
    .join(' ');
}

/** Mutates attributes: empties a string, drops a handler, drops, inverts or sets a switch, drops a role. */
export const attributes: Operator = ({ node, parent }, source) => {
  if (node.type !== 'JSXAttribute') return [];
  const name = source.slice(part(node, 'name').start, part(node, 'name').end);
  if (APPEARANCE.test(name) || isDrawing(parent, source)) return [];
  const value = node['value'];
  if (!isNode(value)) {
    const edit = { start: node.start, end: node.end, text: 'undefined', as: 'flag', original: 'true' } as const;
    return [mutant('switch', `${name} dropped`, edit)];
  }
  if (value.type === 'Literal') {
    const text = String(value['value']);
    // A button without a type submits too.
    const other = name === 'role' || text === '' ? 'undefined' : text === 'submit' ? "'button'" : "''";
    const edit = {
      start: value.start,
      end: value.end,
      text: other,
      as: 'braces',
      original: JSON.stringify(text),
    } as const;
    return text === '' ? [] : [mutant(name === 'role' ? 'role' : 'text', `${name}="${shorten(text)}" dropped`, edit)];
  }
  const expression = value['expression'];
  if (!isNode(expression)) return [];
  const written = source.slice(expression.start, expression.end);
  const replaced = (text: string) =>
    mutant('switch', `${name}={${shorten(written)}} -> ${text}`, replaceNode(expression, text));
  if (/^on[A-Z]/.test(name))
    return [mutant('handler dropped', `${name}={${shorten(written)}}`, replaceNode(expression, 'undefined'))];
  if (SWITCHES.test(name)) return [replaced('undefined'), replaced('true'), replaced(`!(${written})`)];
  if (name === 'role' || name.startsWith('aria-')) return [replaced('undefined')];
  return [];
};

/** Returns whether it selects the drawing of an icon. */
function isDrawing(element: Node | null, source: string): boolean {
  const name = element?.['name'];
  return isNode(name) && source.slice(name.start, name.end) === 'Icon';
}

/** Exchanges two handlers of one element or part. */
export const handlers: Operator = ({ node }, source) => {
  if (node.type !== 'JSXOpeningElement') return [];
  const found = getChildren(node['attributes']).flatMap((attribute) => {
    const name = isNode(attribute['name']) ? source.slice(attribute['name'].start, attribute['name'].end) : '';
    const value = attribute['value'];
    const expression = isNode(value) ? value['expression'] : null;
    return /^on[A-Z]/.test(name) && isNode(expression) ? [{ name, expression }] : [];
  });
  return found.slice(1).flatMap(({ name, expression }, index): Mutant[] => {
    const before = found[index];
    if (before === undefined) return [];
    const [one, other] = [before.expression, expression];
    return [
      mutant(
        'handlers swapped',
        `${before.name} <-> ${name}`,
        replaceNode(one, source.slice(other.start, other.end)),
        replaceNode(other, source.slice(one.start, one.end)),
      ),
    ];
  });
};
