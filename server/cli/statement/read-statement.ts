import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import {
  COLUMNS,
  NEEDED,
  parseStatementRow,
  type Cells,
  type Column,
  type StatementLine,
} from '../../providers/mpesa-statement.rules.ts';
import { csvRows, detectDelimiter, parseHeader, type Header } from '../import/csv.ts';
import { readText, type TextSource } from '../import/text.ts';

/** A file of M-Pesa's portal (PAY-T1). */
export interface ReadStatement {
  readonly name: string;
  /** The short code that it names above the table. `null` when it names none. */
  readonly shortcode: string | null;
  readonly lines: readonly StatementLine[];
  /** Lines that are no lines of a statement, with the reason. */
  readonly faults: readonly { readonly line: number; readonly reason: string }[];
}

/** The file is no statement at all. */
export class NotAStatementError extends Error {
  constructor(reason: string) {
    super(`${reason}. Nothing was imported.`);
    this.name = 'NotAStatementError';
  }
}

const MOST_BYTES = 32 * 1024 * 1024;
/** Lines above the table in the portal's files, with room. */
const MOST_ABOVE = 60;
const TOTALS = /^(?:grand )?totals?\b/i;

/**
 * Reads the CSV of the portal: with or without a byte order mark, in UTF-8, UTF-16 or Windows-1252, with any line ends,
 * with lines above the table. Throws `NotAStatementError` for a file without the table.
 */
export async function readStatement(file: string): Promise<ReadStatement> {
  const bytes = fs.readFileSync(file);
  const name = path.basename(file);
  if (bytes.length > MOST_BYTES)
    throw new NotAStatementError(`${name} is larger than 32 MB: export fewer days into one file`);
  const isMarked = bytes[0] === 0xff || bytes[0] === 0xfe;
  const encoding = isUtf8(bytes) || isMarked ? 'utf-8' : 'windows-1252';
  let text = '';
  for await (const piece of readText(file, { encoding, onRead: () => undefined })()) text += piece;
  const all = text.split('\n');
  const start = all.slice(0, MOST_ABOVE).findIndex(isHeader);
  if (start < 0)
    throw new NotAStatementError(
      `${name} has no line with 'Receipt No.' and 'Completion Time': save the statement of M-Pesa’s portal as CSV`,
    );
  const delimiter = detectDelimiter(all[start] ?? '');
  // The lines above keep their numbers, empty.
  const table = `${'\n'.repeat(start)}${all.slice(start).join('\n')}`;
  const isCut = !text.endsWith('\n');
  const rows = await readTable(oneText(table), delimiter, isCut);
  return { name, shortcode: findShortcode(all.slice(0, start)), ...rows };
}

function isHeader(line: string): boolean {
  const plain = line.toLowerCase();
  return plain.includes('receipt') && plain.includes('completion time');
}

function oneText(text: string): TextSource {
  return async function* once() {
    yield text;
  };
}

async function readTable(source: TextSource, delimiter: string, isCut: boolean) {
  const lines: StatementLine[] = [];
  const faults: { line: number; reason: string }[] = [];
  let header: Header | null = null;
  let last: { line: number; isShort: boolean } | null = null;
  for await (const row of csvRows(source, delimiter)) {
    const { line } = row;
    if ('fault' in row) {
      faults.push({ line, reason: row.fault.reason });
      continue;
    }
    if (header === null) {
      header = parseHeader(row.cells);
      assertColumns(header);
      continue;
    }
    const cells = toCells(row.cells, header);
    last = { line, isShort: row.cells.length < header.names.length };
    // The portal ends the table with a line of sums.
    if (cells.receipt.trim() === '' && [cells.details, cells.at, ...row.cells].some((cell) => TOTALS.test(cell.trim())))
      continue;
    const isShort = row.cells.length <= Math.max(...NEEDED.map((column) => findColumn(header as Header, column)));
    const parsed = isShort
      ? `it has ${row.cells.length} columns of ${header.names.length}`
      : parseStatementRow(line, cells);
    if (typeof parsed === 'string') faults.push({ line, reason: parsed });
    else lines.push(parsed);
  }
  if (isCut && last !== null && last.isShort && !faults.some((it) => it.line === last?.line))
    faults.push({ line: last.line, reason: 'the file is cut off here' });
  return { lines: lines.filter(({ line }) => !faults.some((it) => it.line === line)), faults };
}

function findColumn(header: Header, column: Column): number {
  return header.find(...COLUMNS[column]);
}

function assertColumns(header: Header): void {
  const missing = NEEDED.filter((column) => findColumn(header, column) < 0).map((column) => COLUMNS[column][0]);
  if (missing.length > 0) throw new NotAStatementError(`The table has no column ${missing.join(', ')}`);
}

function toCells(cells: readonly string[], header: Header): Cells {
  const entries = (Object.keys(COLUMNS) as Column[]).map((column) => [column, cells[findColumn(header, column)] ?? '']);
  return Object.fromEntries(entries) as Cells;
}

/** The short code above the table: `Short Code:,600000`, `Paybill,600000` or `Account Holder:,600000 - Duka Ltd`. */
function findShortcode(above: readonly string[]): string | null {
  for (const line of above) {
    if (!/short\s?code|pay\s?bill|till|account holder|organi[sz]ation/i.test(line)) continue;
    const found = /(?<![\d-])(\d{5,7})(?![\d-])/.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
