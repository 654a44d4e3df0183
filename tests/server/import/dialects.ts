/** The same goods in each kind of file that the import reads. */

interface Variant {
  readonly value: string;
  readonly price: number;
  readonly stock: number;
}
export interface Goods {
  readonly key: string;
  readonly name: string;
  readonly brand: string;
  readonly category: string;
  readonly html: string;
  readonly images: readonly string[];
  /** Price in shillings; the end is a date. */
  readonly sale: { readonly price: number; readonly end: string } | null;
  readonly variants: readonly Variant[];
}

const one = (price: number, stock: number): Variant[] => [{ value: '', price, stock }];

export const GOODS: readonly Goods[] = [
  {
    key: 'kettle',
    name: 'Kettle 1.7 L, steel',
    brand: 'Black & Decker',
    category: 'Kitchen',
    html: '<p>Boils <b>fast</b>.</p><table><tr><td>Weight</td><td>154 g</td></tr></table>',
    images: ['https://cdn.test/w_100,h_100/kettle.jpg', 'https://cdn.test/kettle-2.jpg'],
    sale: { price: 2000, end: '2026-12-31' },
    variants: one(2499, 24),
  },
  {
    key: 'spark',
    name: 'Spark 40',
    brand: 'Tecno',
    category: 'Phones',
    html: 'A phone called "Spark"; 5 < 6',
    images: ['https://cdn.test/spark.jpg'],
    sale: null,
    variants: [
      { value: '256 GB', price: 21_999, stock: 2 },
      { value: '128 GB', price: 18_999, stock: 5 },
      { value: '512 GB', price: 29_999, stock: 0 },
    ],
  },
  {
    key: 'cafe',
    name: 'Café maker',
    brand: 'Moulinex',
    category: 'Kitchen',
    html: 'Brews.',
    images: [],
    sale: null,
    variants: one(11_250, 3),
  },
  {
    key: 'cable',
    name: 'Cable',
    brand: 'Anker',
    category: 'Cables',
    html: '',
    images: [],
    sale: null,
    variants: one(650, 80),
  },
];

type Table = string[][];
const money = (amount: number) => amount.toFixed(2);

/** Table of each dialect; its last columns are often empty. */
const TABLES: Readonly<Record<'shopify' | 'woocommerce' | 'plain', () => Table>> = {
  shopify: () => [
    [
      'Handle',
      'Title',
      'Body (HTML)',
      'Vendor',
      'Type',
      'Published',
      'Option1 Name',
      'Option1 Value',
      'Variant Price',
      'Variant Inventory Tracker',
      'Variant Inventory Qty',
      'Image Src',
      'Image Position',
      'Status',
    ],
    ...GOODS.flatMap(({ key, name, brand, category, html, images, variants }) =>
      Array.from({ length: Math.max(variants.length, images.length) }, (_, index) => {
        const variant = variants[index];
        const isFirst = index === 0;
        const isPlain = variants.length === 1;
        return [
          key,
          ...(isFirst
            ? [name, html, brand, category, 'true', isPlain ? 'Title' : 'Storage']
            : ['', '', '', '', '', '']),
          ...(variant === undefined
            ? ['', '', '', '']
            : [isPlain ? 'Default Title' : variant.value, money(variant.price), 'shopify', String(variant.stock)]),
          images[index] ?? '',
          images[index] === undefined ? '' : String(index + 1),
          isFirst ? 'active' : '',
        ];
      }),
    ),
  ],
  woocommerce: () => [
    [
      'ID',
      'Type',
      'SKU',
      'Name',
      'Published',
      'Description',
      'Date sale price ends',
      'In stock?',
      'Stock',
      'Sale price',
      'Regular price',
      'Categories',
      'Brands',
      'Images',
      'Parent',
      'Attribute 1 name',
      'Attribute 1 value(s)',
    ],
    ...GOODS.flatMap(({ key, name, brand, category, html, images, sale, variants }, index) => {
      const row = (type: string, id: number, variant: Variant | null, more: readonly string[]) => [
        String(id),
        type,
        `${key}-${id}`,
        name,
        '1',
        type === 'variation' ? '' : html,
        sale?.end ?? '',
        '1',
        variant === null ? '' : String(variant.stock),
        sale === null || variant === null ? '' : money(sale.price),
        variant === null ? '' : money(variant.price),
        type === 'variation' ? '' : category.replaceAll(',', '\\,'),
        type === 'variation' ? '' : brand,
        type === 'variation' ? '' : images.map((it) => it.replaceAll(',', '\\,')).join(', '),
        ...more,
      ];
      const id = 100 * (index + 1);
      const [only] = variants;
      if (variants.length === 1) return [row('simple', id, only ?? null, ['', '', ''])];
      const values = variants.map(({ value }) => value).join(', ');
      return [
        row('variable', id, null, ['', 'Storage', values]),
        ...variants.map((it, at) => row('variation', id + at + 1, it, [`id:${id}`, 'Storage', it.value])),
      ];
    }),
  ],
  plain: () => [
    ['Item', 'Brand', 'Category', 'Price', 'Qty', 'Pictures', 'Sale price', 'Sale ends', 'Description'],
    ...GOODS.flatMap(({ name, brand, category, html, images, sale, variants }) =>
      variants.map(({ value, price, stock }) => [
        value === '' ? name : `${name} (${value})`,
        brand,
        category,
        money(price),
        String(stock),
        images.join(', '),
        sale === null ? '' : money(sale.price),
        sale?.end ?? '',
        html,
      ]),
    ),
  ],
};

