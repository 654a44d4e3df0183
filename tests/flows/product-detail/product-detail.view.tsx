import type { ReactNode } from 'react';
import type { productDetailMachine } from '../../../src/machines/catalogue/product-detail.machine.ts';
import { reviewsMachine } from '../../../src/machines/catalogue/reviews.machine.ts';
import { ProductDetailView } from '../../../src/views/catalogue/product-detail.view.tsx';
import { getInitialSnapshot } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { reviewsView } from '../reviews/reviews.view.tsx';

/** Renders the page with the given reviews, which have their own flow. */
export const productDetailWith =
  (reviews: ReactNode): MachineView<typeof productDetailMachine> =>
  (snapshot, send) => (
    <ProductDetailView
      snapshot={snapshot}
      send={send}
      reviews={snapshot.matches({ ready: { tab: 'reviews' } }) && reviews}
    />
  );

const begun = getInitialSnapshot(reviewsMachine, { productId: 'p1', shopper: null });

export const productDetailView = productDetailWith(reviewsView(begun, () => undefined));
