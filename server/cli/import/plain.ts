import type { Entry } from '../../modules/catalogue/import.service.ts';
import type { InputFields } from '../../modules/catalogue/product-record.rules.ts';
import { isYes, parseAmount, parseCount, parsePath, parsePictures } from './cells.ts';
import type { Header } from './csv.ts';
import { createCells, type Columns, type Row, type Table } from './table.ts';

/** Format of the owner's own tables: one line per product. Lists the names of each column. */
export const PLAIN_COLUMNS = {
  name: ['name', 'product name', 'product', 'item name', 'item', 'title'],
  price: [
    'price',
    'selling price',
    'unit price',
    'price (ksh)',
    'price (kes)',
    'price ksh',
    'price kes',
    'retail price',
  ],
  stock: ['stock', 'quantity', 'qty', 'in stock', 'pieces', 'stock quantity'],
  slug: ['slug'],
  sku: ['sku', 'item code', 'product code', 'code'],
  description: ['description', 'details'],
  brand: ['brand', 'make', 'vendor', 'manufacturer'],
  categories: ['category', 'categories', 'department'],
  originalPrice: ['original price', 'originalPrice', 'old price', 'was', 'price before'],
  flashPrice: ['sale price', 'flashPrice', 'offer price'],
  flashStartsAt: ['sale starts', 'flashStartsAt', 'sale start'],
  flashEndsAt: ['sale ends', 'flashEndsAt', 'sale end'],
  images: ['images', 'image', 'picture', 'pictures', 'photo'],
  isActive: ['active', 'isActive', 'published'],
  isFeatured: ['featured', 'isFeatured'],
  isNewArrival: ['new arrival', 'isNewArrival'],
  serials: ['serials', 'serial numbers', 'imei'],
} as const;
export type PlainColumn = keyof typeof PLAIN_COLUMNS;
export const PLAIN_NEEDS = ['name', 'price'] as const;
/** Columns that identify an existing product. */
export const PLAIN_CODES = ['sku', 'slug'] as const;

/** Column names that the owner chose. */
export type ColumnChoices = Readonly<Partial<Record<PlainColumn, string>>>;

/** Parses `name=Item, price=Selling price`. Throws with the invalid part. */
export function parseColumns(text: string): ColumnChoices {
  const pairs = text.split(',').map((pair) => pair.split('=').map((part) => part.trim()));
  const chosen = new Map<PlainColumn, string>();
  for (const [field, name] of pairs) {
    const known = Object.keys(PLAIN_COLUMNS).find((one) => one.toLowerCase() === field?.toLowerCase());
    if (known === undefined || name === undefined || name === '')
      throw new Error(
        `--columns: '${[field, name].filter((it) => it !== undefined).join('=')}' is not FIELD=COLUMN. The fields are ${Object.keys(PLAIN_COLUMNS).join(', ')}`,
      );
    chosen.set(known as PlainColumn, name);
  }
  return Object.fromEntries(chosen);
}

export function findPlainColumns(chosen: ColumnChoices): Columns<PlainColumn> {
  const entries = Object.entries<readonly string[]>(PLAIN_COLUMNS).map(([field, names]) => {
    const name = chosen[field as PlainColumn];
    return [field, name === undefined ? names : [name]];
  });
  return Object.fromEntries(entries) as Columns<PlainColumn>;
}

/** Returns the columns that match no field of a product. */
export function findUnusedColumns(header: Header, columns: Columns<PlainColumn>): string[] {
  const used = new Set(Object.values(columns).map((names) => header.find(...names)));
  return header.names.filter((name, index) => name !== '' && !used.has(index));
}

const PRICES = ['price', 'originalPrice', 'flashPrice'] as const;
const TEXTS = ['name', 'slug', 'sku', 'description', 'brand', 'flashStartsAt', 'flashEndsAt'] as const;

/** `yes` means serial numbers. Another text is a fault of the record. */
function toSerialKind(text: string): 'none' | 'serial' | 'imei' {
  const typed = text.trim().toLowerCase();
  if (['', 'no', 'none', '0'].includes(typed)) return 'none';
  return (['yes', '1', 'serial'].includes(typed) ? 'serial' : typed) as 'serial' | 'imei';
}

/** Yields a product for each row. */
export async function* parsePlainProducts(table: Table, columns: Columns<PlainColumn>): AsyncGenerator<Entry> {
  const { header, amounts, wants } = table;
  const { cell, has, where, refused } = createCells(header, columns);

  function read(row: Row): Entry {
    const money: { -readonly [Field in (typeof PRICES)[number]]?: InputFields[Field] } = {};
    for (const field of wants.prices ? PRICES.filter(has) : []) {
      const text = cell(row, field);
      const parsed = text === '' && field !== 'price' ? { amount: 0 } : parseAmount(text, amounts);
      if ('reason' in parsed) return refused(row, field, parsed.reason);
      if (field === 'price') money.price = parsed.amount;
      else money[field] = parsed.amount || null;
    }
    const count = wants.stock ? cell(row, 'stock') : '';
    const stock = count === '' ? null : parseCount(count);
    if (count !== '' && stock === null)
      return refused(row, 'stock', `'${count.slice(0, 40)}' is not a number of pieces`);
    // Fields without a column are left out, so that they stay unchanged in existing products.
    const given = {
      ...money,
      ...Object.fromEntries(TEXTS.filter(has).map((field) => [field, cell(row, field)])),
      ...(wants.stock && has('stock') && { stock }),
      ...(has('categories') && { categories: parsePath(cell(row, 'categories')) }),
      images: parsePictures(cell(row, 'images')),
      ...(has('isActive') && { isActive: isYes(cell(row, 'isActive'), true) }),
      ...(has('isFeatured') && { isFeatured: isYes(cell(row, 'isFeatured'), false) }),
      ...(has('serials') && { serials: toSerialKind(cell(row, 'serials')) }),
      ...(has('isNewArrival') && { isNewArrival: isYes(cell(row, 'isNewArrival'), false) }),
    } satisfies InputFields;
    return { line: row.line, given, where };
  }

  for await (const row of table.rows()) yield 'fault' in row ? row : read(row);
}
