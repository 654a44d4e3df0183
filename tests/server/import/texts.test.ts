import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseAmount, parseCount, parsePictures } from '../../../server/cli/import/cells.ts';
import { createFaultReport } from '../../../server/cli/reports/faults.ts';
import { ProductRecord, parseRecord } from '../../../server/modules/catalogue/product-record.rules.ts';
import { cleanCell, cleanValue, toPlainText } from '../../../server/modules/catalogue/product-text.rules.ts';
import { readAll, textIn } from './reading.ts';

describe('descriptions', () => {
  test.each([
    ['<p>before</p><img src="data:image/png;base64,AAAA" alt="a > b"><p>after</p>', 'before\nafter'],
    ['<style>p { color: red }\n.a > b {}</style>words<script>if (a < b) c()</script>', 'words'],
    [
      '<table><tr><th>Weight</th><td>154 g</td></tr><tr><td>RAM</td><td>8 GB</td></tr></table>',
      'Weight | 154 g\nRAM | 8 GB',
    ],
    ['one<br>two<hr/>three<div>four</div>five', 'one\ntwo\nthree\nfour\nfive'],
    ['<dl><dt>Colour</dt><dd>Red</dd></dl>', 'Colour\nRed'],
    ['&Eacute;cran 10 k&Omega; &frac12; &#x2122;', 'Écran 10 kΩ ½ ™'],
    ['<svg><title>icon</title><path d="M0"/></svg>words', 'words'],
    ['soft\u00adhyphen and\u200b zero\u00a0width', 'softhyphen and zero width'],
  ])('X75: extracts the text of %s', (html, words) => {
    expect(toPlainText(html)).toBe(words);
  });

  test('X75: never leaks a picture, style or tag from any place in a long text', () => {
    const junk = fc.constantFrom(
      `<img alt="x > y" src="data:image/png;base64,${'QUJD'.repeat(20_000)}">`,
      `<style>${'.qq > li { color: red } '.repeat(4_000)}</style>`,
      '<script>const qq = "</p>" + QUJD;</script>',
      '<!-- qq -->',
    );
    const word = fc.constantFrom('battery', 'screen', 'charger');
    fc.assert(
      fc.property(fc.array(fc.tuple(junk, word), { minLength: 1, maxLength: 6 }), (parts) => {
        const html = parts.map(([noise, real]) => `${noise}<p>${real}</p>`).join('');
        expect(toPlainText(html)).toBe(parts.map(([, real]) => real).join('\n'));
      }),
      { numRuns: 30 },
    );
  });

  test('X75: reads a cell of 227 KB and reports that it is shortened', async () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(227_000)}">`;
    const long = 'word '.repeat(3_000);
    const head = 'Handle,Title,Body (HTML),Variant Price\n';
    const { products, faults, notes } = await readAll(
      textIn(50_000, `${head}a,A,"${picture.replaceAll('"', '""')}real",100\nb,B,${long},100\n`),
    );
    expect(faults).toEqual([]);
    expect(products[0]?.description).toBe('real');
    expect(notes).toEqual(['3: column 3 (Body (HTML)): is shortened from 14,999 to 9,995 characters']);
    expect(products[1]?.description).toMatch(/word…$/);
  });
});

describe('unclosed descriptions', () => {
  test.each([
    ['iframe', 'Film: <iframe src="x" />words'],
    ['style', 'Film: <style>p { color: red }<p>words</p>'],
    ['script', 'Film: <script src="x"/>words'],
    ['noscript', 'Film: <noscript><svg></svg>words'],
    ['title', 'Film: <svg><title>words</svg>words'],
    ['!--', 'Film: <!-- words <p>words</p>'],
    ['a', 'Film: <a href="x>words</a> words'],
    ['b', 'Film: a <b words'],
    ['b', 'Film: a <b'],
    [null, 'Film: <iframe src="x" />'],
    [null, 'Film: <iframe src="x"></iframe> <svg/> <style> p {} </style> <!-- x --> <p>words'],
    [null, 'Film: 3 < 4, <5'],
  ])('X75: reports that the text after <%s is left out: %s', (tag, html) => {
    const outcome = parseRecord({ name: 'A', price: 1, description: html });
    const lost = tag === null ? [] : [tag];
    expect(outcome).toMatchObject({
      product: { description: expect.stringMatching(/^Film/) as string },
      notes: lost.map((name) => ({
        field: 'description',
        reason: `is cut: '<${name}' is never closed, so the text after it was left out`,
      })),
    });
  });
});

