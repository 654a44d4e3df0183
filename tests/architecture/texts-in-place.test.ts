import { posix } from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';

/** Texts for shoppers are in `src/texts` and `contract/texts`, with a module for each area (decision 0091). */

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Strings that look like words but that no shopper reads. */
const TECHNICAL = new Set(
  [
    // Values of the contract, and country names in addresses.
    'Home | Work | Other | Kenya | Uganda | Tanzania | OrderId | Shillings',
    // Keys of a keyboard, selectors and media queries.
    'Enter | Escape | aside, dialog | main form | button, a[href] | input, select, textarea',
    '[type=checkbox], [type=radio] | (prefers-reduced-motion: reduce)',
    // Metadata for search engines: words of schema.org, and requests of the page.
    'Organization | ContactPoint | customer support | PostalAddress | WebSite | Product | Brand | Offer',
    'OutOfStock | InStock | AggregateRating | BreadcrumbList | ListItem | out of stock | in stock',
    '<meta name="robots" | GET /categories | GET /products/ | GET /banners | GET /products?',
    // Names of errors and of browser features, cookies, and console messages.
    'ApiError | Order | Segmenter | ; Secure | Forgot password: nothing was sent, the e-mail is not valid',
  ].flatMap((names) => names.split(' | ')),
);
/** Media queries, and well-known passwords: words that each contain a digit. */
const NO_WORDS = /^\(min-width: |^ ?\S*\d\S*(?: \S*\d\S*)+$/;
const TECHNICAL_TEMPLATES =
  /^`(?:<meta|Bearer |\$\{id\}-address|\$\{src\}\?w=|\$\{isSecure \? '__Host|\$\{amount < 0 \? '-' : ''\}Ksh)/;
/** Attributes that no shopper reads. */
const LOOKS = /^(?:className|sizes|rel|d|viewBox)$/;
/** Drawings and picture sizes. */
const DRAWINGS = /^src\/views\/(?:parts\/(?:icon|logo|product-grid|stars)\.|theme\/)/;

/** Matches words separated by a space or after a number or sign, or one capitalised word. */
const isProse = (text: string) =>
  !NO_WORDS.test(text) && (/[\p{L}\d:,][^]*\s[^]*\p{L}/u.test(text) || /^\s*\p{Lu}\p{Ll}/u.test(text));

/**
 * Returns the texts in a source that a shopper reads, as 'line: text'. With `calls`, only the arguments of those calls.
 */
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
    const isHeard = isSaid || (/^(?:New|Call)Expression$/.test(value.type) && calls?.test(getName(value)) === true);
    for (const [key, child] of Object.entries(value)) if (key !== 'type') visit(child, value, isHeard);
    if (!isSaid) return;
    const written = code.slice(value.start, value['end'] as number);
    if (value.type === 'JSXText' && /\p{L}/u.test(written)) say(value, written);
    if (value.type === 'Literal' && typeof value['value'] === 'string' && !TECHNICAL.has(value['value'])) {
      const isName = parent?.type === 'Property' && parent['key'] === value;
      const isShown = parent?.type === 'JSXAttribute' && /^(?:aria-label|placeholder|title|alt)$/.test(getName(parent));
      if (!isName && (isShown ? /\p{L}/u.test(value['value']) : isProse(value['value']))) say(value, value['value']);
    }
    if (value.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') {
      const quasis = value['quasis'] as readonly { readonly value: { readonly cooked: string } }[];
      // A value between the pieces counts as a word.
      const words = quasis.map(({ value: { cooked } }) => cooked).join('0');
      if (/\p{L}{2}/u.test(words) && isProse(words.replaceAll('0', ' x ').trim()) && /\s|^\p{Lu}\p{Ll}/u.test(words))
        if (!TECHNICAL_TEMPLATES.test(written)) say(value, written);
    }
  };
  visit(parseAst(code, { lang }).body, null, calls === null);
  return found;
}

/** Returns the paths of the modules that a source imports. */
function getImports({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return [...text.matchAll(/ from '(\.[^']+)'/g)].map(([, to = '']) => posix.join(posix.dirname(path), to));
}

function getName(node: Node): string {
  const name = node['name'] ?? node['key'] ?? node['callee'];
  return isNode(name) ? String(name['name'] ?? name['value'] ?? '') : '';
}

/** Skips types, imports, errors for programmers, descriptions of machines, and styling. */
function isLeftOut(node: Node, parent: Node | null): boolean {
  if (/^(?:Import|ExportAll)/.test(node.type)) return true;
  if (node.type.startsWith('TS')) return !/^TS(?:As|Satisfies|NonNull)/.test(node.type);
  if (node.type === 'ExportNamedDeclaration') return isNode(node['source']);
  if (node.type === 'NewExpression') return /Error$/.test(getName(node));
  if (node.type === 'JSXAttribute') return LOOKS.test(getName(node));
  return parent?.type === 'Property' && parent['value'] === node && getName(parent) === 'description';
}

/** Names and places that are data: the shop's name, and its delivery places and times. */
const DATA = /^contract\/(?:\w+\.config|rules\/counties)\.ts$/;
const all = sources('src', 'contract');
const files = all.filter(
  ({ path }) => !path.includes('/texts/') && !path.endsWith('.css.ts') && !DRAWINGS.test(path) && !DATA.test(path),
);
const modules = all.filter(({ path }) => /\/texts\/\w+\.ts$/.test(path));

test('no text for shoppers is outside src/texts and contract/texts', () => {
  const found = files.flatMap(({ path, text }) =>
    textsIn(text, null, path.endsWith('.tsx') ? 'tsx' : 'ts').map((one) => `${path}:${one}`),
  );
  expect(found).toEqual([]);
});

/** Messages to staff and owners: they are English, also in a terminal. */
const NOT_TO_SHOPPERS =
  /^server\/(?:modules\/(?:back-office|refunds|staff|stock|parcels)\/|modules\/settlement\/parcel-|modules\/catalogue\/(?:change|import)|modules\/payments\/refunds-back-office|http\/(?:bearer|flows)\.)/;
const SAYING = /^(?:Refusal|refuseFields?|fieldError|conflict|ok)$/;

test('the server rejects and responds with texts of its text modules', () => {
  const said = sources('server')
    .filter(({ path }) => !NOT_TO_SHOPPERS.test(path))
    .flatMap(({ path, text }) => textsIn(text, SAYING).map((one) => `${path}:${one}`));
  expect(said).toEqual([]);
  expect(textsIn("throw new Refusal('conflict', isPaid ? 'Too late.' : why);", SAYING)).toEqual(['1: Too late.']);
});

test.each(modules)('$path has no unused text', ({ path, text }) => {
  const users = all.filter((one) => getImports(one).includes(path));
  const names = [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(
    names.filter((name) => !users.some((user) => user.text.match(`\\btexts\\.${name}\\b|\\{ ${name} \\}`))),
  ).toEqual([]);
});

describe('finds', () => {
  test.each([
    ['text between tags', '<p>Pay</p>'],
    ['the name of a control', '<button aria-label="close" />'],
    ['a title', '<img title="big" alt="" />'],
    ['a message', "assign({ problem: 'Failed to pay' })"],
    ['a sentence with a value', '`${count} in cart`'],
    ['a text on one side', "isBusy ? 'Sending' : null"],
    ['a count with a noun', "count === 1 ? '1 result' : null"],
    ['a text that starts with a sign', "': not yet'"],
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
  ])('finds nothing in %s', (code) => {
    expect(textsIn(code)).toEqual([]);
  });
});
