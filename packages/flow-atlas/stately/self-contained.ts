import { parseSync } from 'vite';

/** A node of a syntax tree. */
type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Globals that are the same in every environment. */
const EVERYWHERE = new Set(
  'undefined NaN Infinity Array Boolean Error JSON Map Math Number Object RegExp Set String'.split(' '),
);

/**
 * Returns whether a function is self-contained: its text is an expression that uses only its own names and common
 * globals.
 */
export function isSelfContained(text: string): boolean {
  const { program, errors } = parseSync('function.js', `(${text});`);
  if (errors.length > 0) return false;
  const named = new Set<string>();
  const own = new Set(EVERYWHERE);
  visit(program as unknown as Node, named, own);
  return [...named].every((name) => own.has(name));
}

/** Collects used names in `named` and declared names in `own`, without distinguishing scopes. */
function visit(node: Node, named: Set<string>, own: Set<string>): void {
  if (node.type === 'Identifier') named.add(String(node['name']));
  if (node.type === 'ThisExpression' || node.type === 'ImportExpression') named.add(node.type);
  for (const pattern of [...nodesIn(node['params']), ...declared(node)]) bind(pattern, own);
  for (const [field, value] of Object.entries(node))
    if (!isLabel(node, field)) for (const child of nodesIn(value)) visit(child, named, own);
}

function declared({ type, id }: Node): Node[] {
  return /^(VariableDeclarator|Function|Class)/.test(type) ? nodesIn(id) : [];
}

/** Collects the names that a pattern declares: `{ context: { phone = '' }, ...rest }` declares `phone` and `rest`. */
function bind(pattern: Node, own: Set<string>): void {
  if (pattern.type === 'Identifier') own.add(String(pattern['name']));
  const parts = { ObjectPattern: 'properties', ArrayPattern: 'elements', RestElement: 'argument' } as const;
  const inner = { Property: 'value', AssignmentPattern: 'left', ...parts }[pattern.type];
  if (inner !== undefined) for (const one of nodesIn(pattern[inner])) bind(one, own);
}

/** A property name needs no declaration. */
function isLabel({ type, computed }: Node, field: string): boolean {
  if (computed === true) return false;
  return (field === 'key' && type === 'Property') || (field === 'property' && type === 'MemberExpression');
}

function nodesIn(value: unknown): Node[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (one): one is Node => typeof one === 'object' && one !== null && 'type' in one,
  );
}
