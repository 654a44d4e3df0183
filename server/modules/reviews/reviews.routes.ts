import { canReview, listReviews, writeReview } from '../../../contract/reviews.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function reviewsRoutes({ reviews }: Pick<Services, 'reviews'>): Handler[] {
  return [
    // Not cached (decision 0018), because the author expects to see a new review in the list immediately.
    handler(listReviews, async (request) => ok(await reviews.list(request))),
    handler(canReview, async ({ productId }, { user }) => {
      const answer = await reviews.may(user, productId);
      return { ...ok(answer), ...answer };
    }),
    handler(writeReview, async (request, { user }) => ok({ review: await reviews.write(user, request) })),
  ];
}
