// @engine pglite
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getProduct } from '../../../contract/catalogue.ts';
import { canReview, listReviews, writeReview } from '../../../contract/reviews.ts';
import { products, reviews } from '../../../server/db/schema.ts';
import { findReviews } from '../../../server/modules/reviews/reviews.repository.ts';
import { createReviewsService } from '../../../server/modules/reviews/reviews.service.ts';
import { createTestApp, startWindow, type TestApp } from '../../support/server.ts';
import { inOrderOfWriting } from '../../support/unindexed.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { buyer } from './buyers.ts';

let shop: TestApp;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  product = await addProduct(shop, { stock: 500 });
});
afterAll(() => shop.close());

const GOOD = { rating: 5, comment: 'Works as it should.' };

const write = ({ token }: Shopper, given: object = {}, productId = product.slug) =>
  shop.call(writeReview, { productId, ...GOOD, ...given }, { token });
const ask = async ({ token }: Shopper) => (await shop.call(canReview, { productId: product.id }, { token })).body;
const list = async (query: { page?: number; limit?: number } = {}) =>
  (await shop.call(listReviews, { productId: product.id, ...query })).body.data;

/** The rating that lists, cards and the product page show. */
async function told() {
  const { rating, numReviews } = (await shop.call(getProduct, { idOrSlug: product.slug })).body.data.product;
  return { average: rating, total: numReviews };
}

const setHidden = (id: string, isHidden: boolean) =>
  shop.db.tx((tx) => createReviewsService(shop.deps).hide(tx, id, isHidden));
const hide = (id: string) => setHidden(id, true);
const show = (id: string) => setHidden(id, false);

/** Computes the rating from the product's visible reviews. */
async function counted() {
  const rows = await shop.db.sql.select().from(reviews).where(eq(reviews.productId, product.id));
  const shown = rows.filter(({ isHidden }) => !isHidden);
  const stars = shown.reduce((sum, { rating }) => sum + rating, 0);
  return { average: shown.length === 0 ? 0 : Math.round((100 * stars) / shown.length) / 100, total: shown.length };
}

