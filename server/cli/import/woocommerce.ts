import { cleanText } from '../../../contract/rules/clean-text.ts';
import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { InputFields } from '../../modules/catalogue/product-record.rules.ts';
import { compareKey } from '../../modules/catalogue/product-text.rules.ts';
import { isYes, parseList, parseAmount, parseCount, parsePath, parsePictures } from './cells.ts';
import type { Header } from './csv.ts';
import { createCells, type Row, type Table } from './table.ts';

/** WooCommerce's product export. */
export const WOO_COLUMNS = {
  id: ['ID'],
  type: ['Type'],
  sku: ['SKU'],
  name: ['Name'],
  published: ['Published'],
  isFeatured: ['Is featured?'],
  summary: ['Short description'],
  description: ['Description'],
  flashStartsAt: ['Date sale price starts'],
  flashEndsAt: ['Date sale price ends'],
  isInStock: ['In stock?'],
  stock: ['Stock'],
  flashPrice: ['Sale price'],
  price: ['Regular price'],
  categories: ['Categories'],
  brand: ['Brands', 'Brand', 'Meta: brand', 'Meta: _brand'],
  images: ['Images'],
  parent: ['Parent'],
} as const;
type Column = keyof typeof WOO_COLUMNS;
export const WOO_NEEDS = ['type', 'name', 'price'] as const;

interface Attribute {
  readonly name: string;
  readonly value: string;
}

export const isWooCommerce = (header: Header) =>
  header.find(...WOO_COLUMNS.type) >= 0 &&
  [WOO_COLUMNS.price, WOO_COLUMNS.isInStock, ['Tax status'], WOO_COLUMNS.published].filter(
    (names) => header.find(...names) >= 0,
  ).length >= 2;

/** Fields that variations inherit from a variable product, which is not sold itself. */
interface Parent {
  readonly name: string;
  readonly key: string;
  readonly shared: Pick<InputFields, 'description' | 'brand' | 'categories' | 'images' | 'isFeatured'>;
  readonly isActive: boolean;
  readonly attributes: readonly Attribute[];
  readonly stock: string;
}

/**
 * Reads the products of the rows: simple products, and variations of variable products, which may come earlier or
 * later.
 */
export async function* parseWooProducts(table: Table): AsyncGenerator<Entry> {
  const reader = createReader(table);
  for await (const row of table.rows()) if (!('fault' in row)) reader.remember(row);
  for await (const row of table.rows()) {
    const entry = 'fault' in row ? row : reader.read(row);
    if (entry !== null) yield entry;
  }
}

