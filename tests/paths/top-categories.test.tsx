import { linkedCategories } from '../../src/rules/categories.ts';
import { FooterView } from '../../src/views/layout/footer.view.tsx';
import { topCategoriesModel } from '../models/top-categories.model.ts';
import { topCategoriesTable } from '../models/top-categories.table.tsx';
import { see } from '../../model-testing/view/shows.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(topCategoriesModel, {
  view: ({ context }) => <FooterView categories={linkedCategories(context.categories)} />,
  shows: {
    loading: see('link', 'Home Appliances'),
    ready: see('link', 'Phones'),
    fallback: see('link', 'Home Appliances'),
  },
  table: topCategoriesTable,
});
