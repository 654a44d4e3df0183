import type { Entry } from '../../server/modules/catalogue/import.service.ts';
import type { GivenProduct } from '../../server/modules/catalogue/product-record.rules.ts';
import { amountOf, isYes, listOf, wordsOf } from './cells.ts';
import type { CsvRow, Header } from './csv.ts';
import { notAmount } from './shopify.ts';

/** WooCommerce's product export. */
const COLUMNS = {
  id: ['ID'],
  type: ['Type'],
  sku: ['SKU'],
  name: ['Name'],
  published: ['Published'],
  isFeatured: ['Is featured?'],
  summary: ['Short description'],
  description: ['Description'],
  saleStart: ['Date sale price starts'],
  saleEnd: ['Date sale price ends'],
  isInStock: ['In stock?'],
  stock: ['Stock'],
  sale: ['Sale price'],
  price: ['Regular price'],
  categories: ['Categories'],
  brand: ['Brands', 'Brand', 'Meta: brand', 'Meta: _brand'],
  images: ['Images'],
  parent: ['Parent'],
} as const;
type Column = keyof typeof COLUMNS;
const NEEDED: readonly Column[] = ['type', 'name', 'price'];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}
interface Attribute {
  readonly name: string;
  readonly value: string;
}

export const isWooCommerce = (header: Header) =>
  header.find(...COLUMNS.type) >= 0 &&
  [COLUMNS.price, COLUMNS.isInStock, ['Tax status'], COLUMNS.published].filter((names) => header.find(...names) >= 0)
    .length >= 2;

/** The first column without which nothing can be read; null where all are there. */
export function missingInWooCommerce(header: Header): string | null {
  const missing = NEEDED.find((column) => header.find(...COLUMNS[column]) < 0);
  return missing === undefined ? null : COLUMNS[missing][0];
}

/** What its variations have of a variable product, which is not sold itself. */
interface Parent {
  readonly name: string;
  readonly key: string;
  readonly shared: Pick<GivenProduct, 'description' | 'brand' | 'categories' | 'images' | 'isFeatured'>;
  readonly isActive: boolean;
  readonly attributes: readonly Attribute[];
  readonly stock: string;
}

/** The products of the rows: simple ones, and the variations of variable ones above them. */
export async function* wooProducts(rows: AsyncIterable<CsvRow>, header: Header, now: Date): AsyncGenerator<Entry> {
  const read = readerOf(header, now);
  for await (const row of rows) {
    const entry = 'fault' in row ? row : read(row);
    if (entry !== null) yield entry;
  }
}

