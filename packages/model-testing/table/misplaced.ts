import { existsSync, readFileSync } from 'node:fs';
import { sectionsOf } from '../texts/quoted.ts';

/**
 * What is wrong with the place (`by` of an `elsewhere`) that shows rows of a table: it is a test, or a page that names
 * each of them in `code`, or how it begins, under a heading of their table, and says why nothing runs it.
 */
export function misplaced(table: string, rows: readonly string[], by: string): string[] {
  if (!existsSync(by)) return [`elsewhere names a missing file: ${by}`];
  if (/\.(test|spec)\.tsx?$/.test(by)) return [];
  if (!by.endsWith('.md')) return [`elsewhere names neither a test nor a page that explains: ${by}`];
  return unexplained(table, rows, readFileSync(by, 'utf8')).map(
    (row) => `${by} does not explain under ${table}: ${row}`,
  );
}

/** The rows that a page does not name under a heading of their table. */
export function unexplained(table: string, rows: readonly string[], markdown: string): string[] {
  const about = sectionsOf(markdown).filter(({ heading }) => heading.split(', ').includes(table));
  const named = about.flatMap(({ body }) => [...body.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code));
  return rows.filter((row) => !named.some((code) => row.startsWith(code.replace(/\s+/g, ' '))));
}
