import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orderLines, orders, products, reviews, users } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { ReviewSummary } from '../../../contract/reviews.ts';
import type { ShownReview, StarCount } from './reviews.rules.ts';

const shown = and(eq(reviews.productId, placeholder('productId')), sql`not ${reviews.isHidden}`);

const statements = perHandle((db) => ({
  product: db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        // An address is a slug first; a product that is called like another's id does not exist.
        or(eq(products.slug, placeholder('idOrSlug')), sql`${products.id} = ${placeholder('id')}::uuid`),
        eq(products.isActive, true),
      ),
    )
    .prepare('review_product'),
  page: db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      title: reviews.title,
      comment: reviews.comment,
      isVerified: reviews.isVerified,
      createdAt: reviews.createdAt,
      name: sql<string | null>`coalesce(${users.name}, ${reviews.author})`,
      avatar: users.avatar,
    })
    .from(reviews)
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(shown)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare('reviews_page'),
  perStar: db
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(shown)
    .groupBy(reviews.rating)
    .prepare('reviews_per_star'),
  known: db
    .select({
      hasReviewed: sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(reviews)
        .where(and(eq(reviews.userId, placeholder('userId')), eq(reviews.productId, placeholder('productId'))))})`,
      hasBought: sql<boolean>`exists (${db
        .select({ one: sql`1` })
        .from(orderLines)
        .innerJoin(orders, eq(orders.id, orderLines.orderId))
        .where(
          and(
            eq(orders.userId, placeholder('userId')),
            eq(orders.status, 'delivered'),
            eq(orderLines.productId, placeholder('productId')),
          ),
        )})`,
    })
    .from(sql`(select 1) as one`)
    .prepare('review_known'),
}));

/** The id of a product that is sold, by its id or slug (A1); null for none. `id` is null where it cannot be one. */
export async function findProductId(db: Sql, idOrSlug: string, id: string | null): Promise<string | null> {
  return (await statements(db).product.execute({ idOrSlug, id }))[0]?.id ?? null;
}

/** Newest first. */
export function findReviews(
  db: Sql,
  productId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<ShownReview[]> {
  return statements(db).page.execute({ productId, ...page });
}

/** Of the reviews that are shown. */
export function countStars(db: Sql, productId: string): Promise<StarCount[]> {
  return statements(db).perStar.execute({ productId });
}

/** Whether a shopper has reviewed a product, hidden or not, and whether it was delivered in some order (A37). */
export async function findKnown(db: Sql, userId: string, productId: string) {
  const [known = { hasReviewed: false, hasBought: false }] = await statements(db).known.execute({ userId, productId });
  return known;
}

/** Changes of one product's reviews wait for each other from here on, so that each counts what the others did. */
export async function lockProduct(db: Sql, productId: string): Promise<void> {
  await db.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('no key update');
}

/** False where the shopper has reviewed the product already. */
export async function insertReview(db: Sql, review: typeof reviews.$inferInsert): Promise<boolean> {
  return (await db.insert(reviews).values(review).onConflictDoNothing().returning({ id: reviews.id })).length === 1;
}

/** The product of a review, null where there is no such review. */
export async function findReviewedProduct(db: Sql, id: string): Promise<string | null> {
  const [row] = await db.select({ productId: reviews.productId }).from(reviews).where(eq(reviews.id, id));
  return row?.productId ?? null;
}

/** False where it was so already. */
export async function setHidden(db: Sql, id: string, isHidden: boolean): Promise<boolean> {
  const changed = await db
    .update(reviews)
    .set({ isHidden })
    .where(and(eq(reviews.id, id), eq(reviews.isHidden, !isHidden)))
    .returning({ id: reviews.id });
  return changed.length === 1;
}

/** What lists, cards and the product's page show of its reviews. */
export async function setRating(db: Sql, productId: string, { average, total }: ReviewSummary): Promise<void> {
  await db.update(products).set({ rating: average, numReviews: total }).where(eq(products.id, productId));
}
