import type { categoryNavMachine } from '../../../src/machines/catalogue/category-nav.machine.ts';
import { CategoryNavView } from '../../../src/views/catalogue/category-nav.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const categoryNavView: ViewOf<typeof categoryNavMachine> = (snapshot, send) => (
  <CategoryNavView snapshot={snapshot} send={send} />
);
