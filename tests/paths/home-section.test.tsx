import { expect } from 'vitest';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import { homeSectionModel } from '../models/home-section.model.ts';
import { homeSectionTable } from '../models/home-section.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(homeSectionModel, {
  view: (snapshot) => <HomeSectionView snapshot={snapshot} send={() => undefined} inCart={new Map([['p1', 2]])} />,
  shows: {
    loading: (page) => void page.getByText(/^Loading /),
    ready: (page) => void page.getByText('2 in cart'),
    failed: (page, { context }) =>
      expect(page.queryByRole('button', { name: 'Try Again' }) !== null).toBe(context.section === 'featured'),
  },
  table: homeSectionTable,
});
