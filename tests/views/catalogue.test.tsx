// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { filtersMachine } from '../../src/machines/catalogue/filters.machine.ts';
import { priceFilterMachine } from '../../src/machines/catalogue/price-filter.machine.ts';
import { productListMachine } from '../../src/machines/catalogue/product-list.machine.ts';
import { searchBoxMachine } from '../../src/machines/catalogue/search-box.machine.ts';
import { FiltersView } from '../../src/views/catalogue/filters.view.tsx';
import { PriceFilterView } from '../../src/views/catalogue/price-filter.view.tsx';
import { ProductListView } from '../../src/views/catalogue/product-list.view.tsx';
import { SearchBoxView } from '../../src/views/catalogue/search-box.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { createFacets, createPage, products, television } from '../flows/support/catalogue.samples.ts';
import { at, ignore } from './reads.tsx';
import { formIn, NO_DRAFT } from './reviews.samples.tsx';

test('§2 Filter sidebar: collapses groups from the fourth on, except groups with a selection', () => {
  const { element } = renderPage(
    <FiltersView
      snapshot={at(
        filtersMachine,
        { query: { page: 1, specs: { Five: '43"' } }, loaded: null },
        { facets: 'ready', drawer: 'closed' },
        { facets: createFacets('One', 'Two', 'Three', 'Four', 'Five'), known: ['Five'] },
      )}
      send={ignore}
      price={null}
      category=""
    />,
  );
  const groups = [...element.querySelectorAll('details')];
  expect(groups.map(({ open }) => open)).toEqual([true, true, true, false, true]);
});

test('§2 Filter sidebar: the price slider has steps of one shilling and is filled between its thumbs', () => {
  const { element } = renderPage(
    <PriceFilterView
      snapshot={at(
        priceFilterMachine,
        { query: { page: 1, specs: {} }, loaded: { minPrice: 1_000, maxPrice: 5_000 } },
        { range: { ready: 'clean' }, price: 'inactive' },
        { draft: { min: '2000', max: '4000' } },
      )}
      send={ignore}
    />,
  );
  const thumbs = [...element.querySelectorAll('input[type="range"]')].map((thumb) =>
    ['min', 'max', 'step', 'value', 'aria-valuetext'].map((name) => thumb.getAttribute(name)).join(),
  );
  expect(thumbs).toEqual(['1000,5000,1,2000,Ksh\u00a02,000', '1000,5000,1,4000,Ksh\u00a04,000']);
  const filled = element.querySelector('rect');
  expect([filled?.getAttribute('x'), filled?.getAttribute('width')]).toEqual(['25%', '50%']);
});

describe('§2 Products', () => {
  const list = (context: object, query: object) => (
    <ProductListView
      snapshot={at(
        productListMachine,
        { query: { page: 1, specs: {}, ...query }, loaded: null },
        { products: 'ready' },
        context,
      )}
      send={ignore}
      inCart={new Map()}
      categories={[{ name: 'TVs', slug: 'tvs' }]}
    />
  );

  test('reads the name of an unlisted category from its products', () => {
    const heading = (category: unknown) =>
      renderPage(
        list(
          { page: { products: [{ ...television, category }], pagination: createPage(1).pagination } },
          { category: 'gaming' },
        ),
      ).getByRole('heading', { level: 1 }).textContent;
    expect(heading({ _id: 'c9', name: 'Games & Co', slug: 'gaming', logo: null })).toBe('Games & Co');
    expect([heading(null), heading('Games & Co')]).toEqual(['Gaming', 'Gaming']);
  });

  test('links to the first page without a page number', () => {
    const page = renderToStaticMarkup(
      <StaticRouter location="/products?page=2">{list({ page: createPage(27, 2) }, { page: 2 })}</StaticRouter>,
    );
    expect(
      [...page.matchAll(/href="([^"]*)"[^>]*>(?:Previous|<span[^>]*>Page <\/span><span>1)</g)].map(([, to]) => to),
    ).toEqual(['/products', '/products']);
  });
});

test('§2 Search box: the field references the highlighted suggestion', () => {
  const page = renderPage(
    <SearchBoxView
      snapshot={at(
        searchBoxMachine,
        { searched: '' },
        { open: 'highlighted' },
        { text: 'sony', found: products(2), highlighted: 1 },
      )}
      send={ignore}
    />,
  );
  const second = page.getByRole('listbox', { name: 'Suggestions' }).querySelectorAll('[role="option"]')[1];
  expect(page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe(second?.id);
});

test('§2 Reviews section: marks the stars of a rejected review as invalid only when they are missing', () => {
  const problem = { text: 'Something went wrong', requestId: 'req-1' };
  const isMarked = (rating: number, formProblem: object | null) =>
    renderPage(formIn('open', { draft: { ...NO_DRAFT, rating }, formProblem })(ignore))
      .getByRole('radiogroup', { name: 'Your rating' })
      .getAttribute('aria-invalid');
  expect([isMarked(0, problem), isMarked(5, problem), isMarked(0, null)]).toEqual(['true', null, null]);
});
