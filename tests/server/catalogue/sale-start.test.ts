// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCart } from '../../../contract/cart.ts';
import {
  getFacets,
  getPriceRange,
  getProduct,
  getProductBySlug,
  listFlashDeals,
  listProducts,
} from '../../../contract/catalogue.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, inMs } from './products.ts';

const HOUR = 3_600_000;
let shop: TestApp;
const ids = new Map<string, string>();

beforeAll(async () => {
  shop = await createTestApp();
  const sales = {
    later: { flashStartsAt: inMs(shop, HOUR), flashEndsAt: inMs(shop, 3 * HOUR) },
    'later-for-good': { flashStartsAt: inMs(shop, HOUR), flashEndsAt: null },
    'on-until': { flashStartsAt: inMs(shop, -HOUR), flashEndsAt: inMs(shop, 3 * HOUR) },
    over: { flashStartsAt: inMs(shop, -2 * HOUR), flashEndsAt: inMs(shop, -HOUR) },
    dateless: { flashStartsAt: null, flashEndsAt: null },
  };
  for (const [slug, sale] of Object.entries(sales)) {
    const { id } = await addProduct(shop, { slug, price: 1000, flashPrice: 800, category: 'sale', ...sale });
    ids.set(slug, id);
  }
});
afterAll(() => shop.close());

/** Returns the current price of each product. All calls that return a price must agree. */
async function chargedNow(): Promise<Record<string, number>> {
  const found = (await shop.call(listProducts, { category: 'sale' })).body.data.products;
  const prices = Object.fromEntries(found.map(({ slug, finalPrice }) => [slug, finalPrice ?? 0]));
  for (const [slug, id] of ids) {
    const price = prices[slug] ?? 0;
    expect((await shop.call(getProductBySlug, { slug })).body.data.product.finalPrice, slug).toBe(price);
    expect((await shop.call(getProduct, { idOrSlug: id })).body.data.product.finalPrice, slug).toBe(price);
    const items = [{ product: id, quantity: 1, price }];
    expect((await shop.call(checkCart, { items })).body.data.lines[0]?.now, slug).toBe(price);
    const cheap = (await shop.call(listProducts, { category: 'sale', maxPrice: 900 })).body.data.products;
    expect(
      cheap.some((it) => it.slug === slug),
      slug,
    ).toBe(price <= 900);
  }
  const sorted = (await shop.call(listProducts, { category: 'sale', sortBy: 'price_low' })).body.data.products;
  const inOrder = sorted.map(({ finalPrice }) => finalPrice ?? 0);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  const cheapest = Math.min(...Object.values(prices));
  expect((await shop.call(getPriceRange, { category: 'sale' })).body.data).toMatchObject({ minPrice: cheapest });
  const counted = (await shop.call(getFacets, { category: 'sale', maxPrice: 900 })).body.data.brands;
  expect(counted[0]?.productCount ?? 0).toBe(Object.values(prices).filter((price) => price <= 900).length);
  return prices;
}

const deals = async () =>
  (await shop.call(listFlashDeals, {})).body.data.flashDeals.map(({ product }) => product.slug).toSorted();

describe('a sale with a start', () => {
  test('X73: charges the full price before the start, and the same lower price in all calls from then on', async () => {
    expect(await chargedNow()).toEqual({
      later: 1000,
      'later-for-good': 1000,
      'on-until': 800,
      over: 1000,
      dateless: 1000,
    });
    expect(await deals()).toEqual(['on-until']);
    shop.clock.advance(HOUR);
    expect(await chargedNow()).toEqual({
      later: 800,
      'later-for-good': 800,
      'on-until': 800,
      over: 1000,
      dateless: 1000,
    });
    expect(await deals()).toEqual(['later', 'on-until']);
    shop.clock.advance(2 * HOUR);
    expect(await chargedNow()).toEqual({
      later: 1000,
      'later-for-good': 800,
      'on-until': 1000,
      over: 1000,
      dateless: 1000,
    });
    expect(await deals()).toEqual([]);
  });

  test('X73: shows a sale without an end as a lower price, not as a flash deal', async () => {
    const { product } = (await shop.call(getProductBySlug, { slug: 'later-for-good' })).body.data;
    expect(product).toMatchObject({
      price: 800,
      finalPrice: 800,
      originalPrice: 1000,
      discount: 20,
      isFlashDeal: false,
      flashEndsAt: null,
    });
  });
});
