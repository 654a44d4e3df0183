import type { InferInput } from 'valibot';
import type { Review, ReviewSummary } from '../../../contract/reviews.ts';

/** A visible review with its author's name. */
export interface ReviewView {
  readonly id: string;
  readonly rating: number;
  readonly title: string;
  readonly comment: string;
  readonly isVerified: boolean;
  readonly createdAt: Date;
  readonly name: string | null;
  readonly avatar: string | null;
}

/** Number of a product's reviews with these stars. */
export interface StarCount {
  readonly rating: number;
  readonly count: number;
}

/** Summarises a product's reviews (U15). The product's columns come from this summary, so that all pages agree. */
export function summarise(counts: readonly StarCount[]): ReviewSummary {
  const perStar = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0, ...Object.fromEntries(counts.map((it) => [it.rating, it.count])) };
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const stars = counts.reduce((sum, { rating, count }) => sum + rating * count, 0);
  return { average: total === 0 ? 0 : Math.round((100 * stars) / total) / 100, total, perStar };
}

/** Returns why a shopper may not review a product, or `null` (§4 Review eligibility). */
export function findReviewRefusal(known: { readonly hasReviewed: boolean; readonly hasBought: boolean }) {
  if (known.hasReviewed) return 'already_reviewed';
  return known.hasBought ? null : 'purchase_required';
}

/** Converts a row to §3 Review. */
export function toReviewView(row: ReviewView): InferInput<typeof Review> {
  return {
    _id: row.id,
    rating: row.rating,
    comment: row.comment,
    ...(row.title !== '' && { title: row.title }),
    verified: row.isVerified,
    createdAt: row.createdAt.toISOString(),
    user: { name: row.name ?? '', avatar: row.avatar },
  };
}
