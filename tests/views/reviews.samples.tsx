import { reviewsMachine } from '../../src/machines/catalogue/reviews.machine.ts';
import { ReviewsView } from '../../src/views/catalogue/reviews.view.tsx';
import { at } from './reads.tsx';

/** The reviews of a product in a state of their machine, read by a shopper who is logged in. */
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

/** The same with the form of somebody who may write one, in a state of it. */
export const formIn = (state: string, context: object) => reviewsIn({ may: { allowed: state } }, context);

/** Of which nothing is written yet. */
export const NO_DRAFT = { rating: 0, title: '', comment: '' };
