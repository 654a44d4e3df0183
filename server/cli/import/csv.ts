import { CsvError, parse } from 'csv-parse';
import type { Fault } from '../../modules/catalogue/product-record.rules.ts';
import { cleanCell, compareKey } from '../../modules/catalogue/product-text.rules.ts';
import { NOT_UTF8, type TextSource } from './text.ts';

/** A row of a table with its first line in the file, or the reason why it cannot be read. */
export type CsvRow =
  | { readonly line: number; readonly cells: readonly string[] }
  /** With its cells, if any. */
  | { readonly line: number; readonly fault: Fault; readonly cells?: readonly string[] };

/** Header row of a table. */
export interface Header {
  /** Returns the index of the first of these columns that exists, ignoring case, or -1. */
  find(...names: readonly string[]): number;
  /** Formats a column for messages. */
  where(index: number): string;
  readonly names: readonly string[];
}

/** Longer than any text of a product. An unclosed quote includes lines up to this size. Bytes. */
const LONGEST_ROW = 8 * 1024 * 1024;
/** After this many unclosed quotes the rest of the file has no reliable meaning. */
const MOST_GIANTS = 20;

/** Detects the column separator, which depends on the spreadsheet's locale. */
export function detectDelimiter(firstLine: string): string {
  const count = (mark: string) => firstLine.split(mark).length;
  return [',', ';', '\t', '|'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

export function parseHeader(cells: readonly string[]): Header {
  const names = cells.map(cleanCell);
  const lower = names.map(compareKey);
  return {
    names,
    find: (...wanted) => wanted.map((name) => lower.indexOf(compareKey(name))).find((index) => index >= 0) ?? -1,
    where: (index) => (index < 0 ? '' : `column ${index + 1} (${names[index] ?? ''})`),
  };
}

/**
 * Parses the rows of a CSV file, the header first. An invalid row is reported, and parsing continues at the next line.
 * A CSV parser stops at the first error, so each continuation uses a new parser.
 */
export async function* csvRows(source: TextSource, delimiter: string): AsyncGenerator<CsvRow> {
  let header: Header | null = null;
  let parser = createParser(delimiter, 0);
  /** Text after the last complete row. It may contain the start of an invalid row. */
  const held = { text: '', line: 0 };
  /** Whether the end of an invalid line is still to come. */
  let isInMistake = false;
  const dropTo = (line: number) => {
    const rest = findLineStart(held.text, line - held.line);
    isInMistake = rest === null;
    held.text = rest ?? '';
    held.line = line;
  };
  let giant = 0;
  const pieces = source();
  try {
    for (let isEnd = false; !isEnd;) {
      const next = await pieces.next();
      isEnd = next.done === true;
      let text = next.done === true ? '' : next.value;
      if (isInMistake) {
        const rest = findLineStart(text, 1);
        isInMistake = rest === null;
        text = rest ?? '';
      }
      held.text += text;
      for (;;) {
        const error = await parser.take(text, isEnd);
        for (const { line, cells } of parser.rows.splice(0)) {
          if (cells.every((cell) => cell.trim() === '')) continue;
          const fault = header === null ? null : findFault(cells, header);
          header ??= parseHeader(cells);
          yield fault === null ? { line, cells } : { line, fault, cells };
        }
        if (parser.lastLine() > held.line) dropTo(parser.lastLine());
        if (error === null) break;
        const line = parser.getErrorLine(error);
        if (error.code === 'CSV_MAX_RECORD_SIZE') giant += 1;
        const isOver = giant > MOST_GIANTS;
        const field = header?.where(Number(error['index'])) ?? '';
        yield {
          line,
          fault: { field, reason: `${formatReason(error)}${isOver ? '; the rest of the file was not read' : ''}` },
        };
        if (isOver) return;
        dropTo(line);
        parser = createParser(delimiter, line);
        ({ text } = held);
      }
    }
  } finally {
    await pieces.return(undefined);
  }
}

/** Parses text that starts after `linesBefore` lines of the file, up to the first error. */
function createParser(delimiter: string, linesBefore: number) {
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  const last = { line: linesBefore, blank: 0 };
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_ROW,
    // Rows in a stream would be lost at the first error.
    on_record: (cells: string[], { lines, empty_lines: blank }) => {
      last.line = linesBefore + lines;
      last.blank = blank;
      rows.push({ line: last.line - cells.reduce((sum, cell) => sum + countNewlines(cell), 0), cells });
      return null;
    },
  });
  return {
    rows,
    lastLine: () => last.line,
    /** Returns the first line of the invalid row. */
    getErrorLine: (error: CsvError) => last.line + 1 + (Number(error['empty_lines']) - last.blank),
    /** Resolves to the error that stopped it, or `null`. */
    take: (text: string, isEnd: boolean) =>
      new Promise<CsvError | null>((resolve, reject) => {
        const settle = (error?: Error | null) => {
          if (error === undefined || error === null) resolve(null);
          else if (error instanceof CsvError) resolve(error);
          else reject(error);
        };
        parser.once('error', settle);
        const done = (error?: Error | null) => {
          // The parser reports an error here and also as an event.
          if (error === undefined || error === null) parser.off('error', settle);
          settle(error);
        };
        if (!isEnd) parser.write(text, done);
        else parser.once('end', done).resume().end(text);
      }),
  };
}

/** Returns the text after `count` line ends. `null` when there are fewer. */
function findLineStart(text: string, count: number): string | null {
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return null;
    at = end + 1;
  }
  return text.slice(at);
}

function formatReason({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is opened here and never closed';
  if (code === 'CSV_MAX_RECORD_SIZE') return 'a quote is opened here and not closed within 8 MB';
  if (code === 'CSV_INVALID_CLOSING_QUOTE')
    return 'unclosed quote, or a quote inside a quoted value that is not written twice';
  if (code === 'INVALID_OPENING_QUOTE')
    return 'quote in the middle of a value: quote the value and write the inner quote twice';
  return `is not valid CSV (${code})`;
}

/** Checks the format of a row, not its content. */
function findFault(cells: readonly string[], header: Header): Fault | null {
  const broken = cells.findIndex((cell) => cell.includes('\ufffd'));
  if (broken >= 0) return { field: header.where(broken), reason: NOT_UTF8 };
  // Spreadsheets omit empty cells at the end of a line, or add some.
  if (cells.slice(header.names.length).some((cell) => cell.trim() !== ''))
    return {
      field: '',
      reason: `has ${cells.length} columns where the first line has ${header.names.length}: put a text with the mark between columns into quotes`,
    };
  return null;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