function readerOf(header: Header, now: Date) {
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, names]) => [name, header.find(...names)]),
  ) as Readonly<Record<Column, number>>;
  const attributeColumns = attributesOf(header);
  const parents = new Map<string, Parent>();
  /** A spreadsheet would take the text for a formula, so WooCommerce puts an apostrophe before it. */
  const cell = ({ cells }: Row, column: Column) => (cells[at[column]] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
  const where = (field: string) => header.where(at[field as Column] ?? -1) || field;
  const refused = ({ line }: Row, column: Column, reason: string): Entry => ({
    line,
    fault: { field: where(column), reason },
  });

  const attributes = ({ cells }: Row): Attribute[] =>
    attributeColumns
      .map(({ name, value }) => ({
        name: (cells[name] ?? '').trim().slice(0, 200),
        value: listOf(cells[value] ?? '')
          .join(', ')
          .slice(0, 200),
      }))
      .filter(({ name, value }) => name !== '' && value !== '');

  function shared(row: Row): Parent['shared'] {
    const words = wordsOf(lines(cell(row, 'description')));
    const paths = listOf(cell(row, 'categories')).map((path) => path.split('>').map((part) => part.trim()));
    const [brand = attributes(row).find(({ name }) => /^brand$/i.test(name))?.value] = listOf(cell(row, 'brand'));
    return {
      description: words === '' ? wordsOf(lines(cell(row, 'summary'))) : words,
      // The most exact of its categories.
      categories: paths.reduce<string[]>((best, path) => (path.length > best.length ? path : best), []),
      brand: brand ?? '',
      images: listOf(cell(row, 'images')).slice(0, MOST_PICTURES),
      isFeatured: isYes(cell(row, 'isFeatured'), false),
    };
  }

  /** What is charged: a sale with an end is a flash deal, one without is the price, one that is not on is nothing (A3). */
  function pricesOf(row: Row): Pick<GivenProduct, 'price' | 'originalPrice' | 'flashPrice' | 'flashEndsAt'> | Entry {
    const text = { price: cell(row, 'price'), sale: cell(row, 'sale') };
    const regular = amountOf(text.price);
    const sale = amountOf(text.sale);
    if (text.sale !== '' && sale === null) return refused(row, 'sale', notAmount(text.sale));
    if (regular === null && (text.price !== '' || sale === null)) return refused(row, 'price', notAmount(text.price));
    const price = regular ?? sale ?? 0;
    if (sale === null || sale === 0 || sale >= price) return { price };
    const start = Date.parse(cell(row, 'saleStart'));
    const end = Date.parse(cell(row, 'saleEnd'));
    if (start > now.getTime() || end <= now.getTime()) return { price };
    if (Number.isNaN(end)) return { price: sale, originalPrice: price };
    return { price, flashPrice: sale, flashEndsAt: new Date(end).toISOString() };
  }

  /** Null where nobody counts. */
  function stockOf(row: Row, parent: Parent | null): number | null {
    const own = cell(row, 'stock');
    const count = /^parent$/i.test(own) ? (parent?.stock ?? '') : own;
    if (/^-?\d+(?:\.\d+)?$/.test(count)) return Math.max(0, Math.floor(Number(count)));
    return cell(row, 'isInStock') === '0' ? 0 : null;
  }

  function simple(row: Row): Entry {
    const prices = pricesOf(row);
    if ('line' in prices) return prices;
    const given: GivenProduct = {
      ...shared(row),
      ...prices,
      name: cell(row, 'name'),
      sku: keyOf(row),
      specifications: attributes(row).filter(({ name }) => !/^brand$/i.test(name)),
      stock: stockOf(row, null),
      isActive: cell(row, 'published') !== '0' && cell(row, 'published') !== '-1',
    };
    return { line: row.line, given, where };
  }

  function variation(row: Row): Entry {
    const name = cell(row, 'parent');
    const parent = parents.get(name);
    if (parent === undefined)
      return refused(row, 'parent', name === '' ? 'is missing' : `'${name.slice(0, 40)}' is no variable product above`);
    const prices = pricesOf(row);
    if ('line' in prices) return prices;
    const options = attributes(row);
    const own = shared(row);
    const values = options.map(({ value }) => value).join(', ');
    const rowName = cell(row, 'name');
    const isNamed = rowName !== '' && rowName !== parent.name;
    const given: GivenProduct = {
      ...parent.shared,
      ...(own.description !== '' && { description: own.description }),
      images: [...new Set([...(own.images ?? []), ...(parent.shared.images ?? [])])].slice(0, MOST_PICTURES),
      ...prices,
      name: isNamed ? rowName : values === '' ? parent.name : `${parent.name} (${values})`,
      sku: keyOf(row) ?? `${parent.key} ${values}`.slice(0, 200),
      group: parent.key,
      options,
      specifications: parent.attributes.filter((it) => !options.some((option) => option.name === it.name)),
      stock: stockOf(row, parent),
      isActive: parent.isActive && cell(row, 'published') !== '0' && cell(row, 'published') !== '-1',
    };
    return { line: row.line, given, where };
  }

  function remember(row: Row): Entry | null {
    const key = keyOf(row);
    if (key === null) return refused(row, 'id', 'is missing, so its variations cannot name it');
    const all = attributes(row).filter(({ name }) => !/^brand$/i.test(name));
    const parent: Parent = {
      key,
      name: cell(row, 'name'),
      shared: shared(row),
      isActive: cell(row, 'published') !== '0' && cell(row, 'published') !== '-1',
      attributes: all,
      stock: cell(row, 'stock'),
    };
    for (const name of [`id:${cell(row, 'id')}`, cell(row, 'sku')]) if (name !== '') parents.set(name, parent);
    return null;
  }

  function keyOf(row: Row): string | null {
    const id = cell(row, 'id');
    const sku = cell(row, 'sku');
    return id !== '' ? `woocommerce id:${id}` : sku !== '' ? `woocommerce ${sku}`.slice(0, 200) : null;
  }

  /** Null for a line that is no product of its own. */
  return (row: Row): Entry | null => {
    const types = listOf(cell(row, 'type').toLowerCase());
    if (types.includes('variable')) return remember(row);
    if (types.includes('variation')) return variation(row);
    if (types.includes('simple') || types.length === 0) return simple(row);
    return refused(row, 'type', `'${types[0]?.slice(0, 40)}' products are not sold here`);
  };
}

const MOST_PICTURES = 20;

/** WooCommerce writes a new line as a backslash and an n. */
const lines = (text: string) => text.replaceAll('\\n', '\n');

function attributesOf(header: Header) {
  const count = header.names.filter((name) => /^attribute \d+ name$/i.test(name)).length;
  return Array.from({ length: count }, (_, index) => ({
    name: header.find(`Attribute ${index + 1} name`),
    value: header.find(`Attribute ${index + 1} value(s)`),
  }));
}