describe('names and values', () => {
  test('X79: normalizes a name in every field of every format', async () => {
    const raw = 'Black &amp;\u200b  Decker&nbsp;&Eacute;';
    const clean = 'Black & Decker É';
    const outcome = parseRecord({
      name: raw,
      brand: raw,
      categories: [raw, { name: raw }],
      price: 1,
      specifications: { [raw]: raw },
      options: [{ name: raw, value: raw }],
    });
    expect(outcome).toMatchObject({
      product: {
        name: clean,
        brand: clean,
        categories: [clean, clean],
        specifications: [{ name: clean, value: clean }],
        options: [{ name: clean, value: clean }],
      },
    });
    expect(cleanCell('AT&T &lt;b&gt; &unknown;')).toBe('AT&T <b> &unknown;');
  });

  test.each([
    ['8 GB', ['8GB', '8 GB', '8gb', '8\u00a0Gb', '８ＧＢ'.normalize('NFKC')]],
    ['10 µF', ['10µF', '10 μF', '10μf', '10 &micro;F', '10uF']],
    ['4.7 kΩ', ['4.7kΩ', '4.7 k\u2126', '4.7 k&Omega;']],
    ['5000 mAh', ['5000mAh', '5000 MAH', '5000 mah']],
    ['8 GB RAM + 256 GB', ['8GB RAM + 256gb', '8 gb RAM + 256 GB']],
    ['5G', ['5G', '5g', '５ｇ'.normalize('NFKC')]],
    ['4G, 5G', ['4g, 5g', '4G, 5G']],
    ['5 g', ['5 g', '5 grams']],
    ['6.5 inches', ['6.5 inch', '6.5 inches', '6.5 in', '6.5"', '6.5”', '6.5″', "6.5''", '6.5 &quot;', '6.5Inches']],
    ['2 in 1', ['2 in 1']],
    ['Redmi 9A', ['Redmi 9A']],
    ['2 A', ['2 amps', '2 Amp']],
    ['100 W', ['100Watts', '100w', '100 watt']],
    ['10 kg', ['10Kgs', '10 KG', '10 kilos']],
    ['1.5 L', ['1.5l', '1.5 Litres', '1.5 lts', '1.5 liters']],
    ['144 Hz', ['144hertz', '144 HZ']],
    ['50 MP', ['50 megapixels', '50mp']],
    ['4K', ['4K']],
    ['Bluetooth 5.3', ['Bluetooth 5.3']],
    ['154 g', ['154g', '154 g']],
  ])('X79: normalizes spellings to the filter value %s', (value, spellings) => {
    expect(spellings.map(cleanValue)).toEqual(spellings.map(() => value));
  });
});

