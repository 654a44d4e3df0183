import { describe, expect, test } from 'vitest';
import { readProducts } from '../../../server/cli/import/read-products.ts';
import { CHANGEABLE_NAMES, isInFile, type Changeable } from '../../../server/modules/catalogue/change.rules.ts';
import { NO_OPTIONS, textIn } from './reading.ts';

/** Reads the fields that a change uses from the products of a file. */
async function readForChange(text: string, prices = true): Promise<ReadonlyMap<string, unknown>[]> {
  const { entries } = await readProducts(textIn(7, text), { ...NO_OPTIONS, change: { prices, stock: false } });
  const read = [];
  for await (const entry of entries) {
    if ('fault' in entry) throw new Error(`${entry.fault.field} ${entry.fault.reason}`);
    read.push(new Map<string, unknown>(Object.entries(entry.given as object)));
  }
  return read;
}

const heldIn = ([first]: readonly ReadonlyMap<string, unknown>[]) =>
  CHANGEABLE_NAMES.filter((column) => isInFile(column, (field) => first?.has(field) === true));

interface Kind {
  /** The minimal columns of this kind of file, with one line. */
  readonly least: readonly [header: string, line: string];
  readonly leastHeld: readonly Changeable[];
  /** The file's columns for each changeable field. */
  readonly columns: Readonly<Partial<Record<Changeable, readonly string[]>>>;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'an export of Shopify': {
    least: ['Handle,Title', 'a,A'],
    leastHeld: ['name'],
    columns: {
      description: ['Body (HTML)'],
      price: ['Variant Price'],
      brand: ['Vendor'],
      category: ['Type', 'Product Category'],
      active: ['Status', 'Published'],
    },
  },
  'an export of WooCommerce': {
    least: ['ID,Type,Name,In stock?,Tax status', '1,simple,A,1,taxable'],
    leastHeld: ['name'],
    columns: {
      description: ['Description', 'Short description'],
      price: ['Regular price'],
      brand: ['Brands'],
      category: ['Categories'],
      specifications: ['Attribute 1 name'],
      active: ['Published'],
      featured: ['Is featured?'],
    },
  },
  'a custom table': {
    least: ['sku', 'a'],
    leastHeld: [],
    columns: {
      name: ['name'],
      description: ['details'],
      price: ['price'],
      brand: ['brand'],
      category: ['category'],
      active: ['active'],
      featured: ['featured'],
      new: ['new arrival'],
    },
  },
};

describe.each(Object.entries(KINDS))('%s that changes products', (_, { least: [header, line], leastHeld, columns }) => {
  test('X76: contains exactly the fields that it has a column for, also when the cell is empty', async () => {
    expect(heldIn(await readForChange(`${header}\n${line}\n`))).toEqual(leastHeld);
    for (const [column, names] of Object.entries(columns))
      for (const name of names) {
        const cell = column === 'price' ? '500' : '';
        const held = heldIn(await readForChange(`${header},${name}\n${line},${cell}\n`));
        // A WooCommerce attribute may be a brand.
        const also = column === 'specifications' ? ['brand'] : [];
        expect(new Set(held), name).toEqual(new Set([...leastHeld, ...also, column]));
      }
  });

  test('X76: is not rejected for a price or stock that the change does not write', async () => {
    const [price = ''] = columns.price ?? [];
    const stock = { Handle: 'Variant Inventory Qty', ID: 'Stock' }[header.split(',', 1)[0] ?? ''] ?? 'stock';
    const read = await readForChange(`${header},${price},${stock}\n${line},x,y\n`, false);
    expect(heldIn(read)).toEqual(leastHeld);
    expect(read[0]?.get('stock') ?? null).toBeNull();
  });
});

test('X76: a custom table needs a code or a name, and no price', async () => {
  await expect(readForChange('price,stock\n5,6\n')).rejects.toThrow(
    `no column holds a code or a name: there are 'price', 'stock'. Say which, e.g. --columns "sku=Code"`,
  );
  expect(heldIn(await readForChange('item,details\nA,New\n'))).toEqual(['name', 'description']);
});

test('X76: a Shopify export without prices contains each variant', async () => {
  const text = 'Handle,Title,Option1 name,Option1 value\na,A,Colour,Black\na,,,White\n';
  expect((await readForChange(text, false)).map((given) => given.get('sku'))).toEqual([
    'shopify a / Black',
    'shopify a / White',
  ]);
});

test('X76: contains the other prices only when the file has their columns', async () => {
  const fields = async (text: string) => [...((await readForChange(text))[0]?.keys() ?? [])];
  const beside = ['originalPrice', 'flashPrice'];
  for (const [text, held] of [
    ['Handle,Title,Variant Price\na,A,500\n', []],
    ['Handle,Title,Variant Price,Variant Compare At Price\na,A,500,\n', ['originalPrice']],
    ['ID,Type,Name,In stock?,Regular price\n1,simple,A,1,500\n', []],
    ['ID,Type,Name,In stock?,Regular price,Sale price\n1,simple,A,1,500,\n', ['flashPrice']],
    ['sku,price\na,500\n', []],
    ['sku,price,was,sale price\na,500,,\n', beside],
  ] as const)
    expect((await fields(text)).filter((field) => beside.includes(field)).toSorted(), text).toEqual(held.toSorted());
});
