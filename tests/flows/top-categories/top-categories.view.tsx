import type { topCategoriesMachine } from '../../../src/machines/shell/top-categories.machine.ts';
import { getLinkedCategories } from '../../../src/rules/catalogue/categories.ts';
import { FooterView } from '../../../src/views/shell/footer.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const topCategoriesView: MachineView<typeof topCategoriesMachine> = ({ context }) => (
  <FooterView categories={getLinkedCategories(context.categories)} />
);
