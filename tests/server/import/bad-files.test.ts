import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readText } from '../../../server/cli/import/text.ts';
import { readAll, sample, textIn } from './reading.ts';

const HEAD = 'Handle,Title,Body (HTML),Vendor,Variant Price\n';
const whole = (text: string) => readAll(textIn(1_000, text));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'duka-import-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a file with these bytes. */
function file(bytes: Buffer | string, encoding = 'utf-8') {
  const name = path.join(folder, 'products.csv');
  writeFileSync(name, bytes);
  return readAll(readText(name, { encoding, onRead: () => undefined }));
}

describe('malformed CSV', () => {
  test('reports an unclosed quote with line and column, and imports the lines after it', async () => {
    const { products, faults } = await whole(`${HEAD}a,A,"open,V,1\nb,B,fine,V,2\n\nc,"C,open,V,3\nd,D,fine,V,4\n`);
    expect(faults).toEqual([
      '2: column 3 (Body (HTML)): unclosed quote, or a quote inside a quoted value that is not written twice',
      '5: column 2 (Title): a quote is opened here and never closed',
    ]);
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [3, 'B'],
      [6, 'D'],
    ]);
  });

  test('a quote that is closed lines later loses no other line', async () => {
    const { products, faults } = await whole(`${HEAD}a,A,"open,V,1\nb,B,"fine",V,2\nc,C,fine,V,3\n`);
    expect(faults).toEqual([
      '2: column 3 (Body (HTML)): unclosed quote, or a quote inside a quoted value that is not written twice',
    ]);
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [3, 'B'],
      [4, 'C'],
    ]);
  });

  test('inch marks in values', async () => {
    const { products, faults } = await whole(`${HEAD}a,32" TV,x,V,1\nb,"43"" TV",x,V,2\nc,"50" TV",x,V,3\nd,D,x,V,4\n`);
    expect(faults).toEqual([
      '2: column 2 (Title): quote in the middle of a value: quote the value and write the inner quote twice',
      '4: column 2 (Title): unclosed quote, or a quote inside a quoted value that is not written twice',
    ]);
    expect(products.map(({ name }) => name)).toEqual(['43" TV', 'D']);
  });

  test('X75: reads a cell of 2 MB and reports that it is shortened', async () => {
    const { products, faults, notes } = await whole(`${HEAD}a,A,${'word '.repeat(400_000)},V,1\nb,B,fine,V,2\n`);
    expect(faults).toEqual([]);
    expect(notes).toEqual(['2: column 3 (Body (HTML)): is shortened from 1,999,999 to 9,995 characters']);
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [2, 'A'],
      [3, 'B'],
    ]);
  });

  test('a quote left open before 20 MB does not swallow the rest of the file', async () => {
    const { products, faults } = await whole(`${HEAD}a,A,"open,V,1\n${`b,B,${'x'.repeat(100_000)},V,2\n`.repeat(200)}`);
    expect(faults).toEqual(['2: column 3 (Body (HTML)): a quote is opened here and not closed within 8 MB']);
    expect(products).toHaveLength(200);
  });

  test('reports errors on every line one by one and imports the rest', async () => {
    const { products, faults } = await whole(
      `${HEAD}${'a,A "x" A,x,V,1\nb,B,"open,V,1\nc,C,"fine",V,3\n'.repeat(200)}`,
    );
    expect(faults).toHaveLength(400);
    expect(products.map(({ line }) => line)).toEqual(Array.from({ length: 200 }, (_, index) => 4 + 3 * index));
  });

  test('reports a missing column before anything is imported', async () => {
    expect((await whole('Handle,Title,Vendor\na,A,V\n')).faults).toEqual([
      "1: the column 'Variant Price' is missing; there are 'Handle', 'Title', 'Vendor'",
    ]);
    expect((await whole('Type,Name,Published,In stock?\nsimple,A,1,1\n')).faults).toEqual([
      "1: the column 'Regular price' is missing; there are 'Type', 'Name', 'Published', 'In stock?'",
    ]);
    expect((await whole('a,b\n1,2\n')).faults).toEqual([
      "1: no columns hold a name and a price: there are 'a', 'b'. Say which, e.g. --columns \"name=Item, price=Selling price\"",
    ]);
  });

  test.each(['', ' \n\n'])('reports an empty file: %j', async (text) => {
    expect((await whole(text)).faults).toEqual(['1: the file is empty']);
  });

  test('X78: treats missing cells at the end of a line as empty, and skips lines of empty cells', async () => {
    const head = 'Handle,Title,Variant Price,Vendor,Type,Tags,Status\n';
    const { products, faults } = await whole(`${head}a,A,100\n,,,\nb,B,200,V\nc,C,300,V,,,,,,\nd,D\n`);
    expect(products.map(({ line, name, price }) => [line, name, price])).toEqual([
      [2, 'A', 100],
      [4, 'B', 200],
      [5, 'C', 300],
    ]);
    expect(faults).toEqual(['6: column 3 (Variant Price): is missing']);
  });

  test('skips a line with too many columns', async () => {
    const { products, faults } = await whole(`${HEAD}a,A,x, with a comma,V,1\nb,B,fine,V,2\n`);
    expect(faults).toEqual([
      '2: has 6 columns where the first line has 5: put a text with the mark between columns into quotes',
    ]);
    expect(products).toHaveLength(1);
  });

  test('reads semicolons, tabs and the line ends of every system', async () => {
    for (const mark of [';', '\t'])
      expect((await file(`${HEAD}a,A,x,V,2\n`.replaceAll(',', mark))).products).toMatchObject([{ name: 'A' }]);
    for (const end of ['\r\n', '\r']) {
      const { products, faults } = await file(
        `${HEAD}a,A,"one\ntwo",V,2\nb,B,x,V,3\nc,C,x,V,x\n`.replaceAll('\n', end),
      );
      expect(products).toMatchObject([
        { line: 2, description: 'one\ntwo' },
        { line: 4, name: 'B' },
      ]);
      expect(faults).toEqual(["5: column 5 (Variant Price): 'x' is not an amount like 1234.50"]);
    }
  });
});

