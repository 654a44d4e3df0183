import { defineModel } from '../../../model-testing.config.ts';
import { topCategoriesMachine } from '../../../src/machines/shell/top-categories.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { manyCategories } from '../support/catalogue.samples.ts';

export const topCategoriesModel = defineModel({
  flow: 'top-categories',
  machine: topCategoriesMachine,
  inputs: {
    'no list': { loaded: null },
    '0 categories': { loaded: [] },
    '1 category': { loaded: manyCategories(1) },
    '6 categories': { loaded: manyCategories(6) },
    '7 categories': { loaded: manyCategories(7) },
  },
  events: {},
  acts: defineActs<typeof topCategoriesMachine>({}),
  done: {
    loadCategories: { seven: manyCategories(7), one: manyCategories(1), none: [] },
  },
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches('loading'),
    shown: (snapshot) => snapshot.matches('ready'),
    fallback: (snapshot) => snapshot.matches('fallback'),
  },
  invariants: {
    'once shown or fallen back, the links stay the same until the page is loaded again': ({ before, snapshot }) =>
      before === null || before.matches('loading') || before.context.categories === snapshot.context.categories,
    'what is known to be there is shown': ({ snapshot: { context, value } }) =>
      (value === 'ready') === (context.categories?.length ?? 0) > 0,
    'while it loads, a call is open': ({ snapshot, calls }) =>
      snapshot.matches('loading') === calls.some((call) => call.isOpen()),
  },
});
