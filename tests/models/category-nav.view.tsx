import type { categoryNavMachine } from '../../src/machines/category-nav.machine.ts';
import { CategoryNavView } from '../../src/views/layout/category-nav.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const categoryNavView: ViewOf<typeof categoryNavMachine> = (snapshot, send) => (
  <CategoryNavView snapshot={snapshot} send={send} />
);
