import { readFileSync } from 'node:fs';
import { sources } from '../../tests/support/files.ts';

/** A promise about reliability, R1 to R43, from docs/providers.md. */
export interface Row {
  readonly id: string;
  readonly name: string;
}

export interface Suite {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Ids that its titles name. */
  readonly ids: readonly string[];
}

const BOOK = 'docs/providers.md';

/** Returns all rows in order of number. */
export function readRows(book = readFileSync(BOOK, 'utf8')): Row[] {
  return [...book.matchAll(/^### (R[1-9]\d?) (.+)$/gm)].map(([, id = '', name = '']) => ({ id, name }));
}

/** Returns the ids of a letter that a title names: `R1, R17: kill -9 …`, `D28 R15: a step back …`, `… (R25)`. */
export function findIds(letter: 'R' | 'F' | 'X', title: string): string[] {
  return [...new Set(title.match(new RegExp(`(?<![\\w-])${letter}[1-9]\\d?(?=[:,)]| [A-Z]\\d)`, 'g')))];
}

/** Returns the rows that a title names. */
export const findRows = (title: string): string[] => findIds('R', title);

/** Returns the test files of these folders whose titles name an id of a letter, sorted by name. */
export function findSuites(letter: 'R' | 'F' | 'X', ...folders: readonly string[]): Suite[] {
  return sources(...folders)
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .map(({ path, text }) => ({
      path,
      ids: [
        ...new Set(
          [...text.matchAll(/(['"`])((?:(?!\1).)*)\1/g)].flatMap(([, , title = '']) => findIds(letter, title)),
        ),
      ],
    }))
    .filter(({ ids }) => ids.length > 0);
}

/** Returns the test files that name a row, sorted by name. */
export const findRowSuites = (): Suite[] => findSuites('R', 'tests/demo', 'tests/e2e', 'tests/server');

/** These take longer than all others together, so they run only on request, e.g. every night. */
const LONG = ['R31', 'R39'];

/** Returns the requested rows, by default all except the long ones. Throws a sentence when a row does not exist. */
export function chooseRows(rows: readonly Row[], asked: readonly string[]): Row[] {
  const unknown = asked.filter((id) => !rows.some((row) => row.id === id.toUpperCase()));
  if (unknown.length > 0)
    throw new Error(`Unknown rows: ${unknown.join(', ')}. Known rows: ${rows.map(({ id }) => id).join(', ')}.`);
  const ids = new Set(asked.map((id) => id.toUpperCase()));
  return rows.filter(({ id }) => (ids.size === 0 ? !LONG.includes(id) : ids.has(id)));
}
