// @engine pglite
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { listProducts } from '../../contract/catalogue.ts';
import { canReview, listReviews, writeReview } from '../../contract/reviews.ts';
import { getGoods, readDemo } from '../../demo/data.ts';
import { catalogue } from '../../demo/seeds/0001-catalogue.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { demoReviews } from '../../demo/seeds/0006-reviews.ts';
import { demoOrders } from '../../demo/orders.ts';
import { seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { products, reviews } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { addProduct } from '../server/catalogue/products.ts';

const demo = readDemo();
const seeds = getSeeds(demo);
const NOW = new Date(Date.UTC(2026, 10, 22));

describe('the demo shop', () => {
  let shop: TestApp;
  let token: string;

  beforeAll(async () => {
    shop = await createTestApp();
    await seed(shop.deps, seeds);
    const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
    token = 'token' in body.data ? body.data.token : '';
  });
  afterAll(() => shop.close());

  test('U15: every card shows the rating and count of its reviews', async () => {
    const { body } = await shop.call(listProducts, { limit: 1000 });
    let total = 0;
    for (const { _id, rating, numReviews } of body.data.products) {
      const rows = await shop.db.sql.select().from(reviews).where(eq(reviews.productId, _id));
      const stars = rows.reduce((sum, row) => sum + row.rating, 0);
      expect(numReviews).toBe(rows.length);
      expect(rating).toBe(rows.length === 0 ? 0 : Math.round((100 * stars) / rows.length) / 100);
      expect(rows.length).toBeLessThanOrEqual(40);
      total += rows.length;
    }
    expect(total).toBeGreaterThan(body.data.products.length * 5);
    const [best] = (await shop.call(listProducts, { sortBy: 'rating' })).body.data.products;
    const { summary, reviews: shown } = (await shop.call(listReviews, { productId: best?.slug ?? '' })).body.data;
    expect(summary).toMatchObject({ average: best?.rating, total: best?.numReviews });
    expect(shown[0]).toMatchObject({ verified: true });
  });

  test('A37: the demo shopper may review delivered products, and has not done so yet', async () => {
    const delivered = demoOrders
      .filter(({ history }) => history.some(({ event }) => event.type === 'staff.deliver'))
      .flatMap(({ lines }) => lines.map(({ slug }) => slug));
    expect(delivered.length).toBeGreaterThan(2);
    for (const productId of delivered)
      expect((await shop.call(canReview, { productId }, { token })).body.canReview).toBe(true);
    const [first = ''] = delivered;
    const before = (await shop.call(listReviews, { productId: first })).body.data.summary?.total ?? 0;
    await shop.call(writeReview, { productId: first, rating: 5, comment: 'Poa' }, { token });
    expect((await shop.call(listReviews, { productId: first })).body.data.summary?.total).toBe(before + 1);
  });
});

test('H19: an already seeded shop gets reviews once; products with reviews, and products outside the demo, stay unchanged', async () => {
  const shop = await createTestApp();
  await seed(shop.deps, [catalogue(demo)]);
  const [rated, own] = getGoods(demo, 'first').products.map(({ slug }) => ({ slug, id: toStableId('product', slug) }));
  if (rated === undefined || own === undefined) throw new Error('the demo has no goods');
  const plain = await addProduct(shop, { rating: 4.5, numReviews: 20 });
  const id = '00000000-0000-4000-8000-000000000001';
  await shop.db.sql.insert(reviews).values({
    id,
    productId: own.id,
    author: 'Somebody',
    rating: 2,
    comment: 'Mine',
    isVerified: true,
    createdAt: NOW,
  });
  await seed(shop.deps, [demoReviews(demo)]);
  await seed(shop.deps, [demoReviews(demo)]);
  const rows = await shop.db.sql.select().from(reviews);
  const written = demo.reviews.filter(({ product }) => product === rated.slug);
  expect(rows.filter(({ productId }) => productId === plain.id)).toEqual([]);
  expect(rows.filter(({ productId }) => productId === own.id).map((row) => row.id)).toEqual([id]);
  expect(rows.filter(({ productId }) => productId === rated.id)).toHaveLength(written.length);
  const [row] = await shop.db.sql.select().from(products).where(eq(products.id, rated.id));
  expect(row).toMatchObject({ numReviews: written.length });
  const [created, now] = [row?.createdAt.getTime() ?? 0, shop.clock.now().getTime()];
  for (const { createdAt } of rows.filter(({ productId }) => productId === rated.id)) {
    expect(createdAt.getTime()).toBeGreaterThan(created);
    expect(createdAt.getTime()).toBeLessThanOrEqual(now);
  }
  await shop.close();
});