describe('file encodings', () => {
  const text = `${HEAD}a,Plain,x,V,1\nb,Café,x,V,2\n`;

  test('reports invalid UTF-8 with line and column, and reads the file when its encoding is named', async () => {
    const { products, faults } = await file(Buffer.from(text, 'latin1'));
    expect(products.map(({ name }) => name)).toEqual(['Plain']);
    expect(faults).toEqual([
      '3: column 2 (Title): is not valid UTF-8. Save the file as UTF-8, or name its encoding, e.g. --encoding windows-1252',
    ]);
    expect((await file(Buffer.from(text, 'latin1'), 'windows-1252')).products[1]).toMatchObject({ name: 'Café' });
    const json = Buffer.from('[\n {"name": "A", "price": 1},\n {"name": "Café", "price": 1}]', 'latin1');
    expect((await file(json)).faults).toEqual([expect.stringMatching(/^3: column 15: is not valid UTF-8/)]);
  });

  test('detects UTF-8 and both UTF-16 byte orders by their byte order mark', async () => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    for (const bytes of [Buffer.from(`\ufeff${text}`), little, Buffer.from(little).swap16()])
      expect((await file(bytes)).products.map(({ name }) => name)).toEqual(['Plain', 'Café']);
  });
});

describe('malformed JSON', () => {
  test('an unclosed array returns its complete products', async () => {
    const { products, faults } = await whole('[{"name":"A","price":1},\n{"name":"B","price":2},\n{"name":"C","pri');
    expect(products.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(faults).toEqual(['3: the list is not closed: something is missing from here on']);
  });

  test('an endless value does not fill the memory', async () => {
    const { faults } = await whole(`[{"name":"A","price":1},{"name":"${'x'.repeat(9_000_000)}`);
    expect(faults).toEqual(['1: a product of more than 8 MB; the rest of the file was not read']);
    expect((await whole(`{"name":"${'x'.repeat(9_000_000)}`)).faults).toEqual(faults);
  });

  test('reports values that are not products', async () => {
    const { faults } = await whole('[5, null, "x", {}]');
    expect(faults).toHaveLength(4);
    expect((await whole('[]')).faults).toEqual([]);
  });
});

describe('files similar to the supported formats', () => {
  const ours = [
    { name: 'A', price: 1 },
    { name: 'B', price: 2 },
  ];
  const shopify = [{ id: 1, title: 'A', handle: 'a', body_html: 'x', variants: [{ price: '12.00' }], images: [] }];

  test.each([
    ['on one line', undefined],
    ['on many lines', 2],
  ])('X85: reads a list inside an object, %s', async (_, indent) => {
    for (const pieces of [1, 1_000]) {
      const { products, faults } = await readAll(textIn(pieces, JSON.stringify({ products: ours }, null, indent)));
      expect(faults).toEqual([]);
      expect(products.map(({ line, name }) => [line, name])).toEqual([
        [indent === undefined ? 1 : 3, 'A'],
        [indent === undefined ? 1 : 7, 'B'],
      ]);
    }
  });

  test.each([
    ['as Shopify gives it', JSON.stringify({ products: shopify })],
    ['on many lines', JSON.stringify({ products: shopify }, null, 2)],
    ['as a list', JSON.stringify(shopify)],
    ['a product a line', JSON.stringify(shopify[0])],
  ])('X85: recognizes Shopify’s products.json and names the right export, %s', async (_, text) => {
    expect((await whole(text)).faults).toEqual([
      "1: this is Shopify's products.json, which has no stock. In Shopify choose Products, then Export, and import the CSV file",
    ]);
  });

  test('X85: a column "On sale" does not hide products, and is reported as unused', async () => {
    const { products, unused } = await whole('Name,Price,On sale\nA,100,No\nB,200,Yes\n');
    expect(products.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['A', true],
      ['B', true],
    ]);
    expect(unused).toEqual(['On sale']);
  });
});

