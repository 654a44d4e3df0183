import type { reviewsMachine } from '../../../src/machines/catalogue/reviews.machine.ts';
import { ReviewsView } from '../../../src/views/catalogue/reviews.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const reviewsView: MachineView<typeof reviewsMachine> = (snapshot, send) => (
  <ReviewsView snapshot={snapshot} send={send} origin="/product/sony-tv?tab=reviews" />
);
