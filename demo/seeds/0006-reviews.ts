import { and, desc, eq, inArray, notExists, sql as text } from 'drizzle-orm';
import type { Seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { products, reviews } from '../../server/db/schema.ts';
import { setRating } from '../../server/modules/reviews/reviews.repository.ts';
import { summarise } from '../../server/modules/reviews/reviews.rules.ts';
import type { DemoData, DemoReview } from '../data.ts';

/** Rows per statement. */
const AT_ONCE = 400;

/** Adds reviews and ratings to demo products without reviews. Keeps reviews of shoppers. */
export const demoReviews = (demo: DemoData): Seed => ({
  name: '0006-reviews',
  async run(sql, { now }) {
    const written = groupByProduct(demo.reviews);
    const unrated = await sql
      .select({ id: products.id, createdAt: products.createdAt })
      .from(products)
      .where(
        and(
          inArray(products.id, [...written.keys()]),
          notExists(
            sql
              .select({ one: text`1` })
              .from(reviews)
              .where(eq(reviews.productId, products.id)),
          ),
        ),
      )
      .orderBy(desc(products.createdAt), products.id);
    const rows = unrated.flatMap(({ id: productId, createdAt }) =>
      (written.get(productId) ?? []).map(({ author, rating, title, comment, age }, index) => ({
        id: toStableId('review', `${productId} ${index}`),
        productId,
        isVerified: true,
        author,
        rating,
        title,
        comment,
        createdAt: new Date(now.getTime() - age * Math.max(0, now.getTime() - createdAt.getTime())),
      })),
    );
    for (let at = 0; at < rows.length; at += AT_ONCE) await sql.insert(reviews).values(rows.slice(at, at + AT_ONCE));
    for (const { id } of unrated) await setRating(sql, id, summarise(countStars(written.get(id) ?? [])));
    return true;
  },
});

/** Groups reviews by product id. */
function groupByProduct(reviewsOfAll: readonly DemoReview[]): ReadonlyMap<string, readonly DemoReview[]> {
  const productReviews = new Map<string, DemoReview[]>();
  for (const review of reviewsOfAll) {
    const id = toStableId('product', review.product);
    const some = productReviews.get(id);
    if (some === undefined) productReviews.set(id, [review]);
    else some.push(review);
  }
  return productReviews;
}

function countStars(written: readonly DemoReview[]) {
  return [1, 2, 3, 4, 5].map((rating) => ({ rating, count: written.filter((one) => one.rating === rating).length }));
}
