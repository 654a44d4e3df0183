import { and, desc, eq, gt, notExists, sql as text } from 'drizzle-orm';
import type { Filling } from '../../server/db/fill.ts';
import { idOf } from '../../server/db/ids.ts';
import { categories, products, reviews } from '../../server/db/schema.ts';
import { setRating } from '../../server/modules/reviews/reviews.repository.ts';
import { summaryOf } from '../../server/modules/reviews/reviews.rules.ts';
import { reviewsFor, type MadeReview } from '../reviews/made-reviews.ts';

/** In one transaction of a start; a shop with more goods of the demo is one that somebody measures. */
const MOST_PRODUCTS = 1_000;
/** Rows of one statement. */
const AT_ONCE = 400;

/**
 * Reviews for the products that have none and say that they do, which from then on have as many as they say, with the
 * average that they say. Those of a shopper, and products without a rating, stay as they are.
 */
export const madeReviews: Filling = {
  name: '0006-reviews',
  async run(sql, { now }) {
    const rated = await sql
      .select({
        id: products.id,
        slug: products.slug,
        category: categories.slug,
        rating: products.rating,
        numReviews: products.numReviews,
        createdAt: products.createdAt,
      })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(
        and(
          gt(products.numReviews, 0),
          notExists(
            sql
              .select({ one: text`1` })
              .from(reviews)
              .where(eq(reviews.productId, products.id)),
          ),
        ),
      )
      .orderBy(desc(products.numReviews), products.id)
      .limit(MOST_PRODUCTS);
    const made = rated.map(({ id, ...product }) => ({
      id,
      written: reviewsFor(product, now),
    }));
    const rows = made.flatMap(({ id: productId, written }) =>
      written.map((review, index) => ({
        id: idOf('review', `${productId} ${index}`),
        productId,
        isVerified: true,
        ...review,
      })),
    );
    for (let at = 0; at < rows.length; at += AT_ONCE) await sql.insert(reviews).values(rows.slice(at, at + AT_ONCE));
    for (const { id, written } of made) await setRating(sql, id, summaryOf(countsOf(written)));
    return true;
  },
};

function countsOf(written: readonly MadeReview[]) {
  return [1, 2, 3, 4, 5].map((rating) => ({ rating, count: written.filter((one) => one.rating === rating).length }));
}
