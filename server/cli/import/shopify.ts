import { cleanText } from '../../../contract/rules/clean-text.ts';
import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { InputFields } from '../../modules/catalogue/product-record.rules.ts';
import { compareKey } from '../../modules/catalogue/product-text.rules.ts';
import { isYes, parseAmount, parseCount, parsePath } from './cells.ts';
import type { Header } from './csv.ts';
import { createCells, type Row, type Table } from './table.ts';

/** Shopify's product export, with the column names from before and after 2025. */
export const SHOPIFY_COLUMNS = {
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
  images: ['Image Src', 'Product image URL'],
  position: ['Image Position'],
  variantImage: ['Variant Image', 'Variant image URL'],
} as const;

export const SHOPIFY_NEEDS = ['handle', 'name', 'price'] as const;
/** Shopify allows 2,048 variants and 250 pictures. */
const MOST_ROWS = 2_500;

export const isShopify = (header: Header) => header.find(...SHOPIFY_COLUMNS.handle) >= 0;

/**
 * Reads the products of the rows. Rows with the same handle are one product, anywhere in the file, because sorting
 * separates them. The first pass counts the rows of each product. The second collects them until the last one.
 */
export async function* parseShopifyProducts(table: Table): AsyncGenerator<Entry> {
  const reader = createReader(table);
  const counts = new Map<string, number>();
  /** Keys of invalid rows. Empty for a row with an unreadable handle. */
  const refused = new Set<string>();
  for await (const row of table.rows()) {
    if ('fault' in row) refused.add(reader.keyOf({ cells: [], ...row }).replace(/.*\ufffd.*/s, ''));
    else counts.set(reader.keyOf(row), (counts.get(reader.keyOf(row)) ?? 0) + 1);
  }
  const held = new Map<string, Row[]>();
  for await (const row of table.rows()) {
    if ('fault' in row) {
      yield row;
      continue;
    }
    const key = reader.keyOf(row);
    const count = counts.get(key) ?? 1;
    const rows = held.get(key) ?? [];
    rows.push(row);
    if (key === '') yield reader.refused(row, 'handle', 'is empty');
    else if (count > MOST_ROWS) {
      if (!held.has(key)) yield reader.refused(row, 'handle', `is that of ${count} lines, more than ${MOST_ROWS}`);
      held.set(key, []);
    } else if (rows.length === count) {
      held.delete(key);
      yield* reader.products(rows, refused.has(key) || refused.has(''));
    } else held.set(key, rows);
  }
}

