import { readFileSync } from 'node:fs';
import { sources } from '../../tests/support/files.ts';

/** A promise about reliability, R1 to R39, as docs/providers.md has it. */
export interface Row {
  readonly id: string;
  readonly name: string;
}

export interface Suite {
  /** From the root of the repository. */
  readonly path: string;
  /** What titles in it name. */
  readonly ids: readonly string[];
}

const BOOK = 'docs/providers.md';

/** All rows, in order of number. */
export function allRows(book = readFileSync(BOOK, 'utf8')): Row[] {
  return [...book.matchAll(/^### (R[1-9]\d?) (.+)$/gm)].map(([, id = '', name = '']) => ({ id, name }));
}

/** The ids of a letter that a title names: `R1, R17: kill -9 …`, `D28 R15: a step back …`, `… (R25)`. */
export function idsNamed(letter: 'R' | 'F' | 'X', title: string): string[] {
  return [...new Set(title.match(new RegExp(`(?<!\\w)${letter}[1-9]\\d?(?=[:,)]| [A-Z]\\d)`, 'g')))];
}

/** The rows that a title names. */
export const rowsNamed = (title: string): string[] => idsNamed('R', title);

/** The test files of these folders whose titles name an id of a letter, in order of name. */
export function suitesNaming(letter: 'R' | 'F' | 'X', ...folders: readonly string[]): Suite[] {
  return sources(...folders)
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .map(({ path, text }) => ({
      path,
      ids: [
        ...new Set(
          [...text.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].flatMap(([, , title = '']) => idsNamed(letter, title)),
        ),
      ],
    }))
    .filter(({ ids }) => ids.length > 0);
}

/** The test files that name a row, in order of name. */
export const suites = (): Suite[] => suitesNaming('R', 'tests/demo', 'tests/e2e', 'tests/server');

/** Take longer than all others together: they are run where they are asked for, e.g. every night. */
const LONG = ['R31', 'R39'];

/** The rows that were asked for, without a word all but the long ones. Throws a sentence about one that there is not. */
export function chosen(rows: readonly Row[], asked: readonly string[]): Row[] {
  const unknown = asked.filter((id) => !rows.some((row) => row.id === id.toUpperCase()));
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}: there are ${rows.map(({ id }) => id).join(', ')}.`);
  const ids = new Set(asked.map((id) => id.toUpperCase()));
  return rows.filter(({ id }) => (ids.size === 0 ? !LONG.includes(id) : ids.has(id)));
}
