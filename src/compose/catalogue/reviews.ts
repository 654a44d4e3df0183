import { fromPromise } from 'xstate';
import { reviewsMachine } from '../../machines/catalogue/reviews.machine.ts';
import type { ReviewsEvent } from '../../machines/catalogue/reviews.machine.ts';
import { toStoredDraft, parseStoredDraft, REVIEW_DRAFT } from '../../rules/catalogue/reviews.ts';
import { getShopperId } from '../../rules/account/session.ts';
import { browserStorage, lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchPresent } from '../listen.ts';

export function reviewsMachines(env: ComposeEnv) {
  const storage = browserStorage(env);
  const service = lazyService(
    env,
    async () => (await import('../../services/reviews.service.ts')).createReviewsService,
  );
  const reviews = reviewsMachine.provide({
    actors: {
      loadReviews: fromPromise(async ({ input, signal }) => (await service()).page(input, signal)),
      askMay: fromPromise(async ({ input, signal }) => (await service()).may(input, signal)),
      sendReview: fromPromise(async ({ input, signal }) => (await service()).write(input, signal)),
      watchSession: createListener<ReviewsEvent, { productId: string }>((send, { productId }) =>
        watchPresent(
          env.session(),
          getShopperId,
          (shopper) => {
            const draft = parseStoredDraft(storage.read(REVIEW_DRAFT), { user: shopper, product: productId });
            send({ type: 'session.signedIn', shopper, draft });
          },
          { onAbsent: () => send({ type: 'session.ended' }) },
        ),
      ),
    },
    actions: {
      keepDraft: (_, { shopper, productId, draft }) =>
        void storage.keep(REVIEW_DRAFT, toStoredDraft({ user: shopper, product: productId }, draft)),
    },
  });
  return { reviews };
}
