import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import * as grid from '../../../src/views/parts/product-grid.css.ts';
import { expectCards, getPages } from '../support/catalogue.judges.ts';
import { productListModel, SORT_LABELS } from './product-list.model.ts';
import { productListView } from './product-list.view.tsx';
import { productListTable } from './product-list.table.tsx';
import { see } from 'model-testing/view/shows';
import type { Page } from 'model-testing/view/page';
import { flowTests } from 'model-testing/flow-tests';

const noToolbar = [see('combobox', 'Sort by', 'absent'), see('group', 'Layout', 'absent')];

/** A43: like the list, but with all deals in one response. */
const deals = (page: Page, { context: { page: list } }: SnapshotFrom<typeof productListMachine>) => {
  page.getByRole('heading', { level: 1, name: 'Flash Deals' });
  page.getByText('13 products');
  expect(page.getAllByRole('article')).toHaveLength(list?.products.length ?? 0);
  expect(page.says[0]).toBe(`Page ${list?.pagination.page} of 2`);
  expect(page.text).not.toContain('Best match');
};

const linksToAll = (page: Page) =>
  expect(page.getByRole('link', { name: 'All Products' }).getAttribute('href')).toBe('/products');

/** The pressed layout button and the layout of the cards. */
const standing = (layout: 'Grid' | 'List') => (page: Page) => {
  for (const name of ['Grid', 'List'])
    expect(page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe(String(name === layout));
  expect(page.getByRole('list', { name: 'Products' }).className).toBe(layout === 'Grid' ? grid.grid : grid.rows);
};

/** §2 Products: title, total, order, position and pages of the current page. */
const all = (page: Page, { context: { query, page: list, added } }: SnapshotFrom<typeof productListMachine>) => {
  const { products = [], pagination } = list ?? {};
  const total = '27 products';
  expectCards(page, products);
  page.getByRole('heading', { level: 1, name: query.category === undefined ? 'All Products' : 'TVs' });
  page.getByText(query.search === undefined ? total : `${total} for “sony”`);
  expect(page.getByRole('combobox', { name: 'Sort by' }).querySelector('[selected]')?.textContent).toBe(
    query.sortBy !== undefined ? SORT_LABELS[query.sortBy] : query.search === undefined ? 'Newest' : 'Best match',
  );
  expect([...page.getByRole('combobox').children].map(({ textContent }) => textContent)).toEqual([
    ...(query.sortBy === undefined && query.search !== undefined ? ['Best match'] : []),
    ...Object.values(SORT_LABELS),
  ]);
  expect(page.says).toEqual([
    `Page ${pagination?.page} of ${pagination?.pages}`,
    ...(added === null ? [] : ['Product 1 added to cart, 2 in cart']),
  ]);
  expect(getPages(page)).toBe('Previous 1 2 3 Next (off)');
  const links = within(page.getByRole('navigation', { name: 'Pages' }));
  const here = links.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(here.map(({ textContent }) => textContent)).toEqual([`Page ${pagination?.page}`]);
};

flowTests(productListModel, {
  view: productListView,
  shows: {
    'products.loading': [
      see('status', 'Loading products'),
      (page) => {
        expect(page.element.querySelectorAll('article')).toHaveLength(0);
        expect(page.text).not.toMatch(/\d+ products?|Page \d/);
      },
    ],
    'products.ready': all,
    'products.empty': [
      see('status', 'No products found'),
      linksToAll,
      see('combobox', 'Sort by', 'off'),
      see('group', 'Layout', 'absent'),
    ],
    'products.unknownCategory': [
      see('heading', 'All Products'),
      see('status', 'No products found'),
      linksToAll,
      ...noToolbar,
    ],
    'products.flash': see('heading', 'Flash Deals'),
    'products.flash.loading': [see('status', 'Loading products'), see('article', '', 'absent')],
    'products.flash.ready': deals,
    'products.flash.empty': [see('status', 'No deal available'), linksToAll, ...noToolbar],
    'products.flash.failed': [
      see(
        'alert',
        /^(Failed to load flash deals\. Please try again later\.|The server says no\.|Please log in again\.)/,
      ),
      see('button', 'Try Again'),
      ...noToolbar,
    ],
    'products.failed': [
      see('alert', /^(Failed to load products|The server says no\.|Please log in again\.)/),
      see('button', 'Try Again'),
      ...noToolbar,
    ],
    'products.ready & view.grid': standing('Grid'),
    'products.ready & view.list': standing('List'),
  },
  table: productListTable,
});
