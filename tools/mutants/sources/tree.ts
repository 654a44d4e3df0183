import { parseSync } from 'vite';

/** The part of a syntax tree node that the operators use. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** A node with its position. */
export interface Place {
  readonly node: Node;
  readonly parent: Node | null;
  /** The parent's field that contains it. */
  readonly field: string;
}

/** Types and sources of imports have no runtime value. */
const WITHOUT_VALUE = /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll)/;

/** Returns every node of a source with a runtime value, parents first. */
export function findPlaces(path: string, source: string): Place[] {
  const { program, errors } = parseSync(path, source, { lang: path.endsWith('x') ? 'tsx' : 'ts', astType: 'ts' });
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const places: Place[] = [];
  const visit = (node: Node, parent: Node | null, field: string) => {
    if (WITHOUT_VALUE.test(node.type)) return;
    places.push({ node, parent, field });
    for (const [name, value] of Object.entries(node)) {
      if (isKey(node, name)) continue;
      for (const child of getChildren(value)) visit(child, node, name);
    }
  };
  visit(program as unknown as Node, null, '');
  return places;
}

/** Names of properties and elements are no values. */
function isKey({ type, computed }: Node, field: string): boolean {
  if (field === 'key') return type === 'Property' && computed !== true;
  if (field === 'property') return type === 'MemberExpression' && computed !== true;
  return type.startsWith('JSX') && (field === 'name' || field === 'closingElement');
}

export function getChildren(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string' && 'start' in value;
}