describe('cells', () => {
  const auto = { decimal: null, isConverted: false } as const;
  test.each([
    ['1234', 1234],
    ['1234.5', 1234.5],
    ['1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1.234.567', 1_234_567],
    ['1234,50', 1234.5],
    ['1 234,50', 1234.5],
    ['1,234', 1234],
    ['0.500', 0.5],
    ['KSh 1,234', 1234],
    ['Kshs. 500/=', 500],
    ['Ksh12,500', 12_500],
    ['KES12500', 12_500],
    ['12,500ksh', 12_500],
    ['sh500', 500],
    ['Sh. 500', 500],
    ['K.Sh 12,500', 12_500],
    ['KSh.12,500/-', 12_500],
    ['1,500 bob', 1_500],
    ['1,234 KES', 1234],
    ['１２３４', 1234],
  ])('X85: reads the price %s', (text, amount) => {
    expect(parseAmount(text, auto)).toEqual({ amount });
  });

  test('X85: rejects an ambiguous, foreign or invalid price and explains what to do', () => {
    expect(parseAmount('1.234', auto)).toEqual({
      reason: "'1.234' can mean 1234 or 1.234: add --decimal comma or --decimal point",
    });
    expect(parseAmount('1.234', { ...auto, decimal: 'comma' })).toEqual({ amount: 1234 });
    expect(parseAmount('1.234', { ...auto, decimal: 'point' })).toEqual({ amount: 1.234 });
    for (const text of ['$12.99', '€ 12', 'USD 12', '12 eur', 'US$ 5', 'USD12', '12eur', 'bob 5'])
      expect(parseAmount(text, auto)).toEqual({
        reason: `'${text}' is in another currency: add --rate with the shillings of one unit`,
      });
    expect(parseAmount('$12.99', { ...auto, isConverted: true })).toEqual({ amount: 12.99 });
    for (const text of ['x', '-5', '1,23,4', '1.2.3', '12,345,6'])
      expect(parseAmount(text, auto)).toEqual({ reason: `'${text}' is not an amount like 1234.50` });
  });

  test('X85: reads quantities', () => {
    expect(['7', '1,200', '3.0000', '-2', '4,5', '1 200', 'many'].map(parseCount)).toEqual([
      7,
      1200,
      3,
      0,
      4,
      1200,
      null,
    ]);
  });

  test('X85: keeps commas in the URL of a picture', () => {
    const [one, other] = ['https://cdn.test/w_1,h_2/a.jpg', 'https://cdn.test/b.jpg'];
    for (const text of [
      `${one}, ${other}`,
      `${one},${other}`,
      `${one.replaceAll(',', '\\,')}, ${other}`,
      `${one} | ${other}`,
    ])
      expect(parsePictures(text)).toEqual([one, other]);
    expect(parsePictures('a.jpg, b.jpg,c.jpg')).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
  });
});

describe('error messages for a wrong line', () => {
  test('X85: describe every field in the words of the file, never of the program', () => {
    const wrong = [
      true,
      5,
      -1,
      1.5,
      1e300,
      Number.NaN,
      '',
      ' ',
      'x'.repeat(3_000),
      {},
      { a: 1 },
      [],
      [[]],
      [5],
      [{ name: 5 }],
    ];
    for (const given of [
      5,
      null,
      'x',
      [],
      undefined,
      ...Object.keys(ProductRecord.entries).flatMap((field) =>
        wrong.map((value) => ({ name: 'A', price: 100, [field]: value })),
      ),
    ]) {
      const outcome = parseRecord(given);
      if ('fault' in outcome)
        expect(outcome.fault.reason, JSON.stringify(given)).not.toMatch(
          /invalid|expected|received|undefined|\bnull\b|Object|Array|string|NaN/,
        );
    }
    expect(v.parse(ProductRecord, { name: 'A', price: 1 })).toMatchObject({
      isActive: true,
      isNewArrival: false,
      isFeatured: false,
    });
  });

  test('X85: report the same error of one product once, with its lines', () => {
    const said: string[] = [];
    const report = createFaultReport('f.csv', (text) => said.push(text));
    for (const line of [5, 6, 7, 9, 12, 13])
      report.add(line, { field: 'column 2 (Price)', reason: 'is missing' }, 'Spark');
    report.add(14, { field: 'column 3 (Sale)', reason: 'is missing' }, 'Spark');
    report.add(15, { field: '', reason: 'has no name' }, '');
    report.add(16, { field: '', reason: 'has no name' }, '');
    report.end();
    expect(said).toEqual([
      'f.csv, lines 5 to 7, 9, 12 and 13 (Spark), column 2 (Price): is missing',
      'f.csv, line 14, column 3 (Sale): is missing',
      'f.csv, line 15: has no name',
      'f.csv, line 16: has no name',
    ]);
  });
});
