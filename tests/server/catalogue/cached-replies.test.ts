// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFacets, listProducts } from '../../../contract/catalogue.ts';
import { products } from '../../../server/db/schema.ts';
import { createHandlers } from '../../../server/composition.ts';
import { parseRequest } from '../../../server/http/request.ts';
import { sumParts, takeCommonest, toSlices } from '../../../server/modules/catalogue/facets.rules.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000' } });
  const first = await addProduct(shop, { slug: 'p-0', specifications: [{ name: 'RAM', value: '4 GB' }] });
  const other = await addProduct(shop, { slug: 'p-1', brand: 'lg', specifications: [{ name: 'RAM', value: '8 GB' }] });
  await addProducts(
    shop,
    Array.from({ length: 3_200 }, (_, at) => {
      const id = randomUUID();
      return { ...(at % 3 === 0 ? other : first), id, slug: id, price: 1_000 + at };
    }),
  );
});
afterAll(() => shop.close());

/** Of every call whose reply is kept, requests that ask for the same. */
const SAME: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  '/products': [
    { brand: 'lg,tecno', page: '1' },
    { brand: ' tecno,lg,lg', page: '1', activeOnly: 'true' },
    { page: '1', brand: 'tecno,lg', utm_source: 'x', fbclid: 'y', nothing: 'z', rating: '4', limit: '12' },
  ],
  '/products/facets': [
    { search: 'Phone' },
    { search: ' phone', sortBy: 'price_low', page: '9', limit: '48', nobodysKey: '7' },
  ],
  '/products/price-range': [{ brand: 'lg' }, { brand: 'lg,lg', whatever: '1' }],
  '/products/slug/:slug': [{ slug: 'p-0' }],
  '/products/:idOrSlug': [{ idOrSlug: 'p-0' }],
  '/categories': [{}, { status: 'active' }],
  '/brands': [{}],
  '/banners': [{}],
  '/deals/flash': [{}],
  '/orders/frequently-bought': [{}, { limit: '8' }],
};

test('X57: it keeps every reply under what was asked, so no unknown parameter passes what is kept', async () => {
  const kept = createHandlers(shop.deps, shop.services).flatMap(({ endpoint, kept: how }) =>
    how ? [{ endpoint, how }] : [],
  );
  expect(kept.map(({ endpoint }) => endpoint.path).sort()).toEqual(Object.keys(SAME).sort());
  for (const { endpoint, how } of kept) {
    const asked = await Promise.all(
      (SAME[endpoint.path] ?? []).map((request) => how.toRequest(parseRequest(endpoint.request, request) as never)),
    );
    for (const one of asked) expect(JSON.stringify(one), endpoint.path).toBe(JSON.stringify(asked[0]));
  }
});

test('X57: it asks the database once for a list that is asked for with ever other parameters, long ones too', async () => {
  const total = async (more: string) => {
    const reply = await shop.app.inject({ url: `/api/products?brand=lg&${more}` });
    return reply.json<{ data: { pagination: { total: number } } }>().data.pagination.total;
  };
  const before = await total('');
  await addProduct(shop, { brand: 'lg' });
  for (const more of ['a=1', 'a=2', 'zz=1&b=2', `long=${'x'.repeat(150)}`]) expect(await total(more)).toBe(before);
  shop.clock.advance(1_001);
  expect(await total('a=1')).toBe(before + 1);
});

test('X57: facets that are counted part by part are those of the whole', async () => {
  shop.clock.advance(2_000);
  const { body: whole } = await shop.call(getFacets, {});
  const all = await shop.db.sql.$count(products);
  expect(all).toBeGreaterThan(3_200);
  for (const everything of [
    { minPrice: 1, maxPrice: 9_999_999 },
    { search: 'phone' },
    { search: 'phone', minPrice: 1 },
  ]) {
    const { body: parts } = await shop.call(getFacets, everything);
    expect(parts.data).toEqual(whole.data);
    expect(parts.data.brands.reduce((sum, { productCount }) => sum + (productCount ?? 0), 0)).toBe(all);
  }
});

test('X57: one address may have only so many filters counted anew in a minute; lists and others go on', async () => {
  const own = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000', RATE_LIMIT_FACTOR: '0.05' } });
  const ask = async (query: Record<string, number>, ip = '203.0.113.7') =>
    (await own.call(getFacets, query, { ip })).status;
  // A twentieth of 240.
  for (let at = 0; at < 12; at += 1) expect(await ask({ minPrice: at })).toBe(200);
  expect(await ask({ minPrice: 12 })).toBe(429);
  expect(await ask({ minPrice: 12 }, '203.0.113.8')).toBe(200);
  // What is kept or counted already is for everybody.
  expect(await ask({ minPrice: 12 })).toBe(200);
  expect(await ask({})).toBe(200);
  expect((await own.call(listProducts, { minPrice: 7 }, { ip: '203.0.113.7' })).status).toBe(200);
  await own.close();
});

test('X57: the parts of a catalogue leave nothing out, count nothing twice, and are as many as are needed', () => {
  for (const chosen of [0, 1_500, 1_501, 30_000, 1_000_000]) {
    const parts = toSlices(chosen);
    expect(parts[0]?.from).toBe('00000000-0000-0000-0000-000000000000');
    expect(parts.at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff');
    for (const [at, { from }] of parts.slice(1).entries())
      expect(parseInt(from.slice(0, 2), 16)).toBe(parseInt(parts[at]?.to.slice(0, 2) ?? '', 16) + 1);
  }
  expect([4_000, 4_001, 30_000, 1_000_000].map((chosen) => toSlices(chosen).length)).toEqual([1, 2, 8, 64]);
  const sum = sumParts(
    [
      [{ id: 'a', products: 1 }],
      [
        { id: 'a', products: 2 },
        { id: 'b', products: 1 },
      ],
    ],
    ({ id }) => id,
  );
  expect(sum).toEqual([
    { id: 'a', products: 3 },
    { id: 'b', products: 1 },
  ]);
});

test('X57: of names and values the commonest are shown, 20 and 40', () => {
  const many = Array.from({ length: 21 * 41 }, (_, at) => ({
    name: `n${Math.floor(at / 41)}`,
    value: `v${at % 41}`,
    products: at === 0 ? 1 : 2,
  }));
  const shown = takeCommonest(many);
  expect(shown).toHaveLength(20 * 40);
  expect(shown.some(({ name, value }) => name === 'n0' && value === 'v0')).toBe(false);
  expect(new Set(shown.map(({ name }) => name)).has('n0')).toBe(false);
});
