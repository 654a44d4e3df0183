// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { filtersMachine } from '../../src/machines/catalogue/filters.machine.ts';
import { priceFilterMachine } from '../../src/machines/catalogue/price-filter.machine.ts';
import { FiltersView } from '../../src/views/catalogue/filters.view.tsx';
import { PriceFilterView } from '../../src/views/catalogue/price-filter.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { facetsOf } from '../flows/support/catalogue.samples.ts';
import { at, expectReading, expectSending, ignore } from './reads.tsx';

describe('§2 Filter sidebar', () => {
  const filters =
    (value: object, query: object = {}, context: object = {}) =>
    (send: (event: unknown) => void) => (
      <FiltersView
        snapshot={at(
          filtersMachine,
          { query: { page: 1, specs: {}, ...query }, loaded: facetsOf('RAM') },
          { facets: 'ready', drawer: 'closed', ...value },
          context,
        )}
        send={send}
        price={<p>Price</p>}
        category="TVs"
      />
    );

  test('nothing is chosen', () =>
    expectReading(
      filters({})(ignore),
      `
        button "Filters"
        heading 2 "Filters"
        group "Filters"
        Price
        group "Brand"
          ~ Brand
          checkbox "Sony (3)" [brand-sony]
          checkbox "Samsung (2)" [brand-samsung]
          checkbox "Tecno (1)" [brand-tecno]
        group
          RAM
          group "RAM"
            radio "8GB (2)" [specification-RAM]
            radio "16GB (2)" [specification-RAM]
            radio "4GB (2)" [specification-RAM]
      `,
    ));

  test('a category, two brands, a price and a specification are chosen', () =>
    expectReading(
      filters(
        {},
        { category: 'tvs', brand: 'sony,tecno', minPrice: 500, maxPrice: 900, specs: { RAM: '8GB' } },
      )(ignore),
      `
        button "Filters (5)"
        heading 2 "Filters"
        button "Clear all"
        group "Filters"
        list "Active filters"
          button "Remove filter: TVs"
          button "Remove filter: Ksh 500 to Ksh 900"
          button "Remove filter: Sony"
          button "Remove filter: Tecno"
          button "Remove filter: RAM: 8GB"
        Price
        group "Brand"
          ~ Brand
          checkbox "Sony (3)" [brand-sony] (checked)
          checkbox "Samsung (2)" [brand-samsung]
          checkbox "Tecno (1)" [brand-tecno] (checked)
        group
          RAM
          group "RAM"
            radio "8GB (2)" [specification-RAM] (checked)
            radio "16GB (2)" [specification-RAM]
            radio "4GB (2)" [specification-RAM]
      `,
    ));

  test('in the drawer of small screens, after something was taken back', () =>
    expectReading(
      filters({ drawer: 'open' }, { minPrice: 500 }, { notice: 'Taken back' })(ignore),
      `
        button "Filters (1)"
        dialog "Filters"
          heading 2 "Filters"
          group "Filters"
          list "Active filters"
            button "Remove filter: From Ksh 500"
          status
            Taken back
          Price
          group "Brand"
            ~ Brand
            checkbox "Sony (3)" [brand-sony]
            checkbox "Samsung (2)" [brand-samsung]
            checkbox "Tecno (1)" [brand-tecno]
          group
            RAM
            group "RAM"
              radio "8GB (2)" [specification-RAM]
              radio "16GB (2)" [specification-RAM]
              radio "4GB (2)" [specification-RAM]
          button "Clear All Filters"
          button "Show products"
          button "Close"
      `,
    ));

  test('a group of a choice is open wherever it stands, others from the fourth on are folded', () => {
    const { element } = renderPage(
      filters(
        {},
        { specs: { Five: '43"' } },
        { facets: facetsOf('One', 'Two', 'Three', 'Four', 'Five'), known: ['Five'] },
      )(ignore),
    );
    const groups = [...element.querySelectorAll('details')];
    expect(groups.map(({ open }) => open)).toEqual([true, true, true, false, true]);
  });

  test('X35: a chosen brand and value without hits stay in their groups, checked', () => {
    const page = renderPage(filters({}, { brand: 'sony,black-decker', specs: { RAM: '12GB' } })(ignore));
    const checked = [...page.element.querySelectorAll<HTMLInputElement>('aside input:checked')];
    expect(checked.map(({ labels }) => labels?.[0]?.textContent)).toEqual(['Sony (3)', 'Black Decker (0)', '12GB (0)']);
  });

  test.each([
    ['none', facetsOf('RAM')],
    ['failed', facetsOf('RAM')],
    ['failed', null],
  ])('there is nothing to filter by: %s', (facets, known) =>
    expectReading(
      filters({ facets }, {}, { facets: known })(ignore),
      `
        button "Filters"
        heading 2 "Filters"
        group "Filters"
        Price
        status
          No filters available for current selection
      `,
    ),
  );

  test('the first filters are being loaded', () =>
    expectReading(
      filters({ facets: 'loading' }, { maxPrice: 900 }, { facets: null })(ignore),
      `
        button "Filters (1)"
        heading 2 "Filters"
        button "Clear all"
        group "Filters"
        list "Active filters"
          button "Remove filter: Up to Ksh 900"
        Price
        status
          Loading filters
      `,
    ));

  test('others are being loaded, and those that were there stay', () => {
    const { element } = renderPage(filters({ facets: 'loading' })(ignore));
    expect(element.textContent).not.toContain('Loading');
    expect(element.querySelectorAll('input')).toHaveLength(6);
  });

  test('brands alone, and specifications alone', () => {
    const { brands, specifications } = facetsOf('RAM');
    const page = renderPage(filters({}, {}, { facets: { brands: [], specifications } })(ignore));
    expect(page.text).not.toContain('Brand');
    const fields = (facets: object) =>
      [...renderPage(filters({}, {}, { facets })(ignore)).element.querySelectorAll('input')].map(({ type }) => type);
    expect(new Set(fields({ brands, specifications: [] }))).toEqual(new Set(['checkbox']));
    expect(new Set(fields({ brands: [], specifications }))).toEqual(new Set(['radio']));
  });

  test('what its controls do', () => {
    expectSending(
      filters({}, { category: 'tvs', brand: 'sony', maxPrice: 900, specs: { RAM: '8GB' } }),
      `
        Filters (4): drawer.open {}
        Clear all: filters.clear {}
        Remove filter: TVs: category.choose {"slug":null}
        Remove filter: Up to Ksh 900: filter.remove {"filter":{"kind":"price","minPrice":null,"maxPrice":900}}
        Remove filter: Sony: filter.remove {"filter":{"kind":"brand","slug":"sony"}}
        Remove filter: RAM: 8GB: filter.remove {"filter":{"kind":"specification","name":"RAM","value":"8GB"}}
        Sony (3): brand.toggle {"slug":"sony"}
        Samsung (2): brand.toggle {"slug":"samsung"}
        Tecno (1): brand.toggle {"slug":"tecno"}
        16GB (2): specification.choose {"name":"RAM","value":"16GB"}
        4GB (2): specification.choose {"name":"RAM","value":"4GB"}
      `,
    );
    expectSending(
      filters({ drawer: 'open' }),
      `
        Sony (3): brand.toggle {"slug":"sony"}
        Samsung (2): brand.toggle {"slug":"samsung"}
        Tecno (1): brand.toggle {"slug":"tecno"}
        8GB (2): specification.choose {"name":"RAM","value":"8GB"}
        16GB (2): specification.choose {"name":"RAM","value":"16GB"}
        4GB (2): specification.choose {"name":"RAM","value":"4GB"}
        Show products: drawer.close {}
        Close: drawer.close {}
      `,
    );
  });
});

