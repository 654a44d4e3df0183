// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { pageOf, products, television } from '../flows/support/catalogue.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const IN_CART = new Map([['p1', 2]]);
const problem = { text: 'Failed to load', requestId: 'req-1' };

describe('§2 Products', () => {
  const list = (value: object, context: object = {}, query: object = {}) => (
    <ProductListView
      snapshot={at(productListMachine, { query: { page: 1, specs: {}, ...query }, loaded: null }, value, {
        ...context,
      })}
      send={ignore}
      inCart={IN_CART}
      categories={[{ name: 'TVs', slug: 'tvs' }]}
    />
  );

  test('two products as cards, the second of three pages', () =>
    expectReading(
      list(
        { products: 'ready', view: 'grid' },
        {
          page: {
            products: [
              ...products(1),
              { ...television, _id: 'p9', slug: 'none', name: 'Sold TV', stock: 0, images: [] },
            ],
            pagination: { page: 2, limit: 12, total: 27, pages: 3 },
          },
          added: television,
        },
        { page: 2 },
      ),
      `
        heading 1 "All Products"
        27 products
        status
          Page 2 of 3
        group "Layout"
          button "Grid" (pressed)
          button "List" (not pressed)
        combobox "Sort by" = 'Newest' of Newest, Price: Low to High, Price: High to Low, Highest Rated [sortBy]
        list "Products"
          article
            img "" of /media/sony-tv-1?w=640&f=jpeg
            -20%
            2 in cart
            heading 2 "Product 1"
              link "Product 1" -> /product/product-1
            ~ 4.5 (12)
            Rated 4.5 of 5 by 12
            Ksh 40,000, was Ksh 50,000
            button "Add to Cart: Product 1"
          article
            SOLD OUT
            heading 2 "Sold TV"
              link "Sold TV" -> /product/none
            ~ 4.5 (12)
            Rated 4.5 of 5 by 12
            Ksh 40,000, was Ksh 50,000
            button "Add to Cart: Sold TV" (disabled)
        navigation "Pages"
          list
            link "Previous" -> /
            link "Page 1" -> /
            link "Page 2" -> /?page=2 (this page)
            link "Page 3" -> /?page=3
            link "Next" -> /?page=3
        status
          Sony TV added to cart, 2 in cart
      `,
    ));

  test('one product that was searched for, in rows', () =>
    expectReading(
      list(
        { products: 'ready', view: 'list' },
        { page: { products: products(1), pagination: { page: 1, limit: 12, total: 1, pages: 1 } } },
        { search: 'sony', category: 'tvs' },
      ),
      `
        heading 1 "TVs"
        1 product for “sony”
        status
          Page 1 of 1
        group "Layout"
          button "Grid" (not pressed)
          button "List" (pressed)
        combobox "Sort by" = 'Best match' of Newest, Price: Low to High, Price: High to Low, Highest Rated [sortBy]
        list "Products"
          article
            img "" of /media/sony-tv-1?w=640&f=jpeg
            -20%
            2 in cart
            heading 2 "Product 1"
              link "Product 1" -> /product/product-1
            ~ 4.5 (12)
            Rated 4.5 of 5 by 12
            Ksh 40,000, was Ksh 50,000
            button "Add to Cart: Product 1"
        navigation "Pages"
          list
            Previous
            link "Page 1" -> /?search=sony&category=tvs (this page)
            Next
        status
      `,
    ));

  test('a category that only its products name is called by that name', () => {
    const heading = (category: unknown) =>
      renderPage(
        list(
          { products: 'ready' },
          { page: { products: [{ ...television, category }], pagination: pageOf(1).pagination } },
          { category: 'gaming' },
        ),
      ).getByRole('heading', { level: 1 }).textContent;
    expect(heading({ _id: 'c9', name: 'Games & Co', slug: 'gaming', logo: null })).toBe('Games & Co');
    expect([heading(null), heading('Games & Co')]).toEqual(['Gaming', 'Gaming']);
  });

  test('the clock of the deals stands over the list, the filters beside it', () =>
    expectReading(
      <ProductListView
        snapshot={at(
          productListMachine,
          { query: { page: 1, specs: {} }, loaded: null },
          { products: 'empty' },
          { page: pageOf(0) },
        )}
        send={ignore}
        inCart={IN_CART}
        categories={[]}
        countdown={<p>Clock</p>}
        filters={<p>Filters</p>}
      />,
      `
        heading 1 "All Products"
        0 products
        Clock
        Filters
        combobox "Sort by" = 'Newest' of Newest, Price: Low to High, Price: High to Low, Highest Rated [sortBy] (disabled)
        status
          heading 2 "No products found"
          link "All Products" -> /products
        status
      `,
    ));

  test('the first page of all products is a link to this page, not to another', () => {
    const page = renderToStaticMarkup(
      <StaticRouter location="/products?page=2">
        {list({ products: 'ready' }, { page: pageOf(27, 2) }, { page: 2 })}
      </StaticRouter>,
    );
    expect(
      [...page.matchAll(/href="([^"]*)"[^>]*>(?:Previous|<span[^>]*>Page <\/span><span>1)</g)].map(([, to]) => to),
    ).toEqual(['/products', '/products']);
  });

  test('another page is being loaded', () =>
    expectReading(
      list({ products: 'loading', view: 'grid' }, { page: pageOf(27) }, { sortBy: 'price_low' }),
      `
        heading 1 "All Products"
        status
          Loading products
        group "Layout"
          button "Grid" (pressed)
          button "List" (not pressed)
        combobox "Sort by" = 'Price: Low to High' of Newest, Price: Low to High, Price: High to Low, Highest Rated [sortBy]
        status
      `,
    ));

  test('the first page is being loaded', () =>
    expectReading(
      list({ products: 'loading', view: 'grid' }),
      `
        heading 1 "All Products"
        status
          Loading products
        status
      `,
    ));

  test('nothing found', () =>
    expectReading(
      list({ products: 'empty' }, { page: pageOf(0) }, { search: 'xyz' }),
      `
        heading 1 "All Products"
        0 products for “xyz”
        combobox "Sort by" = 'Best match' of Newest, Price: Low to High, Price: High to Low, Highest Rated [sortBy] (disabled)
        status
          heading 2 "No products found"
          link "All Products" -> /products
        status
      `,
    ));

  test('could not be loaded', () =>
    expectReading(
      list({ products: 'failed' }, { problem }),
      `
        heading 1 "All Products"
        alert
          Failed to load
          Request req-1
          button "Try Again"
        status
      `,
    ));
});
