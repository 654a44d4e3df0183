import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { productListMachine } from '../../src/machines/product-list.machine.ts';
import * as grid from '../../src/views/parts/product-grid.css.ts';
import { ProductListView } from '../../src/views/products/product-list.view.tsx';
import { expectCards, IN_CART, pagesOf } from '../models/catalogue.judges.ts';
import { productListModel, SORT_LABELS } from '../models/product-list.model.ts';
import { productListTable } from '../models/product-list.table.tsx';
import { see } from '../../model-testing/view/shows.ts';
import type { Page } from '../../model-testing/view/page.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

const noToolbar = [see('combobox', 'Sort by', 'absent'), see('group', 'Layout', 'absent')];

/** The layout that is pressed, and how the cards stand. */
const standing = (layout: 'Grid' | 'List') => (page: Page) => {
  for (const name of ['Grid', 'List'])
    expect(page.getByRole('button', { name }).getAttribute('aria-pressed')).toBe(String(name === layout));
  expect(page.getByRole('list', { name: 'Products' }).className).toBe(layout === 'Grid' ? grid.grid : grid.rows);
};

/** §2 Products: title, total, order, position and pages, of the page that is there. */
const all = (page: Page, { context: { query, page: list, added } }: SnapshotFrom<typeof productListMachine>) => {
  const { products = [], pagination } = list ?? {};
  const total = products.length === 1 ? '1 product' : '27 products';
  expectCards(page, products);
  page.getByRole('heading', { level: 1, name: query.category === undefined ? 'All Products' : 'TVs' });
  page.getByText(query.search === undefined ? total : `${total} for “sony”`);
  expect(page.getByRole('combobox', { name: 'Sort by' }).querySelector('[selected]')?.textContent).toBe(
    query.sortBy !== undefined ? SORT_LABELS[query.sortBy] : query.search === undefined ? 'Newest' : 'Best match',
  );
  expect([...page.getByRole('combobox').children].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(Object.values(SORT_LABELS)),
  );
  expect(page.says).toEqual([
    `Page ${pagination?.page} of ${pagination?.pages}`,
    ...(added === null ? [] : ['Product 1 added to cart, 2 in cart']),
  ]);
  expect(pagesOf(page)).toBe(products.length === 1 ? 'Previous (off) 1 Next (off)' : 'Previous 1 2 3 Next (off)');
  const links = within(page.getByRole('navigation', { name: 'Pages' }));
  const here = links.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
  expect(here.map(({ textContent }) => textContent)).toEqual([`Page ${pagination?.page}`]);
};

flowTests(productListModel, {
  view: (snapshot, send) => <ProductListView snapshot={snapshot} send={send} inCart={IN_CART} />,
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
      (page) => expect(page.getByRole('link', { name: 'All Products' }).getAttribute('href')).toBe('/products'),
      ...noToolbar,
    ],
    'products.failed': [
      see('alert', /^(Failed to load products|The server says no\.|Please log in again\.)/),
      see('button', 'Try Again'),
      ...noToolbar,
    ],
    'categories.loading': see('navigation', 'Categories', 'absent'),
    'categories.missing': see('navigation', 'Categories', 'absent'),
    'categories.shown': [
      see('navigation', 'Categories'),
      (page, { context: { query } }) => {
        const links = within(page.getByRole('navigation', { name: 'Categories' })).getAllByRole('link');
        expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
          'All /products',
          'TVs /products?category=tvs',
          'Phones /products?category=phones',
        ]);
        const chosen = links.filter((link) => link.getAttribute('aria-current') === 'page');
        expect(chosen.map(({ textContent }) => textContent)).toEqual([query.category === undefined ? 'All' : 'TVs']);
      },
    ],
    'products.ready & view.grid': standing('Grid'),
    'products.ready & view.list': standing('List'),
  },
  table: productListTable,
});
