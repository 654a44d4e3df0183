import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { Amounts } from './cells.ts';
import { csvRows, detectDelimiter, parseHeader, type CsvRow, type Header } from './csv.ts';
import { jsonArray, jsonLines } from './json.ts';
import {
  PLAIN_CODES,
  PLAIN_NEEDS,
  findPlainColumns,
  parsePlainProducts,
  findUnusedColumns,
  type ColumnChoices,
} from './plain.ts';
import { isShopify, SHOPIFY_COLUMNS, SHOPIFY_NEEDS, parseShopifyProducts } from './shopify.ts';
import { findMissingColumn, type Table } from './table.ts';
import { skipTo, readStart, skipLine, type TextSource } from './text.ts';
import { isWooCommerce, WOO_COLUMNS, WOO_NEEDS, parseWooProducts } from './woocommerce.ts';

export interface ProductReader {
  /** Name of the format in messages, e.g. 'a product export of Shopify'. */
  readonly format: string;
  /** Columns that are ignored. */
  readonly unused: readonly string[];
  readonly entries: AsyncGenerator<Entry>;
}

export interface ReadOptions extends Amounts {
  /** Set when the file changes existing products. A code is enough to identify one. */
  readonly change?: { readonly prices: boolean; readonly stock: boolean };
  /** `null`: the columns have their usual names. */
  readonly columns: ColumnChoices | null;
}

/** Reads the products of a file. Detects the format from its start. */
export async function readProducts(source: TextSource, options: ReadOptions): Promise<ProductReader> {
  const start = await readStart(source);
  if (start.startsWith('[')) return readJson('a JSON array', () => jsonArray(source));
  if (HELD_LIST.test(start)) return readJson('a JSON array', () => jsonArray(skipTo('[', source)));
  if (start.startsWith('{')) return readJson('JSON Lines', () => jsonLines(source));
  if (start === '') return refused('the file is empty');
  // Excel's first line with the column separator.
  const mark = /^sep=(.)[ \t]*(?:\n|$)/i.exec(start)?.[1];
  const text = mark === undefined ? source : skipLine(source);
  const [firstLine = ''] = start.split('\n', 1);
  const delimiter = mark ?? detectDelimiter(firstLine);
  const first = await takeFirst(csvRows(text, delimiter));
  if (first === null) return refused('has no columns');
  if ('fault' in first) return { format: 'CSV', unused: [], entries: one(first) };
  const header = parseHeader(first.cells);
  const wants = { prices: options.change?.prices ?? true, stock: options.change?.stock ?? true };
  return readTable({ header, amounts: options, wants, rows: () => skipHeader(csvRows(text, delimiter)) }, options);
}

/** An object with the list in it, as many programs export it. */
const HELD_LIST = /^\{\s*"(?:products|items|data)"\s*:\s*\[/;

async function readJson(format: string, entries: () => AsyncGenerator<Entry>): Promise<ProductReader> {
  const first = await takeFirst(entries());
  if (first !== null && 'given' in first && isShopifyJson(first.given))
    return refused(
      "this is Shopify's products.json, which has no stock. In Shopify choose Products, then Export, and import the CSV file",
    );
  return { format, unused: [], entries: entries() };
}

function isShopifyJson(given: unknown): boolean {
  return typeof given === 'object' && given !== null && !('name' in given) && 'title' in given && 'variants' in given;
}

function readTable(table: Table, { columns: chosen, change }: ReadOptions): ProductReader {
  const { header } = table;
  const needed = <Name extends string>(names: readonly Name[]) =>
    names.filter((name) => change === undefined || name !== 'price');
  if (chosen === null && isShopify(header)) {
    const missing = findMissingColumn(header, SHOPIFY_COLUMNS, needed(SHOPIFY_NEEDS));
    return assertColumns('a product export of Shopify', missing, header, () => parseShopifyProducts(table));
  }
  if (chosen === null && isWooCommerce(header)) {
    const missing = findMissingColumn(header, WOO_COLUMNS, needed(WOO_NEEDS));
    return assertColumns('a product export of WooCommerce', missing, header, () => parseWooProducts(table));
  }
  const columns = findPlainColumns(chosen ?? {});
  const wrong = Object.values(chosen ?? {}).find((name) => header.find(name) < 0);
  if (wrong !== undefined) return assertColumns('CSV', wrong, header, () => parsePlainProducts(table, columns));
  const hasCode = change !== undefined && PLAIN_CODES.some((code) => header.find(...columns[code]) >= 0);
  if (!hasCode && findMissingColumn(header, columns, needed(PLAIN_NEEDS)) !== null)
    return refused(
      change === undefined
        ? `no columns hold a name and a price: there are ${formatList(header)}. Say which, e.g. --columns "name=Item, price=Selling price"`
        : `no column holds a code or a name: there are ${formatList(header)}. Say which, e.g. --columns "sku=Code"`,
    );
  return { format: 'a table', unused: findUnusedColumns(header, columns), entries: parsePlainProducts(table, columns) };
}

function assertColumns(
  format: string,
  missing: string | null,
  header: Header,
  entries: () => AsyncGenerator<Entry>,
): ProductReader {
  if (missing === null) return { format, unused: [], entries: entries() };
  const reason = `the column '${missing}' is missing; there are ${formatList(header)}`;
  return { format, unused: [], entries: one({ line: 1, fault: { field: '', reason } }) };
}

async function takeFirst<Row>(rows: AsyncGenerator<Row>): Promise<Row | null> {
  const first = await rows.next();
  await rows.return(undefined);
  return first.done === true ? null : first.value;
}

/** Skips the header. */
async function* skipHeader(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
  const first = await rows.next();
  if (first.done !== true) yield* rows;
}

function formatList({ names }: Header): string {
  const some = names.slice(0, 8).map((name) => `'${name.slice(0, 40)}'`);
  return `${some.join(', ')}${names.length > some.length ? ` and ${names.length - some.length} more` : ''}`;
}

function refused(reason: string): ProductReader {
  return { format: 'an unknown format', unused: [], entries: one({ line: 1, fault: { field: '', reason } }) };
}

async function* one(entry: Entry): AsyncGenerator<Entry> {
  yield entry;
}
