import type { topCategoriesMachine } from '../../../src/machines/shell/top-categories.machine.ts';
import { linkedCategories } from '../../../src/rules/catalogue/categories.ts';
import { FooterView } from '../../../src/views/shell/footer.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const topCategoriesView: ViewOf<typeof topCategoriesMachine> = ({ context }) => (
  <FooterView categories={linkedCategories(context.categories)} />
);
