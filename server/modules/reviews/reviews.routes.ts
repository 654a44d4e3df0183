import { canReview, listReviews, writeReview } from '../../../contract/reviews.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createReviewsService } from './reviews.service.ts';

export function reviewsRoutes(deps: Deps): Handler[] {
  const reviews = createReviewsService(deps);
  return [
    // Not kept (decision 0018): whoever has written one reads the list at once and looks for it.
    handler(listReviews, async (request) => ok(await reviews.list(request))),
    handler(canReview, async ({ productId }, { user }) => {
      const answer = await reviews.may(user, productId);
      return { ...ok(answer), ...answer };
    }),
    handler(writeReview, async (request, { user }) => ok({ review: await reviews.write(user, request) })),
  ];
}
