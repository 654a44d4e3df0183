import { expect } from 'vitest';
import { brandCarouselModel } from './brand-carousel.model.ts';
import { brandCarouselView } from './brand-carousel.view.tsx';
import { brandCarouselTable, shownBrands } from './brand-carousel.table.tsx';
import { brands } from '../support/home.samples.ts';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(brandCarouselModel, {
  view: brandCarouselView,
  shows: {
    onePage: (page, { context: { count } }) => {
      expect(shownBrands(page)).toEqual(brands(count).map(({ name }) => name));
      expect(page.queryAllByRole('button')).toEqual([]);
    },
    page: (page, { context: { count, page: at } }) => {
      expect(shownBrands(page)).toEqual(
        brands(count)
          .slice(at * 6, at * 6 + 6)
          .map(({ name }) => name),
      );
    },
    'page.first': [see('button', 'Previous brands', 'off'), see('button', 'Next brands', 'on')],
    'page.middle': [see('button', 'Previous brands', 'on'), see('button', 'Next brands', 'on')],
    'page.last': [see('button', 'Previous brands', 'on'), see('button', 'Next brands', 'off')],
  },
  table: brandCarouselTable,
});
