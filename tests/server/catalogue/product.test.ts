// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getProduct, getProductBySlug } from '../../../contract/catalogue.ts';
import { productStock } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from './products.ts';

let shop: TestApp;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
  product = await addProduct(shop, {
    slug: 'galaxy',
    name: 'Galaxy',
    description: 'A <b>phone</b>',
    specifications: [{ name: 'RAM', value: '8 GB' }],
    stock: 9,
    brand: 'samsung',
  });
});
afterAll(() => shop.close());

test('A1: returns a product by id, by slug and by the slug path', async () => {
  const byId = await shop.call(getProduct, { idOrSlug: product.id });
  expect(byId.body.data.product).toMatchObject({
    _id: product.id,
    slug: 'galaxy',
    description: 'A <b>phone</b>',
    images: product.images,
    stock: 9,
    category: { name: 'Phones', slug: 'phones' },
    brand: { name: 'Samsung', slug: 'samsung', logo: null },
    specifications: [{ name: 'RAM', value: '8 GB' }],
  });
  expect((await shop.call(getProduct, { idOrSlug: 'galaxy' })).body.data).toEqual(byId.body.data);
  expect((await shop.call(getProduct, { idOrSlug: product.id.toUpperCase() })).body.data).toEqual(byId.body.data);
  expect((await shop.call(getProductBySlug, { slug: 'galaxy' })).body.data).toEqual(byId.body.data);
});

test('A1: finds a slug that looks like an id, and the slug "slug"', async () => {
  const odd = await addProduct(shop, { slug: '00000000-0000-4000-8000-000000000000' });
  expect((await shop.call(getProduct, { idOrSlug: odd.slug })).body.data.product._id).toBe(odd.id);
  const slug = await addProduct(shop, { slug: 'slug' });
  expect((await shop.call(getProduct, { idOrSlug: 'slug' })).body.data.product._id).toBe(slug.id);
});

test('D11: stock excludes reserved pieces', async () => {
  const reserved = await addProduct(shop, { slug: 'reserved', stock: 7 });
  await shop.db.sql.update(productStock).set({ reserved: 3 });
  expect((await shop.call(getProduct, { idOrSlug: reserved.id })).body.data.product.stock).toBe(4);
});

test('§8: returns 404 for a missing or inactive product', async () => {
  await addProduct(shop, { slug: 'gone', isActive: false });
  for (const idOrSlug of ['nothing', 'gone', '11111111-1111-4111-8111-111111111111', '../etc/passwd', '%00']) {
    const { status, body } = await shop.call(getProduct, { idOrSlug });
    expect([status, body.message]).toEqual([404, 'Product not found']);
  }
  expect((await shop.call(getProductBySlug, { slug: 'gone' })).status).toBe(404);
});

test('H15: returns 404 for characters that no slug has', async () => {
  expect((await shop.call(getProduct, { idOrSlug: '\u0000' })).status).toBe(404);
  expect((await shop.call(getProductBySlug, { slug: 'a\u0007b' })).status).toBe(404);
});
