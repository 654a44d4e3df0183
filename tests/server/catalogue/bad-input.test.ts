// @engine postgres
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  await addProduct(shop, { name: 'Kettle', specifications: [{ name: 'RAM', value: '8 GB' }] });
});
afterAll(() => shop.close());

const PATHS = [
  '/products',
  '/products/facets',
  '/products/price-range',
  '/banners',
  '/brands',
  '/deals/flash',
  '/orders/frequently-bought',
  '/categories',
];
const KEYS = [
  'category',
  'brand',
  'search',
  'minPrice',
  'maxPrice',
  'sortBy',
  'page',
  'limit',
  'featured',
  'activeOnly',
  'deals',
  'RAM',
  'spec.page',
  'status',
  'position',
  '__proto__',
  'constructor',
  'toString',
  'a[b]',
  '',
  '\u0000',
];
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  'NaN',
  'Infinity',
  '1.5',
  'true',
  'null',
  '[]',
  '{}',
  '8 GB',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '\u0000',
  '\u0007',
  '\u{10ffff}',
  '😀',
  'é'.normalize('NFD'),
  ',,,',
  '-',
  "' or 1=1 --",
  "fridge' & !x:*A",
  '<->',
  '(((',
  ':*',
  'kettel',
  'a b c d e f g h i j k l',
  'İ',
  'ﬀ',
  '½ ㎏',
  'x'.repeat(200),
  'x '.repeat(100),
  'x'.repeat(5_000),
  `${'ab '.repeat(66)}`,
  'a,'.repeat(250),
];

/** Repeated and unknown keys, raw or encoded, also with lone surrogates and broken escapes. */
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...KEYS),
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...VALUES).map(encodeURIComponent) },
        { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }).map(encodeURIComponent) },
        { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '%ed%a0%80', '%ff', '+', '&&', '=') },
      ),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => pairs.map(([key, value]) => `${encodeURIComponent(key)}=${value}`).join('&'));

test.each(PATHS)("Bad input: any query string of %s gets a reply, or a 400 with the field's name", async (path) => {
  await fc.assert(
    fc.asyncProperty(query, async (text) => {
      const { statusCode, body } = await shop.app.inject(`/api${path}?${text}`);
      const seen = `${statusCode} ${body.slice(0, 200)} for ${text.slice(0, 300)}`;
      const reply = JSON.parse(body) as { success: boolean; message?: string };
      expect([200, 400].includes(statusCode), seen).toBe(true);
      expect(reply.success === (statusCode === 200), seen).toBe(true);
      if (statusCode === 400) expect(reply.message, seen).toBeTruthy();
    }),
    { numRuns: 150 },
  );
});

test("Bad input: any text in the search box gets suggestions, or a 400 with the field's name", async () => {
  const text = fc.oneof(
    fc.constantFrom(...VALUES),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (search) => {
      const asked = new URLSearchParams({ search, limit: '8', activeOnly: 'true' }).toString();
      const { statusCode, body } = await shop.app.inject(`/api/products?${asked}`);
      const seen = `${statusCode} ${body.slice(0, 200)} for ${JSON.stringify(search.slice(0, 300))}`;
      expect([200, 400].includes(statusCode), seen).toBe(true);
      if (statusCode === 400) expect(JSON.parse(body), seen).toHaveProperty('fields.search');
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['search', 'x'.repeat(5_000)],
  ['category', 'x'.repeat(5_000)],
  ['RAM', 'x'.repeat(5_000)],
])('Bad input: 5,000 characters in %s', async (key, value) => {
  for (const path of ['/products', '/products/facets']) {
    const { statusCode } = await shop.app.inject(`/api${path}?${key}=${value}`);
    expect(statusCode).toBe(key === 'RAM' ? 200 : 400);
  }
});

test.each(['(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$', '(x|xx)*y', '\\', '%', '.*', "' or 1=1 --"])(
  'Vendure CVE-2026-63460, CVE-2026-40887: treats %j in a search as plain text and rejects 10 kB of it',
  async (signs) => {
    const search = (text: string) => shop.app.inject(`/api/products?search=${encodeURIComponent(text)}`);
    const found = await search(`${signs} ${'a'.repeat(40)}!`);
    expect([found.statusCode, found.json<{ data: { products: unknown[] } }>().data.products]).toEqual([200, []]);
    const long = await search(signs.repeat(10_240 / signs.length + 1));
    expect([long.statusCode, long.json<{ fields: object }>().fields]).toEqual([400, { search: 'Invalid value' }]);
  },
);

test('A57, A10: handles excessive pages and limits', async () => {
  for (const page of ['100000', '-1', '0', '1e99', '99999999999999999999']) {
    for (const more of ['', '&search=kettle', '&category=phones&sortBy=price_low', '&RAM=8+GB']) {
      const { statusCode } = await shop.app.inject(`/api/products?page=${page}&limit=48${more}`);
      expect(statusCode).toBe(page === '100000' ? 200 : 400);
    }
  }
});
