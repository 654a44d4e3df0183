import { expect } from 'vitest';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { expectCards, IN_CART } from '../models/catalogue.judges.ts';
import { homeSectionModel } from '../models/home-section.model.ts';
import { homeSectionTable } from '../models/home-section.table.tsx';
import { see } from '../../model-testing/view/shows.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(homeSectionModel, {
  view: (snapshot, send) => <HomeSectionView snapshot={snapshot} send={send} inCart={IN_CART} />,
  shows: {
    loading: [
      see('heading', /^(New Arrivals|Featured Products)$/),
      see('status', /^Loading (New Arrivals|Featured Products)$/),
    ],
    ready: (page, { context: { products, added } }) => {
      expectCards(page, products ?? []);
      expect(page.says).toEqual(added === null ? [] : ['Product 1 added to cart, 2 in cart']);
    },
    empty: (page) => expect(page.text).toMatch(/No (new products yet|featured products available at the moment)\.$/),
    failed: [
      see('alert', /^Failed to load (new arrivals\. Please try again later\.|featured products)/),
      (page, { context: { section } }) =>
        expect(page.queryByRole('button', { name: 'Try Again' }) !== null).toBe(section === 'featured'),
    ],
  },
  table: homeSectionTable,
});
