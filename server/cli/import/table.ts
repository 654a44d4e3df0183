import { cleanText } from '../../../contract/rules/clean-text.ts';
import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { Amounts } from './cells.ts';
import type { CsvRow, Header } from './csv.ts';

/** What the dialects of CSV have in common. */

/** A table whose lines below the header can be read from the start more than once. */
export interface Table {
  readonly header: Header;
  readonly amounts: Amounts;
  /** What is read of each product beside the rest. */
  readonly wants: { readonly prices: boolean; readonly stock: boolean };
  readonly rows: () => AsyncIterable<CsvRow>;
}

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The names of each column, by the field of the product that it holds. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Reads cells by the name of a column. */
export function createCells<Column extends string>(header: Header, columns: Columns<Column>) {
  const at = new Map<string, number>(
    Object.entries<readonly string[]>(columns).map(([name, names]) => [name, header.find(...names)]),
  );
  const where = (field: string) => header.where(at.get(field) ?? -1) || field;
  return {
    /** Empty when the table has no such column. */
    cell: ({ cells }: Row, column: Column) => cleanText(cells[at.get(column) ?? -1] ?? ''),
    has: (column: Column) => (at.get(column) ?? -1) >= 0,
    /** How a field of the product is called in messages. */
    where,
    refused: ({ line }: Row, column: Column, reason: string, of?: string): Entry => ({
      line,
      fault: { field: where(column), reason },
      ...(of !== undefined && { of }),
    }),
  };
}

/** The first column without which nothing can be read; null where all are there. */
export function missingColumn<Column extends string>(
  header: Header,
  columns: Columns<Column>,
  needed: readonly Column[],
): string | null {
  const missing = needed.find((column) => header.find(...columns[column]) < 0);
  return missing === undefined ? null : (columns[missing][0] ?? missing);
}
