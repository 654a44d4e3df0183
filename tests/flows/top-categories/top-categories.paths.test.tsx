import { topCategoriesModel } from './top-categories.model.ts';
import { topCategoriesView } from './top-categories.view.tsx';
import { topCategoriesTable } from './top-categories.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(topCategoriesModel, {
  view: topCategoriesView,
  shows: {
    loading: see('link', 'Home Appliances'),
    ready: see('link', 'Phones'),
    fallback: see('link', 'Home Appliances'),
  },
  table: topCategoriesTable,
});
