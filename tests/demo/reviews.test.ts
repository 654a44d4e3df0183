import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { listProducts } from '../../contract/catalogue.ts';
import { canReview, listReviews, writeReview } from '../../contract/reviews.ts';
import { categories } from '../../demo/catalogue/index.ts';
import { fillings } from '../../demo/fillings/index.ts';
import { madeReviews } from '../../demo/fillings/0006-reviews.ts';
import { demoOrders } from '../../demo/orders.ts';
import { reviewsFor } from '../../demo/reviews/made-reviews.ts';
import { SAID } from '../../demo/reviews/texts.ts';
import { fill } from '../../server/db/fill.ts';
import { products, reviews } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';
import { addProduct } from '../server/catalogue/products.ts';

const NOW = new Date(Date.UTC(2026, 10, 22));
const kettle = {
  slug: 'kettle',
  category: 'home-appliances',
  rating: 4.3,
  numReviews: 180,
  createdAt: new Date(Date.UTC(2026, 8, 1)),
};

describe('made-up reviews', () => {
  test('are the same every time, tens of them, and come to the rating', () => {
    const made = reviewsFor(kettle, NOW);
    expect(reviewsFor(kettle, NOW)).toEqual(made);
    expect(made).toHaveLength(27);
    expect(made.reduce((sum, { rating }) => sum + rating, 0) / 27).toBeCloseTo(4.3, 1);
    expect(reviewsFor({ ...kettle, numReviews: 100_000 }, NOW)).toHaveLength(40);
    expect(reviewsFor({ ...kettle, numReviews: 1 }, NOW)).toHaveLength(2);
  });

  test.each([1, 1.7, 2.5, 3.2, 4, 4.6, 5])('of a rating of %d are whole stars from 1 to 5', (rating) => {
    const stars = reviewsFor({ ...kettle, rating }, NOW).map((one) => one.rating);
    expect(stars.every((one) => Number.isInteger(one) && one >= 1 && one <= 5)).toBe(true);
    expect(stars.reduce((sum, one) => sum + one, 0)).toBe(Math.round(rating * stars.length));
  });

  test('are believable: other words each time, names, and days since the product was new', () => {
    const made = reviewsFor({ ...kettle, numReviews: 400 }, NOW);
    expect(new Set(made.map(({ comment }) => comment)).size).toBe(made.length);
    expect(new Set(made.map(({ author }) => author)).size).toBeGreaterThan(made.length * 0.8);
    expect(made.some(({ title }) => title === '') && made.some(({ title }) => title !== '')).toBe(true);
    for (const { createdAt, comment } of made) {
      expect(createdAt.getTime()).toBeGreaterThan(kettle.createdAt.getTime());
      expect(createdAt.getTime()).toBeLessThan(NOW.getTime());
      expect(comment.length).toBeLessThanOrEqual(500);
    }
  });

  test('every category of the demo has words of its own', () => {
    expect(categories.map(({ slug }) => slug).filter((slug) => SAID[slug] === undefined)).toEqual([]);
    expect(reviewsFor({ ...kettle, category: 'boats' }, NOW)[0]?.comment).not.toBe('');
  });
});

describe('the demo shop', () => {
  let shop: TestApp;
  let token: string;

  beforeAll(async () => {
    shop = await createTestApp();
    await fill(shop.deps, fillings);
    const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
    token = 'token' in body.data ? body.data.token : '';
  });
  afterAll(() => shop.close());

  test('U15: rating and count of every card are those of its reviews', async () => {
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

  test('A37: the demo shopper may review what was delivered, and has not yet', async () => {
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

test('H19: a shop that was filled before gets them once; what has reviews, and what has no rating, stays', async () => {
  const shop = await createTestApp();
  const rated = await addProduct(shop, { rating: 4.5, numReviews: 20, createdAt: new Date(0) });
  const plain = await addProduct(shop);
  const own = await addProduct(shop, { rating: 2, numReviews: 1 });
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
  await fill(shop.deps, [madeReviews]);
  await fill(shop.deps, [madeReviews]);
  const rows = await shop.db.sql.select().from(reviews);
  expect(rows.filter(({ productId }) => productId === plain.id)).toEqual([]);
  expect(rows.filter(({ productId }) => productId === own.id).map((row) => row.id)).toEqual([id]);
  expect(rows.filter(({ productId }) => productId === rated.id)).toHaveLength(9);
  const [row] = await shop.db.sql.select().from(products).where(eq(products.id, rated.id));
  expect(row).toMatchObject({ numReviews: 9 });
  await shop.close();
});
