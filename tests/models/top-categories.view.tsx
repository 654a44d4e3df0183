import type { topCategoriesMachine } from '../../src/machines/top-categories.machine.ts';
import { linkedCategories } from '../../src/rules/categories.ts';
import { FooterView } from '../../src/views/layout/footer.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const topCategoriesView: ViewOf<typeof topCategoriesMachine> = ({ context }) => (
  <FooterView categories={linkedCategories(context.categories)} />
);
