import { reviewsMachine } from '../../src/machines/catalogue/reviews.machine.ts';
import { ReviewsView } from '../../src/views/catalogue/reviews.view.tsx';
import { at } from './reads.tsx';

/** Renders the reviews of a product in a state of their machine, for a customer who is logged in. */
export const reviewsIn =
  (value: object, context: object = {}) =>
  (send: (event: unknown) => void) => (
    <ReviewsView
      snapshot={at(
        reviewsMachine,
        { productId: 'p1', shopper: 'u1' },
        { list: 'empty', may: 'notNow', ...value },
        context,
      )}
      send={send}
      origin="/product/sony-tv"
    />
  );

/** Renders the reviews with the review form in this state. */
export const formIn = (state: string, context: object) => reviewsIn({ may: { allowed: state } }, context);

/** A review draft without input. */
export const NO_DRAFT = { rating: 0, title: '', comment: '' };
