import { topCategoriesMachine } from '../../src/machines/top-categories.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { categories } from './catalogue.samples.ts';

const seven = Array.from({ length: 7 }, (_, index) => ({
  _id: `c${index}`,
  name: `Category ${index}`,
  slug: `category-${index}`,
  isActive: true,
  order: index,
  parent: null,
  productCount: 3,
}));

export const topCategoriesModel = defineModel({
  flow: 'top-categories',
  machine: topCategoriesMachine,
  inputs: {
    'opened in the browser': { loaded: null },
    'rendered by the server': { loaded: seven },
    'rendered without': { loaded: [] },
  },
  events: {},
  done: { loadCategories: { seven, two: categories, none: [] } },
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    ready: (snapshot) => snapshot.matches('ready'),
    fallback: (snapshot) => snapshot.matches('fallback'),
  },
  invariants: {
    'never more than six': ({ snapshot }) => (snapshot.context.categories?.length ?? 0) <= 6,
    'one call at most': ({ calls }) => calls.length <= 1,
    'what is known to be there is shown': ({ snapshot: { context, value } }) =>
      (value === 'ready') === (context.categories?.length ?? 0) > 0,
    'while it loads, a call is open': ({ snapshot, calls }) =>
      snapshot.matches('loading') === calls.some((call) => call.isOpen()),
    'an answer is taken': ({ step, snapshot }) => !/seven|two/.test(step?.label ?? '') || snapshot.matches('ready'),
  },
});