test('returns the same products for every split of a file into chunks', async () => {
  for (const name of ['shopify.csv', 'woocommerce.csv', 'products.jsonl', 'products.json']) {
    let text = '';
    for await (const piece of sample(name)()) text += piece;
    const expected = await readAll(textIn(text.length, text));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (pieces) => {
        expect(await readAll(textIn(pieces, text))).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  }
});

test('keeps characters and line ends at the boundary of a read', async () => {
  const filler = 'x'.repeat(128 * 1024 - 3);
  const name = path.join(folder, 'large.csv');
  // At one of these offsets the first read ends within a character or between the two halves of a line end.
  for (const less of [0, 1, 2, 3, 4, 5, 6, 7]) {
    writeFileSync(name, `${filler.slice(less)}é\r\n€\r\n.`);
    let text = '';
    for await (const piece of readText(name, { encoding: 'utf-8', onRead: () => undefined })()) text += piece;
    expect(text.slice(filler.length - less)).toBe('é\n€\n.');
  }
});

test('reads any text to its end without an exception', async () => {
  const alphabet = fc.constantFrom('"', ',', '\n', '\r', '[', ']', '{', '}', ':', '\\', 'a', '1', '\u0000', 'é', ' ');
  const starts = fc.constantFrom('', HEAD, '[', '{"name":"A","price":1}\n', 'ID,Type,Name,Published,Regular price\n');
  await fc.assert(
    fc.asyncProperty(starts, fc.string({ unit: alphabet, maxLength: 200 }), async (start, rest) => {
      await readAll(textIn(50, start + rest));
    }),
    { numRuns: 200 },
  );
});
