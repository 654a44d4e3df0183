import type { Entry } from '../../server/modules/catalogue/import.service.ts';
import type { GivenProduct } from '../../server/modules/catalogue/product-record.rules.ts';
import { amountOf, isYes, wordsOf } from './cells.ts';
import type { CsvRow, Header } from './csv.ts';

/** Shopify's product export, with the names of columns of the years before 2025 and since. */
const COLUMNS = {
  handle: ['Handle', 'URL handle'],
  name: ['Title'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  taxonomy: ['Product Category'],
  category: ['Type'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card'],
  price: ['Variant Price', 'Price'],
  originalPrice: ['Variant Compare At Price', 'Compare-at price'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  stock: ['Variant Inventory Qty', 'Inventory quantity'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  image: ['Image Src', 'Product image URL'],
  variantImage: ['Variant Image', 'Variant image URL'],
} as const;
type Column = keyof typeof COLUMNS;

const NEEDED: readonly Column[] = ['handle', 'name', 'price'];
/** Shopify allows 2,048 variants and 250 pictures. */
const MOST_ROWS = 2_500;

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

export const isShopify = (header: Header) => header.find(...COLUMNS.handle) >= 0;

/** The first column without which nothing can be read; null where all are there. */
export function missingInShopify(header: Header): string | null {
  const missing = NEEDED.find((column) => header.find(...COLUMNS[column]) < 0);
  return missing === undefined ? null : COLUMNS[missing][0];
}

/** The products of the rows: those of one handle are one product, each with a price a variant, the others pictures. */
export async function* shopifyProducts(rows: AsyncIterable<CsvRow>, header: Header): AsyncGenerator<Entry> {
  const at = Object.fromEntries(
    Object.entries(COLUMNS).map(([name, names]) => [name, header.find(...names)]),
  ) as Readonly<Record<Column, number>>;
  const read = readerOf(header, at);
  let group: Row[] = [];
  for await (const row of rows) {
    if ('fault' in row) {
      yield row;
      continue;
    }
    const isSame = group[0] !== undefined && read.cell(group[0], 'handle') === read.cell(row, 'handle');
    if (!isSame) {
      yield* read.products(group);
      group = [];
    }
    if (group.length < MOST_ROWS) group.push(row);
    else yield { line: row.line, fault: { field: header.where(at.handle), reason: 'is that of too many lines' } };
  }
  yield* read.products(group);
}

function readerOf(header: Header, at: Readonly<Record<Column, number>>) {
  const cell = ({ cells }: Row, column: Column) => (cells[at[column]] ?? '').trim();
  const where = (field: string) => header.where(at[field as Column] ?? -1) || field;
  const options = [1, 2, 3].map((n) => ({
    name: header.find(`Option${n} name`),
    value: header.find(`Option${n} value`),
  }));

  function* products(group: readonly Row[]): Generator<Entry> {
    const [first, ...others] = group;
    if (first === undefined) return;
    if (cell(first, 'handle') === '') {
      for (const { line } of group) yield { line, fault: { field: where('handle'), reason: 'is empty' } };
      return;
    }
    if (isYes(cell(first, 'giftCard'), false)) {
      yield { line: first.line, fault: { field: where('giftCard'), reason: 'gift cards are not sold here' } };
      return;
    }
    const variants = [first, ...others.filter((row) => cell(row, 'price') !== '')];
    const images = group.map((row) => cell(row, 'image')).filter((image) => image !== '');
    for (const row of variants) yield entryOf(row, first, { images, isOne: variants.length === 1 });
  }

  function entryOf(row: Row, first: Row, { images, isOne }: { images: readonly string[]; isOne: boolean }): Entry {
    const { line } = row;
    const text = cell(row, 'price');
    const price = amountOf(text);
    if (price === null) return { line, fault: { field: where('price'), reason: notAmount(text) } };
    const before = cell(row, 'originalPrice');
    if (before !== '' && amountOf(before) === null)
      return { line, fault: { field: where('originalPrice'), reason: notAmount(before) } };
    const handle = cell(first, 'handle');
    const chosen = isOne && isPlain(first) ? [] : chosenOf(row, first);
    const own = cell(row, 'variantImage');
    const given: GivenProduct = {
      ...common(first),
      name: chosen.length === 0 ? cell(first, 'name') : `${cell(first, 'name')} (${valuesOf(chosen)})`,
      ...(chosen.length === 0 && SLUG.test(handle) && { slug: handle }),
      sku: [`shopify ${handle}`, ...chosen.map(({ value }) => value)].join(' / ').slice(0, 200),
      price,
      originalPrice: amountOf(before) || null,
      stock: stockOf(row),
      images: [...new Set([...(own === '' ? [] : [own]), ...images])].slice(0, MOST_PICTURES),
      ...(chosen.length > 0 && { options: chosen, group: `shopify ${handle}`.slice(0, 300) }),
    };
    return { line, given, where };
  }

  function common(first: Row): Pick<GivenProduct, 'description' | 'brand' | 'categories' | 'isActive'> {
    const type = cell(first, 'category');
    const taxonomy = cell(first, 'taxonomy')
      .split('>')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    const status = cell(first, 'status').toLowerCase();
    return {
      description: wordsOf(cell(first, 'description')),
      brand: cell(first, 'brand'),
      // The owner's own word first; of Shopify's taxonomy the two narrowest, because all goods share the widest.
      categories: type === '' ? taxonomy.slice(-2) : [type],
      isActive: (status === '' || status === 'active') && isYes(cell(first, 'published'), true),
    };
  }

  /** Null where Shopify does not count, or sells on when nothing is left. */
  function stockOf(row: Row): number | null {
    const count = cell(row, 'stock');
    if (cell(row, 'tracker') === '' || !/^-?\d+$/.test(count)) return null;
    const sellsOn = /^(?:continue|true)$/i.test(cell(row, 'policy'));
    return Number(count) <= 0 && sellsOn ? null : Math.max(0, Number(count));
  }

  /** A product without variants has one all the same, whose only option says so. */
  function isPlain(first: Row): boolean {
    return options.every(({ value }) => ['', 'Default Title'].includes((first.cells[value] ?? '').trim()));
  }

  /** The names of options stand in the first row alone. */
  function chosenOf(row: Row, first: Row) {
    return options
      .map(({ name, value }) => ({
        name: (first.cells[name] ?? '').trim().slice(0, 200) || 'Option',
        value: (row.cells[value] ?? '').trim().slice(0, 200),
      }))
      .filter(({ value }) => value !== '');
  }

  return { cell, products };
}

const MOST_PICTURES = 20;
const SLUG = /^(?=.{1,150}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const valuesOf = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value).join(', ');

/** Why a text is no price. */
export function notAmount(text: string): string {
  return text === '' ? 'is missing' : `'${text.slice(0, 40)}' is no amount like 1234.50`;
}
