import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../../server/cli/import/text.ts';
import { toPlainText } from '../../../server/modules/catalogue/product-text.rules.ts';
import { everyFile, GOODS } from './dialects.ts';
import { readAll } from './reading.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-dialects-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Buffer, encoding = 'utf-8') {
  const file = path.join(folder, 'file');
  writeFileSync(file, bytes);
  const { products, faults } = await readAll(readText(file, { encoding, onRead: () => undefined }));
  const sold = products.map(({ sold: it }) => ({
    name: it.name,
    brand: it.brand.name,
    category: it.category.name,
    price: it.price,
    flash: it.flashPrice,
    until: it.flashEndsAt?.toISOString() ?? null,
    stock: it.stock,
    description: it.description,
    images: it.images,
    /** A plain table has the option in the name only. */
    option: it.options[0]?.value ?? /\((\d+ GB)\)$/.exec(it.name)?.[1] ?? '',
  }));
  return { sold: sold.toSorted((one, other) => (one.name < other.name ? -1 : 1)), faults };
}

/** The products that every file must contain. Shopify's export has no sales with an end. */
const expected = (dialect: string) =>
  GOODS.flatMap(({ name, brand, category, html, images, sale, variants }) =>
    variants.map(({ value, price, stock }) => ({
      name: value === '' ? name : `${name} (${value})`,
      brand,
      category,
      price,
      flash: dialect === 'shopify' ? null : (sale?.price ?? null),
      until: dialect === 'shopify' || sale === null ? null : `${sale.end}T20:59:59.999Z`,
      stock,
      description: toPlainText(html),
      images: [...images],
      option: value,
    })),
  ).toSorted((one, other) => (one.name < other.name ? -1 : 1));

const FILES = everyFile();

describe('every dialect in every saved form', () => {
  test.each(FILES.filter(([, variant]) => !variant.includes('Latin-1')))(
    'X73, X74, X75, X78, X79, X85: reads the same goods from %s %s',
    async (dialect, _variant, bytes) => {
      const { sold, faults } = await read(bytes);
      expect(faults).toEqual([]);
      expect(sold).toEqual(expected(dialect));
    },
  );

  test.each(FILES.filter(([, variant]) => variant.includes('Latin-1')))(
    'X74, X79: names the line of %s %s that is not UTF-8, and reads the file when its encoding is named',
    async (dialect, _variant, bytes) => {
      const { sold, faults } = await read(bytes);
      expect(sold).toEqual(expected(dialect).filter(({ name }) => name !== 'Café maker'));
      expect(faults).toEqual([
        expect.stringMatching(/^\d+: column \d+.*: is not valid UTF-8.*--encoding windows-1252/),
      ]);
      const named = await read(bytes, 'windows-1252');
      expect(named).toEqual({ sold: expected(dialect), faults: [] });
    },
  );
});

test('X74: rejects a product without a name on any line, with one error for all lines', async () => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant Price\n';
  const { sold, faults } = await read(Buffer.from(`${head}a,,,128 GB,100\nb,B,,,50\na,,,256 GB,200\na,,,512 GB,300\n`));
  expect(sold.map(({ name }) => name)).toEqual(['B']);
  expect(faults).toEqual(["2: column 2 (Title): is missing: no line of 'a' has a name"]);
});

test.each([
  ['for its encoding', 'a,Caf\xe9,,128 GB,100', "no line of 'a' that can be read has a name"],
  ['for a quote', 'a,"A,,128 GB,100', "no line of 'a' that can be read has a name"],
  ['for its encoding, in the handle', '\xe9,A,,128 GB,100', "no line of 'a' that can be read has a name"],
  ['for a column too many', 'a,A,,128 GB,100,x', "no line of 'a' that can be read has a name"],
  ['for its encoding, of another product', 'b,Caf\xe9,,128 GB,100', "no line of 'a' has a name"],
])('X74: the error states whether the name may be on a line that was rejected %s', async (_, refused, said) => {
  const head = 'Handle,Title,Option1 Name,Option1 Value,Variant Price\n';
  const { sold, faults } = await read(Buffer.from(`${head}${refused}\na,,,256 GB,200\n`, 'latin1'));
  expect(sold).toEqual([]);
  expect(faults).toHaveLength(2);
  expect(faults[1]).toBe(`3: column 2 (Title): is missing: ${said}`);
});
