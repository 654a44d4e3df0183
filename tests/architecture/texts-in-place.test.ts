import { posix } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** What a shopper reads stands in `src/texts` and `contract/texts`, a module for each area (decision 0091). */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Strings that no shopper reads although they look like words. */
const TECHNICAL = new Set(
  [
    // Values of the contract, and names of countries that an address holds.
    'Home | Work | Other | Kenya | Uganda | Tanzania | OrderId | Shillings',
    // Keys of a keyboard, selectors and media queries.
    'Enter | Escape | aside, dialog | main form | button, a[href] | input, select, textarea',
    '[type=checkbox], [type=radio] | (prefers-reduced-motion: reduce)',
    // What search engines read of a page: words of schema.org, and calls of the page.
    'Organization | ContactPoint | customer support | PostalAddress | WebSite | Product | Brand | Offer',
    'OutOfStock | InStock | AggregateRating | BreadcrumbList | ListItem | out of stock | in stock',
    '<meta name="robots" | GET /categories | GET /products/ | GET /banners | GET /products?',
    // Names of errors and of what the browser offers, cookies, and what the console says.
    'ApiError | Order | Segmenter | ; Secure | Forgot password: nothing was sent, the e-mail is not valid',
  ].flatMap((names) => names.split(' | ')),
);
/** Media queries, and well-known passwords: words with a digit each. */
const NO_WORDS = /^\(min-width: |^ ?\S*\d\S*(?: \S*\d\S*)+$/;
const TECHNICAL_TEMPLATES =
  /^`(?:<meta|Bearer |\$\{id\}-address|\$\{src\}\?w=|\$\{isSecure \? '__Host|\$\{amount < 0 \? '-' : ''\}Ksh)/;
/** Attributes that no shopper reads. */
const LOOKS = /^(?:className|sizes|rel|d|viewBox)$/;
/** Drawings and sizes of pictures. */
const DRAWINGS = /^src\/views\/(?:parts\/(?:icon|logo|product-grid|stars)\.|theme\/)/;

/** Words with a space between them or after a number or a sign, or one with a capital. */
const isProse = (text: string) =>
  !NO_WORDS.test(text) && (/[\p{L}\d:,][^]*\s[^]*\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}/u.test(text));

/** What of a source a shopper would read, as 'line: text'; with `calls` only what is given to such calls. */
function textsIn(
  code: string,
  calls: RegExp | null = null,
  lang: 'ts' | 'tsx' = calls === null ? 'tsx' : 'ts',
): string[] {
  const found: string[] = [];
  const say = ({ start }: Node, text: string) =>
    found.push(`${code.slice(0, start).split('\n').length}: ${text.replaceAll(/\s+/g, ' ').trim()}`);
  const visit = (value: unknown, parent: Node | null, isSaid: boolean): void => {
    if (Array.isArray(value)) return value.forEach((one) => visit(one, parent, isSaid));
    if (!isNode(value) || isLeftOut(value, parent)) return;
    const isHeard = isSaid || (/^(?:New|Call)Expression$/.test(value.type) && calls?.test(nameOf(value)) === true);
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, value, isHeard);
    if (!isSaid) return;
    const written = code.slice(value.start, value['end'] as number);
    if (value.type === 'JSXText' && /\p{L}/u.test(written)) say(value, written);
    if (value.type === 'Literal' && typeof value['value'] === 'string' && !TECHNICAL.has(value['value'])) {
      const isName = parent?.type === 'Property' && parent['key'] === value;
      const isShown = parent?.type === 'JSXAttribute' && /^(?:aria-label|placeholder|title|alt)$/.test(nameOf(parent));
      if (!isName && (isShown ? /\p{L}/u.test(value['value']) : isProse(value['value']))) say(value, value['value']);
    }
    if (value.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
      const quasis = value['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
      // A value stands between the pieces, as a word does.
      const words = quasis.map(({ value: { cooked } }) => cooked).join('0');
      if (/\p{L}{2}/u.test(words) && isProse(words.replaceAll('0', ' x ').trim()) && /\s|^\p{Lu}\p{Ll}/u.test(words))
        if (!TECHNICAL_TEMPLATES.test(written)) say(value, written);
    }
  };
  visit(parseAst(code, { lang }).body, null, calls === null);
  return found;
}

/** Paths of the modules that a source imports. */
function importsOf({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => posix.join(posix.dirname(path), to));
}

function nameOf(node: Node): string {
  const name = node['name'] ?? node['key'] ?? node['callee'];
  return isNode(name) ? String(name['name'] ?? name['value'] ?? '') : '';
}

/** Types, imports, errors of programmers, descriptions of machines, and how something looks. */
function isLeftOut(node: Node, parent: Node | null): boolean {
  if (/^(?:Import|ExportAll)/.test(node.type)) return true;
  if (node.type.startsWith('TS')) return !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  if (node.type === 'ExportNamedDeclaration') return isNode(node['source']);
  if (node.type === 'NewExpression') return /Error$/.test(nameOf(node));
  if (node.type === 'JSXAttribute') return LOOKS.test(nameOf(node));
  return parent?.type === 'Property' && parent['value'] === node && nameOf(parent) === 'description';
}

/** Names and places that are data: what the shop is called, where and how fast it delivers. */
const DATA = /^contract\/(?:\w+\.config|rules\/counties)\.ts$/;
const all = sources('src', 'contract');
const files = all.filter(
  ({ path }) => !path.includes('/texts/') && !path.endsWith('.css.ts') && !DRAWINGS.test(path) && !DATA.test(path),
);
const modules = all.filter(({ path }) => /\/texts\/\w+\.ts$/.test(path));

test('no shopper’s text stands outside of src/texts and contract/texts', () => {
  const found = files.flatMap(({ path, text }) =>
    textsIn(text, null, path.endsWith('.tsx') ? 'tsx' : 'ts').map((one) => `${path}:${one}`),
  );
  expect(found).toEqual([]);
});

/** What the shop says to its staff and its owner: they read English, also in a terminal. */
const NOT_TO_SHOPPERS =
  /^server\/(?:modules\/(?:back-office|staff)\/|modules\/catalogue\/(?:change|import)|modules\/payments\/refunds-back-office|http\/(?:bearer|flows)\.)/;
const SAYING = /^(?:Refusal|refuseFields?|fieldError|conflict|ok)$/;

test('the server refuses and answers with texts of its modules of texts', () => {
  const said = sources('server')
    .filter(({ path }) => !NOT_TO_SHOPPERS.test(path))
    .flatMap(({ path, text }) => textsIn(text, SAYING).map((one) => `${path}:${one}`));
  expect(said).toEqual([]);
  expect(textsIn("throw new Refusal('conflict', isPaid ? 'Too late.' : why);", SAYING)).toEqual(['1: Too late.']);
});

test.each(modules)('$path has no text that nobody shows', ({ path, text }) => {
  const users = all.filter((one) => importsOf(one).includes(path));
  const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(
    names.filter((name) => !users.some((user) => user.text.match(`\\btexts\\.${name}\\b|\\{ ${name} \\}`))),
  ).toEqual([]);
});

describe('finds', () => {
  test.each([
    ['text between tags', '<p>Pay</p>'],
    ['a name of a control', '<button aria-label="close" />'],
    ['a title', '<img title="big" alt="" />'],
    ['a message', "assign({ problem: 'Failed to pay' })"],
    ['a sentence with a value', '`${count} in cart`'],
    ['a text on one side', "isBusy ? 'Sending' : null"],
    ['a number of something', "count === 1 ? '1 result' : null"],
    ['what a sign begins', "': not yet'"],
  ])('%s', (_, code) => {
    expect(textsIn(`const it = ${code};`)).toHaveLength(1);
  });

  test.each([
    "import a from 'A b';",
    "throw new Error('Not so');",
    "const state = { description: 'The shopper waits.' };",
    "send({ type: 'cart.add' });",
    'const key = `${area}-${id}`;',
    'const view = <p className="Wide one">{texts.pay}</p>;',
  ])('nothing in %s', (code) => {
    expect(textsIn(code)).toEqual([]);
  });
});
