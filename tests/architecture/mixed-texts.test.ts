import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/**
 * A browser that translates a page wraps every text node in an element. React then loses track of the text node: it
 * throws NotFoundError when it inserts something before that text or removes it, and its updates have no effect (X70).
 * A text that changes, or that has a conditional sibling, is therefore the only child of an element, whose content
 * React sets as a whole.
 */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/**
 * `text` is fixed, `changing` is a text expression, `conditional` appears and disappears, `slot` holds the caller's
 * content.
 */
type Kind = 'text' | 'changing' | 'conditional' | 'slot' | 'element' | 'nothing';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function nodesIn(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (!isNode(value)) return [];
  return [value, ...Object.values(value).flatMap((child) => (typeof child === 'object' ? nodesIn(child) : []))];
}

/** Returns the names in a file that hold elements: props with an element type, and constants made of JSX. */
function elementNames(code: string): ReadonlySet<string> {
  const props = code.matchAll(/readonly (\w+)\??: (?:ReactNode|ReactElement)/g);
  const constants = code.matchAll(/const (\w+) = [^;]*?<[A-Z]/g);
  return new Set([...props, ...constants].map(([, name]) => name ?? ''));
}

function getKind(node: Node, names: ReadonlySet<string>): Kind {
  const of = (key: string) => getKind(node[key] as Node, names);
  switch (node.type) {
    case 'JSXText':
      return /^\s*\n\s*$/.test(String(node['value'])) ? 'nothing' : 'text';
    case 'JSXElement':
    case 'JSXFragment':
      return 'element';
    case 'JSXEmptyExpression':
      return 'nothing';
    case 'JSXExpressionContainer':
      return of('expression');
    case 'Literal':
      return typeof node['value'] === 'string' ? 'text' : 'nothing';
    case 'LogicalExpression':
      return of('right') === 'element' ? 'conditional' : of('right');
    case 'ConditionalExpression': {
      const ways = [of('consequent'), of('alternate')];
      return ways.some((way) => way === 'text' || way === 'changing') ? 'changing' : 'conditional';
    }
    case 'CallExpression': {
      const isMap = (node['arguments'] as readonly Node[]).some(({ type }) => type === 'ArrowFunctionExpression');
      const isRender = (node['callee'] as Node)['name'] === 'children';
      return isMap || isRender ? 'conditional' : 'changing';
    }
    case 'Identifier':
    case 'MemberExpression': {
      // The shop's name and address and the texts of src/texts never change.
      if (/^(?:shop|texts)$/.test(String((node['object'] as Node | undefined)?.['name']))) return 'text';
      const name = String(node['name'] ?? (node['property'] as Node)['name']);
      if (name === 'children') return 'slot';
      return names.has(name) ? 'conditional' : 'changing';
    }
    default:
      return 'changing';
  }
}

function isMixed(kinds: readonly Kind[]): boolean {
  const has = (kind: Kind) => kinds.includes(kind);
  if (kinds.length < 2) return false;
  return has('changing') || (has('conditional') && (has('text') || has('slot')));
}

function isTextValue(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return isTextValue(node['consequent'] as Node) || isTextValue(node['alternate'] as Node);
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
}

/** Returns the files and lines where a text has siblings although it or a sibling changes. */
function findMixed(path: string, code: string): string[] {
  const names = elementNames(code);
  const kindsIn = (node: Node) =>
    (node['children'] as readonly Node[]).map((child) => getKind(child, names)).filter((kind) => kind !== 'nothing');
  const found = nodesIn(parseAst(code, { lang: 'tsx' }).body).filter((node) => {
    if (node.type === 'JSXElement') return isMixed(kindsIn(node));
    // A fragment creates no element: its text becomes a sibling of the nodes around it.
    if (node.type === 'JSXFragment') return kindsIn(node).some((kind) => kind === 'text' || kind === 'changing');
    // The same applies to text that a component returns.
    if (node.type !== 'FunctionDeclaration' || !/^[A-Z]/.test(String((node['id'] as Node | null)?.['name'])))
      return false;
    return nodesIn(node['body'])
      .filter(({ type }) => type === 'ReturnStatement')
      .map((statement) => statement['argument'])
      .filter(isNode)
      .some(isTextValue);
  });
  return found.map(({ start }) => `${path}:${code.slice(0, start).split('\n').length}`);
}

test('X70: every text that changes or has a conditional sibling has its own element', () => {
  const views = sources('src').filter(({ path }) => path.endsWith('.tsx'));
  expect(views.length).toBeGreaterThan(100);
  expect(views.flatMap(({ path, text }) => findMixed(path, text))).toEqual([]);
});

test.each([
  ['a text beside a conditional element', '<p>Pay {isBusy && <b />}</p>'],
  ['a count beside a text', '<p>{count} in cart</p>'],
  ['a count beside an element', '<p><b />{count}</p>'],
  ['a slot beside a conditional element', '<p>{isBusy && <b />}{children}</p>'],
  ['a text in a fragment', '<><b />Pay</>'],
])('X70: finds %s', (_, jsx) => {
  expect(findMixed('a.tsx', `const view = ${jsx};`)).toEqual(['a.tsx:1']);
});

test('X70: finds a component that returns a text', () => {
  expect(findMixed('a.tsx', "function Lead() { return isOver ? 'Over' : <b />; }")).toEqual(['a.tsx:1']);
});

test.each(['<p>{`${count} in cart`}</p>', '<p>Read <b>this</b> now.</p>', '<p><span>Pay</span>{isBusy && <b />}</p>'])(
  'X70: accepts %s',
  (jsx) => expect(findMixed('a.tsx', `const view = ${jsx};`)).toEqual([]),
);
