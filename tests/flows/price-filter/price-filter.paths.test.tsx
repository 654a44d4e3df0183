import { expect } from 'vitest';
import { priceFilterModel } from './price-filter.model.ts';
import { priceFilterView } from './price-filter.view.tsx';
import { priceFilterTable } from './price-filter.table.tsx';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const sliders = (how?: 'off') =>
  ['Minimum price', 'Maximum price'].map((name) => see('slider', name, ...(how === undefined ? [] : [how])));

const without = (badge: string) => (page: Page) => expect(page.text).not.toContain(badge);

flowTests(priceFilterModel, {
  view: priceFilterView,
  shows: {
    'range.loading': sliders('off'),
    'range.awaiting': sliders('off'),
    'range.ready': [
      ...sliders(),
      see('textbox', 'Min (Ksh)'),
      see('textbox', 'Max (Ksh)'),
      ({ getByLabelText }, { context: { draft } }) => {
        expect(getByLabelText('Min (Ksh)').getAttribute('value')).toBe(draft.min);
        expect(getByLabelText('Max (Ksh)').getAttribute('value')).toBe(draft.max);
      },
    ],
    'range.ready.clean': [see('button', 'Apply Price Filter', 'off'), without('Pending')],
    'range.ready.pending': ['Pending', see('button', 'Apply Price Filter'), see('button', 'Clear Price Filter')],
    'range.unavailable': [see('status', 'Price range not available'), see('slider', 'Minimum price', 'absent')],
    'price.active': 'Active',
    'price.inactive': [see('heading', 'Price'), without('Active')],
  },
  table: priceFilterTable,
});
