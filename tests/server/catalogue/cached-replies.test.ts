// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFacets, listProducts } from '../../../contract/catalogue.ts';
import { products } from '../../../server/db/schema.ts';
import { createHandlers } from '../../../server/handlers.ts';
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

/** For every call with a cached reply: requests that mean the same. */
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

test('X57: caches every reply under its known parameters, so unknown parameters cannot bypass the cache', async () => {
  const kept = createHandlers(shop.deps, shop.services).flatMap(({ endpoint, kept: how }) =>
    how ? [{ endpoint, how }] : [],
  );
  expect(kept.map(({ endpoint }) => endpoint.path).sort()).toEqual(Object.keys(SAME).sort());
  for (const { endpoint, how } of kept) {
    const asked = await Promise.all(
      (SAME[endpoint.path] ?? []).map(async (request) =>
        how.toRequest(parseRequest(endpoint.request, request) as never),
      ),
    );
    for (const one of asked) expect(JSON.stringify(one), endpoint.path).toBe(JSON.stringify(asked[0]));
  }
});

test('X57: queries the database once for a list with changing unknown parameters, also long ones', async () => {
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

test('X57: facets counted in slices equal those of the whole catalogue', async () => {
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

test('X57: limits how many filters an address can have counted a minute, and nothing else', async () => {
  const own = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000', RATE_LIMIT_FACTOR: '0.05' } });
  const ask = async (query: Record<string, number>, ip = '203.0.113.7') =>
    (await own.call(getFacets, query, { ip })).status;
  // A twentieth of 240.
  for (let at = 0; at < 12; at += 1) expect(await ask({ minPrice: at })).toBe(200);
  expect(await ask({ minPrice: 12 })).toBe(429);
  expect(await ask({ minPrice: 12 }, '203.0.113.8')).toBe(200);
  // Cached and precounted replies are free for all addresses.
  expect(await ask({ minPrice: 12 })).toBe(200);
  expect(await ask({})).toBe(200);
  expect((await own.call(listProducts, { minPrice: 7 }, { ip: '203.0.113.7' })).status).toBe(200);
  await own.close();
});

test('X57: slices of a catalogue leave nothing out, do not overlap, and are as many as needed', () => {
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

test('X57: shows the 20 most common names with their 40 most common values', () => {
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
