import type { Operator } from './expressions.ts';
import { shorten, replaceNode, mutant } from './mutant.ts';
import type { Edit } from './mutant.ts';
import { getChildren } from './tree.ts';
import type { Node, Place } from './tree.ts';

const part = (node: Node, field: string) => node[field] as Node;
const FUNCTION = /Function/;

/** Returns an edit of a property's value; `null` for a method, which cannot be written beside its mutant. */
function valueEdit(property: Node, text: string): Edit | null {
  if (property['method'] === true || property['kind'] !== 'init') return null;
  const { start, end } = part(property, 'value');
  return { start, end, text, as: property['shorthand'] === true ? 'shorthand' : 'expression' };
}

/** Exchanges two slots of one object, or leaves a slot empty. */
export const slots: Operator = ({ node }, source) => {
  if (node.type !== 'ObjectExpression') return [];
  const properties = getChildren(node['properties']).filter(
    (property) => property.type === 'Property' && getName(property) !== 'type' && property['method'] !== true,
  );
  const value = (property: Node) => source.slice(part(property, 'value').start, part(property, 'value').end);
  const dropped = properties.flatMap((property) => {
    const edit = valueEdit(property, 'undefined');
    return edit === null ? [] : [mutant('slot dropped', getName(property), edit)];
  });
  const swapped = properties.slice(1).flatMap((property, index) => {
    const before = properties[index];
    if (before === undefined) return [];
    const edits = [valueEdit(before, value(property)), valueEdit(property, value(before))];
    return edits[0] && edits[1]
      ? [mutant('slots swapped', `${getName(before)} <-> ${getName(property)}`, edits[0], edits[1])]
      : [];
  });
  return [...dropped, ...swapped];
};

function getName(property: Node): string {
  const key = part(property, 'key');
  return String(key['name'] ?? key['value']);
}

/** Exchanges arguments, or removes all of them. */
export const callArguments: Operator = ({ node }, source) => {
  if (node.type !== 'CallExpression') return [];
  const given = getChildren(node['arguments']);
  if (given.some(({ type }) => type === 'SpreadElement')) return [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const call = shorten(text(node));
  const swapped = given.slice(1).flatMap((one, index) => {
    const before = given[index];
    return before === undefined
      ? []
      : [
          mutant(
            'arguments swapped',
            `${index + 1} <-> ${index + 2} of ${call}`,
            replaceNode(before, text(one)),
            replaceNode(one, text(before)),
          ),
        ];
  });
  // Without its implementation, a slot is empty.
  const isPlain = given.length > 0 && !given.some(({ type }) => FUNCTION.test(type));
  const emptied = isPlain
    ? [mutant('arguments dropped', call, replaceNode(node, `${text(part(node, 'callee'))}()`))]
    : [];
  return [...swapped, ...emptied];
};

/** Returns the methods called on each object in the sources, by the object's source text, e.g. `(await mpesa())`. */
export function calledMethods(sources: readonly { readonly source: string; readonly places: readonly Place[] }[]) {
  const called = new Map<string, Set<string>>();
  for (const { source, places } of sources) {
    for (const { node } of places) {
      const call = findMethod(node, source);
      if (call === null) continue;
      const names = called.get(call.object) ?? new Set();
      called.set(call.object, names.add(call.name));
    }
  }
  return called;
}

/** Replaces a method by another one of the same object. */
export function otherMethod(called: ReadonlyMap<string, ReadonlySet<string>>): Operator {
  return ({ node }, source) => {
    const call = findMethod(node, source);
    if (call === null) return [];
    const names = [...(called.get(call.object) ?? [])];
    const other = names[(names.indexOf(call.name) + 1) % names.length];
    if (other === undefined || other === call.name) return [];
    const text = `${source.slice(node.start, call.property.start)}${other}${source.slice(call.property.end, node.end)}`;
    return [mutant('method swapped', `${shorten(call.object)}.${call.name} -> ${other}`, replaceNode(node, text))];
  };
}

function findMethod(node: Node, source: string) {
  if (node.type !== 'CallExpression') return null;
  const callee = part(node, 'callee');
  if (callee.type !== 'MemberExpression' || callee['computed'] === true) return null;
  const [object, property] = [part(callee, 'object'), part(callee, 'property')];
  return {
    object: source.slice(object.start, object.end),
    name: source.slice(property.start, property.end),
    property,
  };
}
