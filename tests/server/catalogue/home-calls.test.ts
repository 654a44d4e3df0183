// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  listBanners,
  listBrands,
  listCategories,
  listFlashDeals,
  listFrequentlyBought,
} from '../../../contract/catalogue.ts';
import { createOrder, listMyOrders } from '../../../contract/orders.ts';
import { shop as config } from '../../../contract/shop.config.ts';
import { banners } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, inMs } from './products.ts';
import { orderDraft } from '../../support/samples/checkout.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp();
  return () => shop.close();
});

describe('§7 GET /deals/flash', () => {
  test('A3, A43: lists the running deals, newest product first', async () => {
    const soon = inMs(shop, 30_000);
    const deal = (slug: string, createdMs: number, flashEndsAt: Date, more = {}) =>
      addProduct(shop, {
        slug,
        price: 2000,
        flashPrice: 900,
        flashEndsAt,
        createdAt: inMs(shop, createdMs),
        ...more,
      });
    await deal('old', -2, inMs(shop, 60_000));
    await deal('new', -1, soon);
    await deal('over', 0, shop.clock.now());
    await deal('gone', 0, inMs(shop, 60_000), { isActive: false });
    await addProduct(shop, { slug: 'plain' });
    const deals = async () => (await shop.call(listFlashDeals, {})).body.data.flashDeals;
    expect((await deals()).map(({ product }) => product.slug)).toEqual(['new', 'old']);
    expect((await deals())[0]).toMatchObject({
      flashPrice: 900,
      flashEndsAt: soon.toISOString(),
      product: { finalPrice: 900, isFlashDeal: true, originalPrice: 2000 },
    });
    shop.clock.advance(30_000);
    expect((await deals()).map(({ product }) => product.slug)).toEqual(['old']);
  });
});

describe('§7 GET /banners', () => {
  const add = (title: string, more: Partial<typeof banners.$inferInsert> = {}) =>
    shop.db.sql.insert(banners).values({ id: randomUUID(), title, ...more });
  const told = async (query = {}) => (await shop.call(listBanners, query)).body.data.banners;

  test('§3: lists the active banners of a position in their order', async () => {
    await add('second', { sortOrder: 2 });
    await add('first', {
      sortOrder: 1,
      subtitle: 'S',
      buttonText: 'Shop',
      link: '/products?category=tvs',
      image: '/media/a-1',
    });
    await add('hidden', { isActive: false });
    await add('aside', { position: 'sidebar', sortOrder: 3 });
    const [first, ...others] = await told({ position: 'hero' });
    expect(first).toEqual({
      _id: expect.any(String) as string,
      title: 'first',
      subtitle: 'S',
      buttonText: 'Shop',
      link: '/products?category=tvs',
      image: '/media/a-1',
      position: 'hero',
    });
    expect(others).toMatchObject([{ title: 'second', link: null, image: null }]);
    expect((await told()).map(({ title }) => title)).toEqual(['first', 'second', 'aside']);
    expect(await told({ position: 'nowhere' })).toEqual([]);
  });

  test('D20: omits an unsafe link', async () => {
    await add('bad', { link: 'javascript:alert(1)' });
    await add('other', { link: 'https://example.com/tvs', sortOrder: 1 });
    expect((await told()).map(({ link }) => link)).toEqual([null, 'https://example.com/tvs']);
  });

  test('§3: lists banners of the same order by their ids', async () => {
    const ids = [3, 1, 4, 2].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
    for (const id of ids) await add('Same', { id });
    expect((await told({ position: 'hero' })).map(({ _id }) => _id)).toEqual(ids.toSorted());
  });

  test('no more than a shopper could see', async () => {
    for (let index = 0; index < 25; index += 1) await add(`Banner ${index}`);
    expect(await told({ position: 'hero' })).toHaveLength(20);
  });
});

describe('§7 GET /brands', () => {
  test('§3: lists brands with products, those with most products first', async () => {
    for (const brand of ['lg', 'sony', 'sony', 'acer']) await addProduct(shop, { brand });
    await addProduct(shop, { brand: 'gone', isActive: false });
    const brands = async (query = {}) =>
      (await shop.call(listBrands, query)).body.data.brands.map(({ slug, productCount }) => [slug, productCount]);
    expect(await brands()).toEqual([
      ['sony', 2],
      ['acer', 1],
      ['lg', 1],
    ]);
    expect(await brands({ limit: 1 })).toEqual([['sony', 2]]);
  });
});

describe('§7 GET /orders/frequently-bought', () => {
  const bought = async (limit?: number) =>
    (await shop.call(listFrequentlyBought, limit === undefined ? {} : { limit })).body.data.products.map(
      ({ slug }) => slug,
    );

  async function order(product: Awaited<ReturnType<typeof addProduct>>, quantity: number) {
    const { token } = await shop.signIn();
    const price = product.price * quantity;
    const { status } = await shop.call(
      createOrder,
      orderDraft({
        orderItems: [{ product: product.id, name: product.name, quantity, price: product.price, image: '' }],
        itemsPrice: price,
        totalPrice: price,
      }),
      { token, headers: { 'idempotency-key': randomUUID() } },
    );
    expect(status).toBe(200);
  }

  test('A40: its route and /orders/my are not read as an order id, and only it is public', async () => {
    const { token } = await shop.signIn();
    for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
      const reply = await shop.app.inject({ url: '/api/orders/frequently-bought', headers });
      expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(reply.json()).toEqual({ success: true, data: { products: [] } });
    }
    expect((await shop.call(listMyOrders, {}, { token })).body.data).toEqual({ orders: [] });
    expect((await shop.call(listMyOrders, {})).status).toBe(401);
  });

  test('A12, A40: sorts by pieces sold, then by newest; 8 by default, at most 48', async () => {
    const added = [];
    for (let index = 0; index < 10; index += 1)
      added.push(await addProduct(shop, { slug: `p${index}`, stock: 50, createdAt: inMs(shop, -index * 1000) }));
    const [, p1, p2, , , , , , , p9] = added;
    if (p1 === undefined || p2 === undefined || p9 === undefined) throw new Error('not added');
    await order(p9, 3);
    await order(p2, 1);
    await order(p2, 1);
    expect(await bought(5)).toEqual(['p9', 'p2', 'p0', 'p1', 'p3']);
    expect(await bought()).toHaveLength(8);
    expect(await bought(0)).toEqual(['p9']);
    expect(await bought(999)).toHaveLength(10);
    // Recalculated once a minute.
    await order(p1, 20);
    expect(await bought(1)).toEqual(['p9']);
    shop.clock.advance(60_000);
    expect(await bought(2)).toEqual(['p1', 'p9']);
    shop.clock.advance(90 * 86_400_000);
    expect(await bought(1)).toEqual(['p0']);
  });
});

describe('A60: popular tags', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await createTestApp();
  });
  afterAll(() => own.close());

  test('A60: lists only tags that find a product', async () => {
    const tags = async () => (await own.call(listCategories, {})).body.data.tags;
    expect(await tags()).toEqual([]);
    const tag = config.popularTags[1];
    await addProduct(own, { name: `Fine ${tag}` });
    own.clock.advance(60_000);
    // The product's category is called Phones.
    expect(await tags()).toEqual(['Phones', tag]);
  });
});
