import { canReview, listReviews, writeReview } from '../../contract/reviews.ts';
import { REVIEWS_PAGE } from '../../contract/rules/review-limits.ts';
import type { NewReview } from '../rules/catalogue/reviews.ts';
import type { Api } from './api.ts';

/** Product reviews. Every function rejects with `ApiError`. */
export function createReviewsService(call: Api) {
  return {
    async page({ productId, page }: { productId: string; page: number }, signal: AbortSignal) {
      return (await call(listReviews, { productId, page, limit: REVIEWS_PAGE }, { signal })).data;
    },
    async may({ productId }: { productId: string }, signal: AbortSignal) {
      const { canReview: isAllowed, reason } = await call(canReview, { productId }, { signal });
      return { canReview: isAllowed, reason };
    },
    async write(review: NewReview & { productId: string }, signal: AbortSignal) {
      return (await call(writeReview, review, { signal })).data.review;
    },
  };
}
