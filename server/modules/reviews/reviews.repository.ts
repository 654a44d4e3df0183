import { and, count, desc, eq, or, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orderLines, orders, products, reviews, users } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';
import type { ReviewSummary } from '../../../contract/reviews.ts';
import { setColumns } from '../catalogue/writer.repository.ts';
import type { ReviewView, StarCount } from './reviews.rules.ts';

const shown = and(eq(reviews.productId, placeholder('productId')), sql`not ${reviews.isHidden}`);

const statements = perHandle((db) => ({
  product: db
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        // The id in the URL is a slug first, so that a product whose slug equals another product's id is found.
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

/**
 * Returns the id of an active product by id or slug (A1), or `null`. Pass `null` as `id` when the value is not a UUID.
 */
export async function findProductId(db: Sql, idOrSlug: string, id: string | null): Promise<string | null> {
  return (await statements(db).product.execute({ idOrSlug, id }))[0]?.id ?? null;
}

/** Returns reviews, newest first. */
export function findReviews(
  db: Sql,
  productId: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<ReviewView[]> {
  return statements(db).page.execute({ productId, ...page });
}

/** Counts the visible reviews per star. */
export function countStars(db: Sql, productId: string): Promise<StarCount[]> {
  return statements(db).perStar.execute({ productId });
}

/**
 * Returns whether a shopper has reviewed a product, including hidden reviews, and whether it was delivered in an order
 * (A37).
 */
export async function findPurchase(db: Sql, userId: string, productId: string) {
  const [known = { hasReviewed: false, hasBought: false }] = await statements(db).known.execute({ userId, productId });
  return known;
}

/** Locks the product, so that parallel changes of its reviews are all counted. */
export async function lockProduct(db: Sql, productId: string): Promise<void> {
  await db.select({ id: products.id }).from(products).where(eq(products.id, productId)).for('no key update');
}

/** Returns false when the shopper has already reviewed the product. */
export async function insertReview(db: Sql, review: typeof reviews.$inferInsert): Promise<boolean> {
  return (await db.insert(reviews).values(review).onConflictDoNothing().returning({ id: reviews.id })).length === 1;
}

/** Returns the product of a review, or `null` for an unknown review. */
export async function findReviewedProduct(db: Sql, id: string): Promise<string | null> {
  const [row] = await db.select({ productId: reviews.productId }).from(reviews).where(eq(reviews.id, id));
  return row?.productId ?? null;
}

/** Returns false when nothing changes. */
export async function setHidden(db: Sql, id: string, isHidden: boolean): Promise<boolean> {
  const changed = await db
    .update(reviews)
    .set({ isHidden })
    .where(and(eq(reviews.id, id), eq(reviews.isHidden, !isHidden)))
    .returning({ id: reviews.id });
  return changed.length === 1;
}

/** Stores the rating that lists, cards and the product page show. */
export async function setRating(db: Sql, productId: string, { average, total }: ReviewSummary): Promise<void> {
  await setColumns(db, { rating: average, numReviews: total }, eq(products.id, productId));
}