function createReader({ header, amounts, wants }: Table) {
  const { cell: plainCell, has, where, refused } = createCells(header, WOO_COLUMNS);
  const attributeColumns = findAttributes(header);
  const hasAttributes = attributeColumns.length > 0;
  const parents = new Map<string, Parent>();
  /** WooCommerce prefixes such texts with an apostrophe, because spreadsheets would treat them as formulas. */
  const cell = (row: Row, column: Column) => plainCell(row, column).replace(/^'(?=[=+\-@])/, '');
  const parseTypes = (row: Row) => parseList(cell(row, 'type').toLowerCase());
  const isPublished = (row: Row) => cell(row, 'published') !== '0' && cell(row, 'published') !== '-1';

  const attributes = ({ cells }: Row): Attribute[] =>
    attributeColumns
      .map(({ name, value }) => ({
        name: cleanText(cells[name] ?? '').slice(0, 200),
        value: parseList(cells[value] ?? '').join(', '),
      }))
      .filter(({ name, value }) => name !== '' && value !== '');
  const isBrand = ({ name }: Attribute) => compareKey(name) === 'brand';

  function shared(row: Row): Parent['shared'] {
    const paths = parseList(cell(row, 'categories')).map(parsePath);
    const [brand = attributes(row).find(isBrand)?.value] = parseList(cell(row, 'brand'));
    return {
      ...((has('description') || has('summary')) && {
        description: lines(cell(row, 'description') || cell(row, 'summary')),
      }),
      // The deepest category path.
      ...(has('categories') && {
        categories: paths.reduce<string[]>((best, path) => (path.length > best.length ? path : best), []),
      }),
      ...((has('brand') || hasAttributes) && { brand: brand ?? '' }),
      images: parsePictures(cell(row, 'images')),
      ...(has('isFeatured') && { isFeatured: isYes(cell(row, 'isFeatured'), false) }),
    };
  }

  /** Ignores a sale price that is not below the regular price. */
  function parsePrices(
    row: Row,
    of: string,
  ): Pick<InputFields, 'price' | 'flashPrice' | 'flashStartsAt' | 'flashEndsAt'> | Entry {
    if (!wants.prices || !has('price')) return {};
    const text = { price: cell(row, 'price'), sale: cell(row, 'flashPrice') };
    const sale = text.sale === '' ? null : parseAmount(text.sale, amounts);
    if (sale !== null && 'reason' in sale) return refused(row, 'flashPrice', sale.reason, of);
    const regular = text.price === '' && sale !== null ? sale : parseAmount(text.price, amounts);
    if ('reason' in regular) return refused(row, 'price', regular.reason, of);
    const price = regular.amount;
    if (sale === null || sale.amount === 0 || sale.amount >= price)
      return { price, ...(has('flashPrice') && { flashPrice: null }) };
    return {
      price,
      flashPrice: sale.amount,
      flashStartsAt: cell(row, 'flashStartsAt'),
      flashEndsAt: cell(row, 'flashEndsAt'),
    };
  }

  /** `null` when the file has no stock count. */
  function parseStock(row: Row, parent: Parent | null): number | null {
    const own = cell(row, 'stock');
    const count = parseCount(/^parent$/i.test(own) ? (parent?.stock ?? '') : own);
    return count ?? (cell(row, 'isInStock') === '0' ? 0 : null);
  }

  function simple(row: Row): Entry {
    const name = cell(row, 'name');
    const prices = parsePrices(row, name);
    if ('line' in prices) return prices;
    const given: InputFields = {
      ...shared(row),
      ...prices,
      name,
      sku: toKey(row),
      ...(hasAttributes && { specifications: attributes(row).filter((it) => !isBrand(it)) }),
      ...(wants.stock && { stock: parseStock(row, null) }),
      ...(has('published') && { isActive: isPublished(row) }),
    };
    return { line: row.line, given, where };
  }

  function variation(row: Row): Entry {
    const named = cell(row, 'parent');
    const parent = parents.get(compareKey(named));
    if (parent === undefined)
      return refused(row, 'parent', named === '' ? 'is missing' : `'${named.slice(0, 40)}' is not a variable product`);
    const prices = parsePrices(row, parent.name);
    if ('line' in prices) return prices;
    const options = attributes(row);
    const own = shared(row);
    const values = options.map(({ value }) => value).join(', ');
    const rowName = cell(row, 'name');
    const isNamed = rowName !== '' && rowName !== parent.name;
    const isPlain = values === '' || parent.name === '';
    const given: InputFields = {
      ...parent.shared,
      ...((own.description ?? '') !== '' && { description: own.description }),
      images: [...new Set([...(own.images ?? []), ...(parent.shared.images ?? [])])],
      ...prices,
      name: isNamed ? rowName : isPlain ? parent.name : `${parent.name} (${values})`,
      sku: toKey(row) ?? `${parent.key} ${values}`.slice(0, 200),
      group: parent.key,
      options,
      ...(hasAttributes && {
        specifications: parent.attributes.filter((it) => !options.some((option) => option.name === it.name)),
      }),
      ...(wants.stock && { stock: parseStock(row, parent) }),
      ...(has('published') && { isActive: parent.isActive && isPublished(row) }),
    };
    return { line: row.line, given, where, productName: parent.name };
  }

  function remember(row: Row): void {
    const key = toKey(row);
    if (key === null || !parseTypes(row).includes('variable')) return;
    const parent: Parent = {
      key,
      name: cell(row, 'name'),
      shared: shared(row),
      isActive: isPublished(row),
      attributes: attributes(row).filter((it) => !isBrand(it)),
      stock: cell(row, 'stock'),
    };
    for (const name of [`id:${cell(row, 'id')}`, cell(row, 'sku')])
      if (name !== '' && name !== 'id:') parents.set(compareKey(name), parent);
  }

  function toKey(row: Row): string | null {
    const id = cell(row, 'id');
    const sku = cell(row, 'sku');
    return id !== '' ? `woocommerce id:${id}` : sku !== '' ? `woocommerce ${sku}`.slice(0, 200) : null;
  }

  /** Returns `null` for rows that are not products themselves. */
  function read(row: Row): Entry | null {
    const types = parseTypes(row);
    if (types.includes('variable'))
      return toKey(row) === null ? refused(row, 'id', 'is missing, so its variations cannot name it') : null;
    if (types.includes('variation')) return variation(row);
    if (types.includes('simple') || types.length === 0) return simple(row);
    return refused(row, 'type', `'${types[0]?.slice(0, 40)}' products are not sold here`);
  }

  return { remember, read };
}

/** WooCommerce writes a line break as a backslash and an n. */
const lines = (text: string) => text.replaceAll('\\n', '\n');

function findAttributes(header: Header) {
  const count = header.names.filter((name) => /^attribute \d+ name$/i.test(name)).length;
  return Array.from({ length: count }, (_, index) => ({
    name: header.find(`Attribute ${index + 1} name`),
    value: header.find(`Attribute ${index + 1} value(s)`),
  }));
}
