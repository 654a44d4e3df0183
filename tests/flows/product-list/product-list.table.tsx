import { expect } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import { ApiError } from '../../../contract/errors.ts';
import { parseListQuery } from '../../../src/rules/catalogue/list-query.ts';
import type { ListSort } from '../../../src/rules/catalogue/list-query.ts';
import type { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import type { Args } from 'model-testing/table/language';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { press } from 'model-testing/view/act';
import { expectCards, getPages } from '../support/catalogue.judges.ts';
import { toDeals, createPage, products } from '../support/catalogue.samples.ts';
import { noCategory, SORT_LABELS } from './product-list.model.ts';

type Live = LiveActor<typeof productListMachine>;

const [product] = products(1) as [Product];

/** Sends the shopper's address to the machine, as the address bar does. */
const goTo = (live: Live, address: string) =>
  live.send({ type: 'address.changed', query: parseListQuery(new URL(address, 'http://shop/products').search) });

/** Expects that the page replaces its address without a new history entry (A57). */
const replacedBy = (outcome: Outcome<typeof productListMachine>, address: string) => {
  outcome.effect('replaceAddress', { query: outcome.snapshot.context.query });
  expect(outcome.snapshot.context.query).toEqual(parseListQuery(`?${address}`));
};

const isLoading = (live: Live) => live.calls.some((call) => call.slot === 'loadProducts' && call.isOpen());

/** Follows a link of the view. A disabled link does nothing. */
const follow = async (live: Live, name: string) => {
  await live.act(press('link', name, { role: 'navigation', name: 'Pages' }));
  if (live.path !== '') await goTo(live, live.path);
};

const showPage = (number: number, of: number) => async (live: Live) => {
  await goTo(live, '?page=99');
  await goTo(live, `?page=${number}`);
  await live.answer('loadProducts', createPage(of * 12, number));
};

/** Shows a page of the flash deals or of the list, by the row. */
const showAnyPage =
  (number: number, of: number) =>
  (live: Live, { from }: { readonly from: string }) =>
    from.startsWith('flash') ? goTo(live, `/products?deals=flash&page=${number}`) : showPage(number, of)(live);

/** Loads the list for rows that start with one. A row that starts with `loading` gets no response. */
const showAddress = async (live: Live, from: string, when: string | null) => {
  const [address = '', pages] = (when ?? '').split(', ');
  await goTo(live, address.startsWith('/') ? address : `/products?${address}`);
  if (from !== 'loading' && isLoading(live))
    await live.answer('loadProducts', createPage(30, pages === undefined ? 2 : 1));
};

/** Shows what the row is about: a page number, a card with these fields, or a product to open. */
const showSubject = async (live: Live, on: string) => {
  const [, address] = /^see sort options\((.*)\)$/.exec(on) ?? [];
  if (address !== undefined) {
    await goTo(live, address);
    return isLoading(live) ? live.answer('loadProducts', createPage(30)) : undefined;
  }
  const [, number, of] = /^see pagination\(page (\d+) of (\d+)\)$/.exec(on) ?? [];
  if (number !== undefined) return showPage(Number(number), Number(of))(live);
  const [, fields] = /^see card\((.*)\)$/.exec(on) ?? [];
  const change = fields === undefined ? { slug: 'sony-tv' } : getFields(fields);
  if (fields === undefined && !on.startsWith('open(')) return undefined;
  await goTo(live, '?page=2');
  return live.answer('loadProducts', createPage(13, 2, change));
};

/** Parses `price 2000, discount 25, no finalPrice`. Prices that are not named are missing (A2). */
function getFields(fields: string): Partial<Product> {
  const named = fields
    .split(', ')
    .map((field) => field.split(' '))
    .filter(([name]) => name !== 'no');
  const missing = fields.startsWith('price') ? { originalPrice: null, finalPrice: null, discount: null } : {};
  return { ...missing, ...Object.fromEntries(named.map(([name, value]) => [name, Number(value)])) };
}

export const productListTable: Table<typeof productListMachine> = {
  start: {
    'no deals=flash in the address': 'opened in the browser',
    'deals=flash in the address': 'flash deals',
    always: 'opened in the browser',
  },
  input: ({ from }) => (from.startsWith('flash') ? 'flash deals' : undefined),
  reach: {
    loading: async (live, { on }) => {
      if (!on.startsWith('start(')) return;
      await live.answer('loadProducts', createPage(30));
      await goTo(live, '?page=2');
    },
    empty: async (live) => {
      await goTo(live, '?search=zzzz');
      await live.answer('loadProducts', createPage(0));
    },
    unknownCategory: async (live) => {
      await goTo(live, '?category=nope');
      await live.answer('loadProducts', noCategory);
    },
    'flash.ready': (live) => live.answer('loadDeals', toDeals(30)),
    ready: async (live, { on }) => {
      await live.answer('loadProducts', createPage(30));
      await showSubject(live, on);
    },
    'view.grid': (live) => live.answer('loadProducts', createPage(30)),
  },
  when: [
    { 'page 1 of 3': { holds: ({ snapshot }) => snapshot.context.page?.pagination.pages === 3 } },
    [/^page 2( of 3)?$/, { after: showAnyPage(2, 3) }],
    { 'page=2': { after: showPage(2, 3) } },
    [/^page=(\d)$/, { after: (live, { when }) => goTo(live, `/products?${when}`) }],
    { 'page=3, chosen by next while the list had 3 pages': { after: (live) => goTo(live, '/products?page=3') } },
    [
      /^(\/products\S*|category=nope\S*)(, page 1 of 3)?$/,
      { after: (live, { from, when }) => showAddress(live, from, when) },
    ],
    { 'category=phones, which exists': { after: (live) => goTo(live, '/products?category=phones') } },
    [/^deals=flash&page=(\d)$/, { after: (live, { when }) => goTo(live, `/products?${when}`) }],
    {
      'deals=flash&page=0, -1 or abc': { after: (live) => goTo(live, '/products?deals=flash&page=abc') },
      'page 3 of 3': { after: showPage(3, 3) },
      'already on page 2': { after: showPage(2, 3) },
      'large screen': { because: 'the toggle stands on large screens only: product-list.css.ts' },
    },
  ],
  on: [
    {
      'start(/products?deals=flash)': START,
      'url changed(other filters)': (live) => goTo(live, '/products?category=tvs'),
      'a deal ends': { type: 'deal.ended' },
      'press the link to all products': async (live) => {
        await live.act(press('link', 'All Products'));
        await goTo(live, live.path);
      },
      next: (live) => follow(live, 'Next'),
      previous: (live) => follow(live, 'Previous'),
      'add to cart(product)': { type: 'cart.add', product },
      "open(product with slug 'sony-tv')": press('link', 'Product 1'),
      'choose list view': { type: 'view.list' },
      'choose grid view': { type: 'view.grid' },
      'screen gets small': { type: 'screen.narrowed' },
    },
    [/^start\((.*)\)$/, (live, [, address = '']) => goTo(live, address)],
    [/^try again/, { type: 'list.retry' }],
    [/^url changed\(only unknown keys, (.*)\)$/, (live, [, key = '']) => goTo(live, `/products?${key}`)],
    [/^url changed\((?:Back to )?(\/\S*)\)$/, (live, [, address = '']) => goTo(live, address)],
    [/^choose sort\((\w+)\)$/, (_, [, sortBy]) => ({ type: 'sort.choose', sortBy: sortBy as ListSort })],
    [/^go to page\((\d)\)$/, (live, [, number]) => follow(live, `Page ${number}`)],
    [/^see /, LOOK],
  ],
  calls: [
    {
      call: 'GET /products',
      slot: 'loadProducts',
      input: asRequest,
      answers: [
        {
          '30 products, page 1 of 3': createPage(30),
          '12 products, page 1 of 1': createPage(12),
          '0 products, page 9 of 1, total 5': createPage(5, 9),
          '0 products, page 3 of 2, total 24': createPage(24, 3),
          '0 products, page 3 of 3, total 30': { ...createPage(30, 3), products: [] },
          '6 products, page 3 of 3': createPage(30, 3),
          "there is no category 'nope'": noCategory,
          'broken reply': new ApiError({ kind: 'broken', status: 200 }),
        },
        [/^0 products, page (4|9) of 3/, createPage(30, 9)],
        [/^0 products/, createPage(0)],
        [/^success false/, new ApiError({ kind: 'refused', status: 200 })],
      ],
      fails: [{ '500': new ApiError({ kind: 'refused', status: 500, message: 'Internal error' }) }],
    },
    {
      call: 'GET /deals/flash',
      slot: 'loadDeals',
      answers: [
        {
          '30 deals': toDeals(30),
          '24 deals': toDeals(24),
          '0 deals': [],
        },
        [/^success false/, new ApiError({ kind: 'refused', status: 200 })],
      ],
    },
  ],
  inside: {
    watchScreen: 'listens to this window, calls nothing',
  },
  does: [
    {
      "heading 'All Products', 12 cards, total 30": ({ page }) => {
        page.getByRole('heading', { level: 1, name: 'All Products' });
        expectCards(page, products(12));
        page.getByText('30 products');
      },
      'Previous and Next disabled': ({ page }) => expect(getPages(page)).toBe('Previous (off) 1 Next (off)'),
      'request given up': ({ live }) => expect(isLoading(live)).toBe(false),
      "button 'Try Again'": ({ page }) => void page.getByRole('button', { name: 'Try Again' }),
      'the earlier answer never shows': ({ live }) =>
        expect(live.calls.filter((call) => call.slot === 'loadProducts' && call.isOpen())).toHaveLength(1),
      'four options: newest, price_low, price_high, rating': ({ page }) =>
        expect(optionsIn(page)).toEqual(['Best match', ...Object.values(SORT_LABELS)]),
      'scroll position restored': { judgedBy: 'tests/e2e/browse.spec.ts' },
      "heading is the category's name": ({ page }) => void page.getByRole('heading', { level: 1, name: 'Phones' }),
      'link to all products': ({ page }) =>
        expect(page.getByRole('link', { name: 'All Products' }).getAttribute('href')).toBe('/products'),
      'Next disabled': ({ page }) => expect(getPages(page)).toMatch(/Next \(off\)$/),
      'countdown starts (flow flash-countdown)': {
        judgedBy: 'tests/flows/flash-countdown/flash-countdown.paths.test.tsx',
      },
      '1': ({ page }) => expect(getPages(page)).toBe('Previous (off) 1 Next (off)'),
      'add to cart enabled, no SOLD OUT': ({ page }) => {
        expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveProperty('disabled', false);
        expect(page.text).not.toContain('SOLD OUT');
      },
      "badge 'SOLD OUT', add to cart disabled": ({ page }) => {
        page.getByText('SOLD OUT');
        expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveProperty('disabled', true);
      },
      'Ksh 1,500 and struck-through Ksh 2,000': ({ page }) => {
        expect(page.text).toContain('Ksh 1,500');
        expect(page.element.querySelector('s')?.textContent).toBe('Ksh\u00a02,000');
      },
      'no struck-through price, no badge': ({ page }) => {
        expect(page.element.querySelector('s')).toBeNull();
        expect(page.text).not.toMatch(/-\d+%/);
      },
    },
    [/^heading '(.*)'$/, ({ page }, [, name]) => void page.getByRole('heading', { level: 1, name: name ?? '' })],
    [
      /^(?:sorted in the page, )?address ([^,\s]+)(?:, page gone| without page)?$/,
      (outcome, [, words], { on }) => {
        const wanted = parseListQuery(`?${words}`);
        expect(outcome.snapshot.context.query).toMatchObject(wanted);
        if (on.startsWith('choose')) outcome.effect('showAddress', { query: wanted });
      },
    ],
    [
      /^the address is replaced by (\S+)(?: or by none)? \(no new history entry\)$/,
      (outcome, [, address = '']) => replacedBy(outcome, address),
    ],

    // No effect is expected, because the row would name it.
    [/^the address stays( without sortBy)?$/, ({ live }) => expect(live.effects).toEqual([])],
    [/^the select shows '(.*?)'/, ({ page }, [, label]) => expect(sortIn(page)).toBe(label)],
    [/^the select shows (\w+)$/, ({ page }, [, sortBy]) => expect(sortIn(page)).toBe(SORT_LABELS[sortBy as ListSort])],
    [/^(?:'Best match' is nowhere|no 'Best match')$/, ({ page }) => expect(page.text).not.toContain('Best match')],
    [
      /^four options, '?(\w+)'? is chosen$/,
      ({ page }, [, chosen]) => {
        expect(optionsIn(page)).toEqual(Object.values(SORT_LABELS));
        expect([chosen, SORT_LABELS[chosen as ListSort]]).toContain(sortIn(page));
      },
    ],
    [
      /^none of (?:them|the four) is chosen; 'Best match' stands as the placeholder/,
      ({ page }) => {
        expect(sortIn(page)).toBe('Best match');
        expect(page.element.querySelector('option[value=""]')).toHaveProperty('disabled', true);
      },
    ],
    [/^go to (\/products)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      /^(\d+) cards(, total 30.*)?$/,
      ({ page }, [, count]) => expect(page.getAllByRole('article')).toHaveLength(Number(count)),
    ],
    [/^(Previous .* Next(?: \(off\))?)/, ({ page }, [, bar]) => expect(getPages(page)).toBe(bar)],
    [/^badge (-\d+%)$/, ({ page }, [, percent]) => expect(page.text).toContain(percent)],
    [/^(Ksh [\d,]+)$/, ({ page }, [, price]) => expect(page.text).toMatch(new RegExp(`${price}(, was|Add to Cart)`))],
    [
      /^cart adds/,
      (outcome) => {
        outcome.effect('addToCart', { product });
        outcome.page.getByText('Product 1 added to cart, 2 in cart');
      },
    ],
    [/^go to (\/product\/sony-tv)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  undrawn: {
    'Page x of y': 'two numbers, in tests/flows/product-list/product-list.paths.test.tsx',
    'by cause (see rows)': 'the rows quote the texts',
  },
  elsewhere: [
    { rows: /^loading: the server renders the page/, by: 'tests/routes/render.test.tsx' },
    { rows: /^invariant: the HTTP status is 404/, by: 'tests/routes/render.test.tsx' },
    { rows: /^invariant: 'Best match' shows exactly/, by: 'tests/flows/product-list/product-list.paths.test.tsx' },
    { rows: /toggle wishlist/, by: 'tests/e2e/wishlist.spec.ts' },
    { rows: /^ready: url changed\(Back to page 1\)/, by: 'tests/e2e/browse.spec.ts' },
    { rows: /^invariant: first and last page/, by: 'tests/rules/pagination.test.ts' },
    { rows: /^invariant: page x is between/, by: 'tests/rules/pagination.test.ts' },
  ],
};

/** The label of the selected order. */
function sortIn(page: Page): string | null | undefined {
  return page.getByRole('combobox', { name: 'Sort by' }).querySelector('[selected]')?.textContent;
}

function optionsIn(page: Page): (string | null)[] {
  return [...page.getByRole('combobox', { name: 'Sort by' }).children].map(({ textContent }) => textContent);
}

/** Converts text values of the table to the numbers and the flag of the request. */
function asRequest(args: Args): unknown {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (name === 'activeOnly') return [name, value === 'true'];
      return ['page', 'limit', 'minPrice', 'maxPrice'].includes(name) ? [name, Number(value)] : [name, value];
    }),
  );
}