function createReader({ header, amounts, wants }: Table) {
  const { cell, has, where, refused } = createCells(header, SHOPIFY_COLUMNS);
  const options = [1, 2, 3].map((n) => ({
    name: header.find(`Option${n} name`),
    value: header.find(`Option${n} value`),
  }));
  const at = ({ cells }: Row, index: number) => cleanText(cells[index] ?? '');

  const toKey = (row: Row) => compareKey(cell(row, 'handle'));
  const hasOption = (row: Row) => options.some(({ value }) => at(row, value) !== '');

  function* products(rows: readonly Row[], isOneRefused: boolean): Generator<Entry> {
    const [first] = rows;
    if (first === undefined) return;
    const named = rows.find((row) => cell(row, 'name') !== '');
    const handle = cell(first, 'handle');
    if (named === undefined) {
      const line = `line of '${handle.slice(0, 80)}'${isOneRefused ? ' that can be read' : ''}`;
      yield refused(first, 'name', `is missing: no ${line} has a name`, handle);
      return;
    }
    if (isYes(cell(named, 'giftCard'), false)) {
      yield refused(named, 'giftCard', 'gift cards are not sold here');
      return;
    }
    const isSold = (row: Row) => (has('price') ? cell(row, 'price') !== '' : hasOption(row));
    const sold = rows.filter((row) => isSold(row) || (row !== named && hasOption(row)));
    const variants = sold.length === 0 ? [named] : sold;
    const images = sortByOption(rows).filter((image) => image !== '');
    for (const row of variants) yield toEntry(row, named, { images, isOne: variants.length === 1 });
  }

  function sortByOption(rows: readonly Row[]): string[] {
    const placed = rows.map((row, index) => ({
      image: cell(row, 'images'),
      place: parseCount(cell(row, 'position')) ?? Infinity,
      index,
    }));
    return placed
      .sort((one, other) => (one.place === other.place ? one.index - other.index : one.place - other.place))
      .map(({ image }) => image);
  }

  function toEntry(row: Row, named: Row, { images, isOne }: { images: readonly string[]; isOne: boolean }): Entry {
    const name = cell(named, 'name');
    const prices = wants.prices && has('price') ? parsePrices(row, name) : {};
    if ('line' in prices) return prices;
    const handle = cell(named, 'handle');
    const chosen = isOne && isPlain(named) ? [] : toOptions(row, named);
    const own = cell(row, 'variantImage');
    const given: InputFields = {
      ...common(named),
      name: chosen.length === 0 ? name : `${name} (${joinValues(chosen)})`,
      ...(chosen.length === 0 && SLUG.test(handle) && { slug: handle }),
      sku: [`shopify ${handle}`, ...chosen.map(({ value }) => value)].join(' / ').slice(0, 200),
      ...prices,
      ...(wants.stock && { stock: parseStock(row) }),
      images: [...new Set([...(own === '' ? [] : [own]), ...images])],
      // Shopify's only specifications are the options.
      ...(chosen.length > 0 && { options: chosen, specifications: [], group: `shopify ${handle}`.slice(0, 300) }),
    };
    return { line: row.line, given, where, productName: name };
  }

  function parsePrices(row: Row, name: string): Pick<InputFields, 'price' | 'originalPrice'> | Entry {
    const price = parseAmount(cell(row, 'price'), amounts);
    if ('reason' in price) return refused(row, 'price', price.reason, name);
    const before = cell(row, 'originalPrice');
    const original = before === '' ? { amount: 0 } : parseAmount(before, amounts);
    if ('reason' in original) return refused(row, 'originalPrice', original.reason, name);
    return { price: price.amount, ...(has('originalPrice') && { originalPrice: original.amount || null }) };
  }

  function common(named: Row): Pick<InputFields, 'description' | 'brand' | 'categories' | 'isActive'> {
    const type = cell(named, 'category');
    const status = cell(named, 'status').toLowerCase();
    return {
      ...(has('description') && { description: cell(named, 'description') }),
      ...(has('brand') && { brand: cell(named, 'brand') }),
      // Prefers the owner's type. Otherwise uses the two narrowest levels of Shopify's taxonomy, because all products
      // share the widest.
      ...((has('category') || has('taxonomy')) && {
        categories: type === '' ? parsePath(cell(named, 'taxonomy')).slice(-2) : [type],
      }),
      ...((has('status') || has('published')) && {
        isActive: (status === '' || status === 'active') && isYes(cell(named, 'published'), true),
      }),
    };
  }

  /** `null` when Shopify does not track the stock, or continues to sell without stock. */
  function parseStock(row: Row): number | null {
    const count = parseCount(cell(row, 'stock'));
    if (cell(row, 'tracker') === '' || count === null) return null;
    const sellsOn = /^(?:continue|true)$/i.test(cell(row, 'policy'));
    return count === 0 && sellsOn ? null : count;
  }

  /** Returns whether the product has no variants. Shopify then exports one with a default option. */
  function isPlain(named: Row): boolean {
    return options.every(({ value }) => ['', 'default title'].includes(at(named, value).toLowerCase()));
  }

  /** Only the row with the product name has the option names. */
  function toOptions(row: Row, named: Row) {
    return options
      .map(({ name, value }) => ({ name: at(named, name).slice(0, 200) || 'Option', value: at(row, value) }))
      .filter(({ value }) => value !== '');
  }

  return { keyOf: toKey, products, refused };
}

const SLUG = /^(?=.{1,150}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

const joinValues = (options: readonly { readonly value: string }[]) => options.map(({ value }) => value).join(', ');
