import type { categoryNavMachine } from '../../../src/machines/catalogue/category-nav.machine.ts';
import { CategoryNavView } from '../../../src/views/catalogue/category-nav.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const categoryNavView: MachineView<typeof categoryNavMachine> = (snapshot, send) => (
  <CategoryNavView snapshot={snapshot} send={send} />
);
