import { cleanText } from '../../../contract/rules/clean-text.ts';
import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { Amounts } from './cells.ts';
import type { CsvRow, Header } from './csv.ts';

/** Common parts of the CSV formats. */

/** A table whose rows after the header can be read more than once. */
export interface Table {
  readonly header: Header;
  readonly amounts: Amounts;
  /** Optional fields to read. */
  readonly wants: { readonly prices: boolean; readonly stock: boolean };
  readonly rows: () => AsyncIterable<CsvRow>;
}

export interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Possible names of each column. */
export type Columns<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Returns functions that read cells by column. */
export function createCells<Column extends string>(header: Header, columns: Columns<Column>) {
  const at = new Map<string, number>(
    Object.entries<readonly string[]>(columns).map(([name, names]) => [name, header.find(...names)]),
  );
  const where = (field: string) => header.where(at.get(field) ?? -1) || field;
  return {
    /** Returns an empty text when the table has no such column. */
    cell: ({ cells }: Row, column: Column) => cleanText(cells[at.get(column) ?? -1] ?? ''),
    has: (column: Column) => (at.get(column) ?? -1) >= 0,
    /** Formats a field for messages. */
    where,
    refused: ({ line }: Row, column: Column, reason: string, of?: string): Entry => ({
      line,
      fault: { field: where(column), reason },
      ...(of !== undefined && { productName: of }),
    }),
  };
}

/** Returns the first required column that is missing, or `null`. */
export function findMissingColumn<Column extends string>(
  header: Header,
  columns: Columns<Column>,
  needed: readonly Column[],
): string | null {
  const missing = needed.find((column) => header.find(...columns[column]) < 0);
  return missing === undefined ? null : (columns[missing][0] ?? missing);
}