describe('§2 Filter sidebar: the price', () => {
  const price =
    (value: object, context: object = {}, query: object = {}) =>
    (send: (event: unknown) => void) => (
      <PriceFilterView
        snapshot={at(
          priceFilterMachine,
          { query: { page: 1, specs: {}, ...query }, loaded: { minPrice: 1_000, maxPrice: 5_000 } },
          { range: { ready: 'clean' }, price: 'inactive', ...value },
          context,
        )}
        send={send}
      />
    );
  const DRAFT = { draft: { min: '2000', max: '4000' } };

  test('none is chosen', () =>
    expectReading(
      price({})(ignore),
      `
        region "Price"
          heading 3 "Price"
          form "Price filter"
            textbox "Min (Ksh)" = '1000' [minPrice]
            textbox "Max (Ksh)" = '5000' [maxPrice]
            button "Apply Price Filter" (off, submits)
            button "Clear Price Filter" (off)
      `,
    ));
  test('others than the applied ones are typed', () =>
    expectReading(
      price({ range: { ready: 'pending' }, price: 'active' }, DRAFT)(ignore),
      `
        region "Price"
          heading 3 "Price"
          PendingActive
          form "Price filter"
            textbox "Min (Ksh)" = '2000' [minPrice]
            textbox "Max (Ksh)" = '4000' [maxPrice]
            button "Apply Price Filter" (submits)
            button "Clear Price Filter"
      `,
    ));
  test('the range is being loaded', () =>
    expectReading(
      price({ range: 'loading' })(ignore),
      `
        region "Price"
          heading 3 "Price"
          form "Price filter"
            textbox "Min (Ksh)" = '1000' [minPrice] (disabled)
            textbox "Max (Ksh)" = '5000' [maxPrice] (disabled)
            button "Apply Price Filter" (off, submits)
            button "Clear Price Filter" (off)
      `,
    ));
  test('there is no range', () =>
    expectReading(
      price({ range: 'unavailable' })(ignore),
      `
        region "Price"
          heading 3 "Price"
          status
            Price range not available
      `,
    ));

  test('the slider goes from end to end by whole shillings, and is filled between its thumbs', () => {
    const { element } = renderPage(price({}, DRAFT)(ignore));
    const thumbs = [...element.querySelectorAll('input[type="range"]')].map((thumb) =>
      ['min', 'max', 'step', 'value', 'aria-valuetext'].map((name) => thumb.getAttribute(name)).join(),
    );
    expect(thumbs).toEqual(['1000,5000,1,2000,Ksh\u00a02,000', '1000,5000,1,4000,Ksh\u00a04,000']);
    const filled = element.querySelector('rect');
    expect([filled?.getAttribute('x'), filled?.getAttribute('width')]).toEqual(['25%', '50%']);
  });

  test('what its controls do', () =>
    expectSending(
      price({ range: { ready: 'pending' }, price: 'active' }, DRAFT, { minPrice: 1_500 }),
      `
        Minimum price: min.slide {"value":1000}
        Maximum price: max.slide {"value":1000}
        Min (Ksh): min.change {"text":"7"}
        Max (Ksh): max.change {"text":"7"}
        Apply Price Filter: price.apply {}
        Clear Price Filter: price.clear {}
      `,
    ));
});