const quoted = (cell: string, mark: string) =>
  cell.includes(mark) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const csv = (table: Table, mark = ',') =>
  table.map((cells) => cells.map((cell) => quoted(cell, mark)).join(mark)).join('\n') + '\n';

const sorted = ([header = [], ...rows]: Table, by: (cells: readonly string[]) => string | number): Table => [
  header,
  ...rows.toSorted((x, y) => (by(x) < by(y) ? -1 : by(x) > by(y) ? 1 : 0)),
];
const priceIn = (table: Table) => {
  const at = (table[0] ?? []).findIndex((name) => /^(?:variant |regular )?price$/i.test(name));
  return (cells: readonly string[]) => Number(cells[at] ?? 0);
};

/**
 * Converts a table as a European spreadsheet saves it: decimal commas, day first, no empty cells at the end of a line.
 */
const savedAgain = (table: Table): Table =>
  table.map((cells) => {
    const written = cells.map((cell) =>
      cell.replace(/^(\d+)\.(\d{2})$/, '$1,$2').replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3/$2/$1 00:00'),
    );
    return written.slice(0, written.findLastIndex((cell) => cell !== '') + 1);
  });

/** Conversions of a table to another file. */
export const VARIANTS: Readonly<Record<string, (table: Table) => { text: string; encoding?: BufferEncoding }>> = {
  'as exported': (table) => ({ text: csv(table) }),
  'with Windows line ends': (table) => ({ text: csv(table).replaceAll('\n', '\r\n') }),
  'sorted by price': (table) => ({ text: csv(sorted(table, priceIn(table))) }),
  'sorted by price, the highest first': (table) => ({ text: csv(sorted(table, (cells) => -priceIn(table)(cells))) }),
  'sorted by the last column': (table) => ({ text: csv(sorted(table, (cells) => cells.at(-1) ?? '')) }),
  'upside down': ([header = [], ...rows]) => ({ text: csv([header, ...rows.toReversed()]) }),
  'saved again by a spreadsheet': (table) => ({ text: `\ufeff${csv(savedAgain(table), ';')}` }),
  'saved again with the sep= line of Excel': (table) => ({ text: `sep=;\r\n${csv(savedAgain(table), ';')}` }),
  'sorted and saved again with tabs': (table) => ({ text: csv(savedAgain(sorted(table, priceIn(table))), '\t') }),
  'saved in UTF-16': (table) => ({ text: `\ufeff${csv(table)}`, encoding: 'utf16le' }),
  'saved in Latin-1': (table) => ({ text: csv(table), encoding: 'latin1' }),
};

/** The goods as JSON records, with varied spellings. */
const records = () =>
  GOODS.flatMap(({ key, name, brand, category, html, images, sale, variants }) =>
    variants.map(({ value, price, stock }) => ({
      name: value === '' ? name : `${name} (${value})`,
      sku: `${key} ${value}`,
      brand,
      category,
      price,
      stock,
      images,
      description: html,
      ...(sale !== null && { flashPrice: sale.price, flashEndsAt: sale.end }),
      ...(value !== '' && { group: key, options: { Storage: value.replace(' ', '') } }),
    })),
  );
const jsonl = (all: readonly object[]) => all.map((it) => JSON.stringify(it)).join('\n');
const JSON_VARIANTS: Readonly<Record<string, () => { text: string; encoding?: BufferEncoding }>> = {
  'as exported': () => ({ text: jsonl(records()) }),
  'as an array': () => ({ text: JSON.stringify(records(), null, 2) }),
  'upside down': () => ({ text: jsonl(records().toReversed()) }),
  'saved again by an editor': () => ({ text: `\ufeff${jsonl(records()).replaceAll('\n', '\r\n')}\r\n\r\n` }),
  'saved in UTF-16': () => ({ text: `\ufeff${jsonl(records())}`, encoding: 'utf16le' }),
  'saved in Latin-1': () => ({ text: jsonl(records()), encoding: 'latin1' }),
};

/** Returns every file with its dialect, its conversion and its bytes. */
export function everyFile(): readonly (readonly [dialect: string, variant: string, bytes: Buffer])[] {
  const bytes = ({ text, encoding = 'utf8' }: { text: string; encoding?: BufferEncoding }) =>
    Buffer.from(text, encoding);
  return [
    ...Object.entries(TABLES).flatMap(([dialect, table]) =>
      Object.entries(VARIANTS).map(([variant, write]) => [dialect, variant, bytes(write(table()))] as const),
    ),
    ...Object.entries(JSON_VARIANTS).map(([variant, write]) => ['JSON', variant, bytes(write())] as const),
  ];
}
