import type { Entry } from '../../server/modules/catalogue/import.service.ts';
import { csvRows, delimiterOf, headerOf, type Header } from './csv.ts';
import { jsonArray, jsonLines } from './json.ts';
import { isShopify, missingInShopify, shopifyProducts } from './shopify.ts';
import { startOf, type TextSource } from './text.ts';
import { isWooCommerce, missingInWooCommerce, wooProducts } from './woocommerce.ts';

export interface ReadProducts {
  /** How the file is told to people, e.g. 'a product export of Shopify'. */
  readonly format: string;
  readonly entries: AsyncGenerator<Entry>;
}

/** The products of a file, whose format shows by its first line. */
export async function readProducts(source: TextSource, now: Date): Promise<ReadProducts> {
  const start = await startOf(source);
  if (start.startsWith('[')) return { format: 'a JSON array', entries: jsonArray(source) };
  if (start.startsWith('{')) return { format: 'JSON Lines', entries: jsonLines(source) };
  if (start === '') return refused('the file is empty');
  const [firstLine = ''] = start.split('\n', 1);
  const rows = csvRows(source, delimiterOf(firstLine));
  const first = await rows.next();
  if (first.done === true) return refused('has no columns');
  if ('fault' in first.value) return { format: 'CSV', entries: one(first.value) };
  const header = headerOf(first.value.cells);
  if (isShopify(header))
    return table('a product export of Shopify', missingInShopify(header), header, shopifyProducts(rows, header));
  if (isWooCommerce(header))
    return table(
      'a product export of WooCommerce',
      missingInWooCommerce(header),
      header,
      wooProducts(rows, header, now),
    );
  await rows.return(undefined);
  return refused(`is no product export of Shopify or WooCommerce, and no JSON: its columns are ${listed(header)}`);
}

async function table(
  format: string,
  missing: string | null,
  header: Header,
  entries: AsyncGenerator<Entry>,
): Promise<ReadProducts> {
  if (missing === null) return { format, entries };
  await entries.return(undefined);
  const reason = `the column '${missing}' is missing; there are ${listed(header)}`;
  return { format, entries: one({ line: 1, fault: { field: '', reason } }) };
}

function listed({ names }: Header): string {
  const some = names.slice(0, 8).map((name) => `'${name.slice(0, 40)}'`);
  return `${some.join(', ')}${names.length > some.length ? ` and ${names.length - some.length} more` : ''}`;
}

function refused(reason: string): ReadProducts {
  return { format: 'an unknown format', entries: one({ line: 1, fault: { field: '', reason } }) };
}

async function* one(entry: Entry): AsyncGenerator<Entry> {
  yield entry;
}