describe('§4 Review eligibility', () => {
  test.each(['pending', 'processing', 'shipped', 'cancelled'] as const)(
    'A37: an order that is %s does not count as a purchase',
    async (status) => {
      const shopper = await buyer(shop, [product], { status });
      const answer = { canReview: false, reason: 'purchase_required' };
      expect(await ask(shopper)).toEqual({ success: true, ...answer, data: answer });
      const refused = await write(shopper);
      expect([refused.status, refused.body.message]).toEqual([
        403,
        'You must purchase this product before you can review it.',
      ]);
      expect(await told()).toEqual({ average: 0, total: 0 });
    },
  );

  test('A37: only the shopper’s own delivered order of the product counts', async () => {
    const owner = await buyer(shop, [product]);
    expect(await ask(owner)).toEqual({ success: true, canReview: true, data: { canReview: true } });
    const other = await buyer(shop, [await addProduct(shop)]);
    expect(await ask(other)).toMatchObject({ canReview: false, reason: 'purchase_required' });
    expect(await ask(await shop.signIn())).toMatchObject({ reason: 'purchase_required' });
  });

  test('A37: allows one review per shopper and product, even with concurrent requests or a hidden review', async () => {
    const owner = await buyer(shop, [product]);
    const answers = await Promise.all([write(owner), write(owner, { rating: 1 }), write(owner, { rating: 2 })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body.message).toBe('You have already reviewed this product.');
    expect((await list()).reviews).toHaveLength(1);
    expect(await ask(owner)).toMatchObject({ canReview: false, reason: 'already_reviewed' });
    await hide((await list()).reviews[0]?._id ?? '');
    expect((await write(owner)).status).toBe(409);
    expect(await told()).toEqual({ average: 0, total: 0 });
  });

  test('A37: a review of one product does not block a review of another', async () => {
    const second = await addProduct(shop);
    const owner = await buyer(shop, [product, second]);
    expect((await write(owner)).status).toBe(200);
    expect((await shop.call(canReview, { productId: second.id }, { token: owner.token })).body).toMatchObject({
      canReview: true,
    });
  });

  test('A38: without a token, can-review and writing return 401 and the list is readable', async () => {
    const without = await shop.call(canReview, { productId: product.id });
    const writing = await shop.call(writeReview, { productId: product.id, ...GOOD });
    expect([without.status, writing.status]).toEqual([401, 401]);
    expect((await shop.call(listReviews, { productId: product.id })).status).toBe(200);
  });
});

describe('§7 Reviews', () => {
  test('§3, A39: a review has its text and the author’s name, no e-mail, and is verified by the server', async () => {
    const owner = await buyer(shop, [product], { name: 'Wanjiku Kamau' });
    const { body } = await write(owner, { rating: 4, comment: ' Good. ', title: ' Nice ' });
    const { reviews: shown } = await list();
    expect(shown).toEqual([body.data.review]);
    expect(body.data.review).toEqual({
      _id: body.data.review._id,
      rating: 4,
      comment: 'Good.',
      title: 'Nice',
      verified: true,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      user: { name: 'Wanjiku Kamau', avatar: null },
    });
    const forged = await write(await buyer(shop, [product]), { verified: false });
    expect([forged.status, forged.body.fields]).toEqual([400, { verified: 'Unknown field' }]);
  });

  test('§5: a blank title is stored as no title', async () => {
    const { body } = await write(await buyer(shop, [product]), { title: '   ' });
    expect(body.data.review).not.toHaveProperty('title');
  });

  test('§9, U15: pages have ten reviews, newest first; the summary covers all and matches the product', async () => {
    const stars = [5, 4, 5, 3, 5, 1, 4, 4, 5, 5, 2, 5];
    const given: string[] = [];
    for (const rating of stars) {
      shop.clock.advance(1000);
      given.unshift((await write(await buyer(shop, [product]), { rating })).body.data.review._id);
    }
    const summary = { average: 4, total: 12, perStar: { 1: 1, 2: 1, 3: 1, 4: 3, 5: 6 } };
    const first = await list();
    expect(first.reviews.map(({ _id }) => _id)).toEqual(given.slice(0, 10));
    expect(first).toMatchObject({ pagination: { page: 1, limit: 10, total: 12, pages: 2 }, summary });
    const second = await list({ page: 2 });
    expect(second.reviews.map(({ _id }) => _id)).toEqual(given.slice(10));
    expect(second.summary).toEqual(summary);
    expect(await list({ page: 9, limit: 3 })).toMatchObject({
      reviews: [],
      pagination: { page: 9, limit: 3, total: 12, pages: 4 },
    });
    expect(await told()).toEqual({ average: 4, total: 12 });
  });

  test('reviews of the same time have the same order on all pages', async () => {
    const given: string[] = [];
    for (const rating of [5, 4, 3, 2]) {
      const owner = await buyer(shop, [product]);
      given.push((await write(owner, { rating })).body.data.review._id);
    }
    await shop.db.sql.update(reviews).set({ createdAt: shop.clock.now() }).where(eq(reviews.productId, product.id));
    const pages = [await list({ limit: 2 }), await list({ limit: 2, page: 2 })];
    expect(pages.flatMap((page) => page.reviews.map(({ _id }) => _id))).toEqual(given.sort().toReversed());
  });

  test('U15: all numbers are 0 without reviews', async () => {
    expect(await list()).toEqual({
      reviews: [],
      pagination: { page: 1, limit: 10, total: 0, pages: 0 },
      summary: { average: 0, total: 0, perStar: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
    });
  });

  test('A1: accepts a product id or slug; an unknown or inactive product returns 404', async () => {
    const owner = await buyer(shop, [product]);
    expect((await write(owner, {}, product.id)).status).toBe(200);
    expect((await shop.call(listReviews, { productId: product.slug })).body.data.reviews).toHaveLength(1);
    await shop.db.sql.update(products).set({ isActive: false }).where(eq(products.id, product.id));
    for (const productId of [product.id, product.slug, randomUUID(), 'nothing', '%']) {
      const answers = [
        await shop.call(listReviews, { productId }),
        await shop.call(canReview, { productId }, { token: owner.token }),
        await write(owner, {}, productId),
      ];
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
        answers.map(() => [404, 'Product not found']),
      );
    }
  });

  test('stores markup in texts as plain text and returns it unchanged', async () => {
    const comment = '<script>alert(1)</script> & "quotes" \'; drop table reviews --';
    await write(await buyer(shop, [product]), { comment, title: '<img src=x onerror=alert(1)>' });
    const { reviews: shown } = await list();
    expect(shown).toMatchObject([{ comment, title: '<img src=x onerror=alert(1)>' }]);
    const { headers } = await shop.call(listReviews, { productId: product.id });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('bad input', () => {
  test.each([
    ['no stars', { rating: undefined }],
    ['stars 0', { rating: 0 }],
    ['stars 6', { rating: 6 }],
    ['half a star', { rating: 4.5 }],
    ['stars as text', { rating: '5' }],
    ['no comment', { comment: undefined }],
    ['a blank comment', { comment: '   ' }],
    ['501 characters', { comment: 'x'.repeat(501) }],
    ['only invisible characters', { comment: '\u0000\u200b\u3164' }],
    ['half a surrogate pair', { comment: '\ud83d' }],
    ['a list', { comment: ['x'] }],
    ['a title of 121 characters', { title: 'x'.repeat(121) }],
    ['another user’s id', { userId: randomUUID() }],
  ])('§5: %s returns 400 and writes nothing', async (_, change) => {
    const answer = await write(await shop.signIn(), change);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(change));
    expect(await list()).toMatchObject({ reviews: [] });
  });

  test('§5: accepts 500 characters', async () => {
    expect((await write(await buyer(shop, [product]), { comment: 'x'.repeat(500) })).status).toBe(200);
  });

  test.each(['page=0', 'page=-1', 'page=x', 'page=1&page=2', 'limit=0', 'limit=51', 'limit=1e9', 'page[a]=1', 'x=1'])(
    'a list with ?%s returns 400',
    async (query) => {
      const { statusCode } = await shop.app.inject(`/api/reviews/${product.id}?${query}`);
      expect(statusCode).toBe(400);
    },
  );
});

describe('the product’s rating', () => {
  test('is exact after concurrent reviews, while other reviews are hidden and shown', async () => {
    const first = await Promise.all(Array.from({ length: 6 }, () => buyer(shop, [product])));
    const written = await Promise.all(first.map((owner, index) => write(owner, { rating: (index % 5) + 1 })));
    const ids = written.map(({ body }) => body.data.review._id);
    expect(await told()).toEqual(await counted());
    const more = await Promise.all(Array.from({ length: 6 }, () => buyer(shop, [product])));
    await Promise.all([
      ...more.map((owner, index) => write(owner, { rating: 5 - (index % 3) })),
      ...ids.slice(0, 4).map((id) => hide(id)),
      show(ids[5] ?? ''),
    ]);
    expect(await told()).toEqual(await counted());
    expect((await told()).total).toBe(8);
    await Promise.all([...ids.map((id) => hide(id)), ...ids.slice(2).map((id) => show(id))]);
    const numbers = await counted();
    expect(await told()).toEqual(numbers);
    expect((await list()).summary).toMatchObject(numbers);
  });

  test('H5: a hidden review is not in the list, summary or average, and returns when it is shown', async () => {
    await write(await buyer(shop, [product]), { rating: 5 });
    const { body } = await write(await buyer(shop, [product]), { rating: 1 });
    const id = body.data.review._id;
    expect(await told()).toEqual({ average: 3, total: 2 });
    await hide(id);
    await hide(id);
    expect(await told()).toEqual({ average: 5, total: 1 });
    expect(await list()).toMatchObject({
      reviews: [{ rating: 5 }],
      pagination: { total: 1, pages: 1 },
      summary: { average: 5, total: 1, perStar: { 1: 0, 5: 1 } },
    });
    await show(id);
    expect(await told()).toEqual({ average: 3, total: 2 });
    expect((await list()).reviews).toHaveLength(2);
    await expect(hide(randomUUID())).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('H5: hiding changes the rating within the caller’s transaction', async () => {
    const { body } = await write(await buyer(shop, [product]));
    const seen = await shop.db.tx(async (tx) => {
      await createReviewsService(shop.deps).hide(tx, body.data.review._id, true);
      return tx.select({ total: products.numReviews }).from(products).where(eq(products.id, product.id));
    });
    expect(seen).toEqual([{ total: 0 }]);
  });

  test('U15: the average of all reviews has two decimals, in the summary and on the product', async () => {
    for (const rating of [5, 4, 4]) await write(await buyer(shop, [product]), { rating });
    expect((await list()).summary?.average).toBe(4.33);
    expect(await told()).toEqual({ average: 4.33, total: 3 });
  });
});

test('D24: limits writing per shopper, across all processes', async () => {
  const strict = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  const one = await addProduct(strict);
  const [owner, other] = [await buyer(strict, [one]), await buyer(strict, [one])];
  startWindow(strict, 60_000);
  const send = ({ token }: Shopper) => strict.call(writeReview, { productId: one.id, ...GOOD }, { token });
  const statuses = [];
  for (let time = 0; time < 6; time += 1) statuses.push((await send(owner)).status);
  expect(statuses).toEqual([200, 409, 409, 409, 409, 429]);
  expect((await send(other)).status).toBe(200);
  await strict.close();
});

test('decision 0018: the list shows a new review immediately, the cached product within a second', async () => {
  const kept = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000' } });
  const one = await addProduct(kept);
  const owner = await buyer(kept, [one]);
  const read = async () => (await kept.call(getProduct, { idOrSlug: one.slug })).body.data.product.numReviews;
  expect(await read()).toBe(0);
  await kept.call(writeReview, { productId: one.id, ...GOOD }, { token: owner.token });
  expect((await kept.call(listReviews, { productId: one.id })).body.data.reviews).toHaveLength(1);
  kept.clock.advance(1000);
  expect(await read()).toBe(1);
  await kept.close();
});

test('§4: reviews of the same time are listed by id and not in their order on the disk', async () => {
  const createdAt = shop.clock.now();
  const ids = ['b', 'd', 'a', 'c'].map((start) => `${start.repeat(8)}-0000-4000-8000-${randomUUID().slice(-12)}`);
  for (const id of ids)
    await shop.db.sql
      .insert(reviews)
      .values({ id, productId: product.id, rating: 5, comment: 'Good.', author: id, isVerified: false, createdAt });
  const found = await inOrderOfWriting(shop.db, (tx) => findReviews(tx, product.id, { limit: 3, offset: 0 }));
  expect(found.map(({ id }) => id)).toEqual(ids.toSorted().reverse().slice(0, 3));
});
