import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { written } from '../support/files.ts';

/** Each kind of id has its headings on one page: `## §4 …` with its parts and `#### D21 …` below, `### 2.3 …`. */
const PAGES = [
  { page: 'docs/specification.md', level: '###+', ids: '[ADHQU][1-9]\\d?' },
  { page: 'docs/specification.md', level: '###+', ids: '(?:PAY|TST|OWN|ELE|RCH)-[A-Z][1-9]\\d?' },
  { page: 'docs/specification.md', level: '##', ids: '§\\d' },
  { page: 'docs/providers.md', level: '#+', ids: '[RT][1-9]\\d?|\\d\\.\\d+' },
];

const headings = PAGES.flatMap(({ page, level, ids }) => {
  const heading = new RegExp(`^${level} (${ids})(?!\\w)`, 'gm');
  return [...readFileSync(page, 'utf8').matchAll(heading)].map(([, id = '']) => id);
});

/** Returns the ids in a line. A number with a point is a heading of providers.md: `providers 1.2, 1.4`, `§2.3`. */
function idsIn(line: string): string[] {
  // Product names may look like ids.
  const text = line.replace(/\bname: (['"]).*?\1/g, '');
  const lists = [...text.matchAll(/\bproviders(?:\.md)? ((?:§?\d\.\d+(?:, | to | and )?)+)/g)].map(
    ([, list = '']) => list,
  );
  return [
    ...(text.match(/(?<![\w-])(?:PAY|TST|OWN|ELE|RCH)-[A-Z][1-9]\d?(?!\w)/g) ?? []),
    ...(text.match(/(?<![\w%-])[ADHQRTU][1-9]\d?(?!\w|:\d)|§\d(?!\.\d)|(?<=§)\d\.\d+/g) ?? []),
    ...lists.flatMap((list) => list.match(/\d\.\d+/g) ?? []),
  ];
}

function getPage(id: string): string {
  return PAGES.find(({ ids }) => new RegExp(`^(${ids})$`).test(id))?.page ?? 'no page';
}

test('every id in a text has a heading that defines it', () => {
  const known = new Set(headings);
  const missing = written().flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...new Set(idsIn(line))]
          .filter((id) => !known.has(id))
          .map((id) => `${path}:${index + 1} names ${id}, of which ${getPage(id)} has no heading`),
      ),
  );
  expect(missing).toEqual([]);
});

test('every id has one heading', () => {
  expect(headings.filter((id, index) => headings.indexOf(id) !== index)).toEqual([]);
});

test.each([
  ['the order keeps its prompt (D21, Q19).', ['D21', 'Q19']],
  ["test('§4, A4: re-priced', …)", ['A4', '§4']],
  ['on its real wire (providers 1.1, 1.2 and §1.4).', ['1.4', '1.1', '1.2', '1.4']],
  ["name: 'Canon EOS R50', price: 84_999, node: '20.19', path: '%D5', of the H264 and the S25", []],
  ["createdAt: '…T11:40:00Z'", []],
  ['a code means one thing (PAY-M1, PAY-M4).', ['PAY-M1', 'PAY-M4']],
] as const)('ids are distinguished from other words: %s', (line, ids) => {
  expect(idsIn(line).toSorted()).toEqual([...ids].toSorted());
});

/** Rulings that are not implemented (docs/specification.md, "Not built yet"): no test can cover them. */
const NOT_YET = ['H12', 'H3'];

/** Returns the ids before the colon of a title, for example of 'D5, A4: no price of the client counts'. */
function idsOfTitle(line: string): string[] {
  const [, ids = ''] = /['`"]([^'`"]*?): /.exec(line) ?? [];
  return idsIn(ids);
}

test('every ruling is named by a table row or by the start of a test title, or is not built yet', () => {
  const shown = new Set(
    written().flatMap(({ path, text }) => {
      const lines = text.split('\n');
      if (/^tests\/flows\/.*(?<!\.labels)\.yaml$/.test(path)) return lines.flatMap(idsIn);
      return /^(?:tests|packages)\/.*(?:\.(?:test|spec)\.tsx?|-rulings\.ts)$/.test(path)
        ? lines.flatMap(idsOfTitle)
        : [];
    }),
  );
  const rulings = headings.filter((id) => /^(?:[ADHQU]|[A-Z]{3}-)/.test(id));
  expect(rulings.length).toBeGreaterThan(100);
  expect(rulings.filter((id) => !shown.has(id)).toSorted()).toEqual(NOT_YET);
});
