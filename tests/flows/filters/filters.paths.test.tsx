import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { filtersMachine } from '../../../src/machines/catalogue/filters.machine.ts';
import { filtersModel } from './filters.model.ts';
import { filtersWith } from './filters.view.tsx';
import { filtersTable } from './filters.table.tsx';
import { words } from 'model-testing/view/page';
import type { Page } from 'model-testing/view/page';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

/** Checks that brands have counts and that groups show three values. */
const offered = ({ element }: Page, { context: { facets } }: SnapshotFrom<typeof filtersMachine>) => {
  const brands = [...element.querySelectorAll('input[type="checkbox"]')];
  expect(brands.map(({ parentElement }) => words(parentElement ?? element))).toEqual([
    'Sony (3)',
    'Samsung (2)',
    'Tecno (1)',
  ]);
  expect(element.querySelectorAll('input[type="radio"]')).toHaveLength(3 * (facets?.specifications.length ?? 0));
};

/** The drawer must be the only container, otherwise every control would exist twice. */
const inDrawer = ({ element }: Page) => expect(element.querySelectorAll('dialog, aside')).toHaveLength(1);

flowTests(filtersModel, {
  view: filtersWith(<p>Price</p>),
  shows: {
    'facets.loading': 'Price',
    'facets.ready': offered,
    'facets.none': [see('status', 'No filters available for current selection'), see('checkbox', /./, 'absent')],
    'facets.failed': [see('status', 'No filters available for current selection'), see('checkbox', /./, 'absent')],
    'facets.flash': NOTHING,
    'facets.ready & drawer.closed': [see('button', /^Filters/), see('complementary', 'Filters')],
    'facets.ready & drawer.open': ['Show products', 'Clear All Filters', inDrawer],
  },
  table: filtersTable,
});
