import { randomUUID } from 'node:crypto';
import type { InferInput, InferOutput } from 'valibot';
import type { listReviews, Review, writeReview } from '../../../contract/reviews.ts';
import { REVIEWS_PAGE } from '../../../contract/rules/review-limits.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import {
  countStars,
  findPurchase,
  findProductId,
  findReviewedProduct,
  findReviews,
  insertReview,
  lockProduct,
  setHidden,
  setRating,
} from './reviews.repository.ts';
import { findReviewRefusal, toReviewView, summarise } from './reviews.rules.ts';
import { productNotFound } from '../catalogue/catalogue.texts.ts';
import * as texts from './reviews.texts.ts';

type ListRequest = InferOutput<(typeof listReviews)['request']>;
type NewReview = InferOutput<(typeof writeReview)['request']>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const REFUSED = {
  purchase_required: { kind: 'forbidden', text: texts.purchaseFirst },
  already_reviewed: { kind: 'conflict', text: texts.alreadyReviewed },
} as const;

/** Product reviews. Public to read, one per buyer and product (A37), and hidden by the staff (H5). */
export function createReviewsService({ db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>) {
  /** Handles `GET /reviews/{productId}` (§7), newest first. Throws `Refusal` `not-found` for an unknown product. */
  async function list({ productId: idOrSlug, page = 1, limit = REVIEWS_PAGE }: ListRequest) {
    const productId = await findProductIdOrThrow(idOrSlug);
    const [rows, counts] = await Promise.all([
      findReviews(db.reads, productId, { limit, offset: (page - 1) * limit }),
      countStars(db.reads, productId),
    ]);
    const summary = summarise(counts);
    const { total } = summary;
    return {
      reviews: rows.map(toReviewView),
      pagination: { page, limit, total, pages: Math.ceil(total / limit) },
      summary,
    };
  }

  /** Handles `GET /reviews/{productId}/can-review` (§7). Throws `Refusal` `not-found` for an unknown product. */
  async function may({ id: userId }: CurrentUser, idOrSlug: string) {
    const reason = findReviewRefusal(await findPurchase(db.sql, userId, await findProductIdOrThrow(idOrSlug)));
    return reason === null ? { canReview: true } : { canReview: false, reason };
  }

  /**
   * Handles `POST /reviews/{productId}` (§7). Throws `Refusal` `forbidden` when the shopper has not bought the product,
   * `conflict` for a second review, `not-found` for an unknown product, and `too-often` over the limit.
   */
  async function write(
    user: CurrentUser,
    { productId: idOrSlug, rating, comment, title = '' }: NewReview,
  ): Promise<InferInput<typeof Review>> {
    await limiter.count('reviews', user.id);
    const productId = await findProductIdOrThrow(idOrSlug);
    const reason = findReviewRefusal(await findPurchase(db.sql, user.id, productId));
    if (reason !== null) throw refusal(reason);
    const review = {
      id: randomUUID(),
      rating,
      title: title.trim(),
      comment: comment.trim(),
      isVerified: true,
      createdAt: clock.now(),
    };
    await db.tx(async (tx) => {
      await lockProduct(tx, productId);
      // Two parallel requests may both pass the check above.
      if (!(await insertReview(tx, { ...review, productId, userId: user.id }))) throw refusal('already_reviewed');
      await recount(tx, productId);
    });
    return toReviewView({ ...review, name: user.name, avatar: null });
  }

  /**
   * Hides a review from the list, the summary and the average, or shows it again, in the caller's transaction (H5).
   * Returns false when nothing changes. Throws `Refusal` `not-found` for an unknown review.
   */
  async function hide(tx: Sql, id: string, isHidden: boolean): Promise<boolean> {
    const productId = await findReviewedProduct(tx, id);
    if (productId === null) throw new Refusal('not-found', texts.notFound);
    await lockProduct(tx, productId);
    if (!(await setHidden(tx, id, isHidden))) return false;
    await recount(tx, productId);
    return true;
  }

  async function recount(tx: Sql, productId: string): Promise<void> {
    await setRating(tx, productId, summarise(await countStars(tx, productId)));
  }

  /** Returns the id of a product by id or slug (A1). Throws `Refusal` `not-found`. */
  async function findProductIdOrThrow(idOrSlug: string): Promise<string> {
    const id = await findProductId(db.sql, idOrSlug, UUID.test(idOrSlug) ? idOrSlug : null);
    if (id === null) throw new Refusal('not-found', productNotFound);
    return id;
  }

  return { list, may, write, hide };
}

function refusal(reason: keyof typeof REFUSED): Refusal {
  return new Refusal(REFUSED[reason].kind, REFUSED[reason].text);
}
