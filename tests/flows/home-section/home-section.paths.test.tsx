import { expect } from 'vitest';
import { expectCards } from '../support/catalogue.judges.ts';
import { homeSectionModel } from './home-section.model.ts';
import { homeSectionTable, sectionInWords } from './home-section.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(homeSectionModel, {
  view: sectionInWords,
  shows: {
    'items.loading': see('status', /^Loading /),
    'items.ready': (page, { context: { section, content, added } }) => {
      if (section === 'hero' || section === 'brands') return expect(page.text).toMatch(/\d (banners|brands)/);
      expectCards(page, content?.products ?? []);
      expect(page.says).toEqual(added === null ? [] : ['Product 1 added to cart, 2 in cart']);
    },
    'items.empty': (page, { context: { section } }) =>
      expect(page.text).toMatch(section === 'hero' || section === 'brands' ? /^$/ : /No .*(yet|moment|later)[.!]/),
    'items.failed': [see('alert', /./), see('button', 'Try Again', 'on')],
    'clock.shown': 'the clock',
  },
  shownBy: { 'clock.none': 'tests/flows/flash-countdown/flash-countdown.paths.test.tsx: there is no clock' },
  table: homeSectionTable,
});
