import { expect } from 'vitest';
import { categoryNavModel } from './category-nav.model.ts';
import { categoryNavView } from './category-nav.view.tsx';
import { categoryNavTable } from './category-nav.table.tsx';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const LEFT = 'Scroll categories left';
const RIGHT = 'Scroll categories right';

const chosen = (page: Page) =>
  page
    .getAllByRole('link')
    .flatMap((link: HTMLElement) => (link.hasAttribute('aria-current') ? [link.textContent] : []));

flowTests(categoryNavModel, {
  view: categoryNavView,
  shows: {
    'load.loading': see('navigation', 'Categories', 'absent'),
    'load.ready': [
      see('navigation', 'Categories'),
      see('link', 'TVs'),
      see('link', 'Phones'),
      (page, { context: { current } }) =>
        expect(chosen(page)).toEqual({ tvs: ['TVs'], phones: ['Phones'] }[current ?? ''] ?? []),
    ],
    'load.empty': see('navigation', 'Categories', 'absent'),
    'load.failed': [
      see('status', /^(Failed to (load|fetch) categories|The server says no\.|Please log in again\.)$/),
      see('navigation', 'Categories', 'absent'),
    ],
    'load.ready & scroll.fits': [see('button', LEFT, 'absent'), see('button', RIGHT, 'absent')],
    'load.ready & scroll.atStart': [see('button', LEFT, 'absent'), see('button', RIGHT)],
    'load.ready & scroll.middle': [see('button', LEFT), see('button', RIGHT)],
    'load.ready & scroll.atEnd': [see('button', LEFT), see('button', RIGHT, 'absent')],
  },
  table: categoryNavTable,
});
