import { expect } from 'vitest';
import type { Product } from '../../contract/catalogue.ts';
import { ApiError } from '../../contract/errors.ts';
import { readListQuery } from '../../src/rules/list-query.ts';
import type { ListSort } from '../../src/rules/list-query.ts';
import type { productListMachine } from '../../src/machines/product-list.machine.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Args } from '../../model-testing/table/language.ts';
import { LOOK } from '../../model-testing/table/table.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { press } from '../../model-testing/view/act.ts';
import { expectCards, pagesOf } from './catalogue.judges.ts';
import { pageOf, products } from './catalogue.samples.ts';

type Live = LiveActor<typeof productListMachine>;

const [product] = products(1) as [Product];

/** What the address bar does: tells the machine where the shopper is now. */
const goTo = (live: Live, address: string) =>
  live.send({ type: 'address.changed', query: readListQuery(new URL(address, 'http://shop/products').search) });

const isLoading = (live: Live) => live.calls.some((call) => call.slot === 'loadProducts' && call.isOpen());

/** Where a link of the view leads; one that is off leads nowhere. */
const follow = async (live: Live, name: string) => {
  await live.act(press('link', name, { role: 'navigation', name: 'Pages' }));
  if (live.path !== '') await goTo(live, live.path);
};

const showPage = (number: number, of: number) => async (live: Live) => {
  await goTo(live, '?page=99');
  await goTo(live, `?page=${number}`);
  await live.answer('loadProducts', pageOf(of * 12, number));
};

/** What the row looks at: a page number, a card with these fields, or a product to open. */
const showSubject = async (live: Live, on: string) => {
  const [, number, of] = /^see pagination\(page (\d+) of (\d+)\)$/.exec(on) ?? [];
  if (number !== undefined) return showPage(Number(number), Number(of))(live);
  const [, fields] = /^see card\((.*)\)$/.exec(on) ?? [];
  const change = fields === undefined ? { slug: 'sony-tv' } : fieldsOf(fields);
  if (fields === undefined && !on.startsWith('open(')) return undefined;
  await goTo(live, '?page=2');
  return live.answer('loadProducts', pageOf(13, 2, change));
};

/** `price 2000, discount 25, no finalPrice`: the prices that are not named are missing (A2). */
function fieldsOf(fields: string): Partial<Product> {
  const named = fields
    .split(', ')
    .map((field) => field.split(' '))
    .filter(([name]) => name !== 'no');
  const missing = fields.startsWith('price') ? { originalPrice: null, finalPrice: null, discount: null } : {};
  return { ...missing, ...Object.fromEntries(named.map(([name, value]) => [name, Number(value)])) };
}

export const productListTable: Table<typeof productListMachine> = {
  start: { 'no deals=flash in the address': 'opened in the browser', always: 'opened in the browser' },
  reach: {
    loading: (live, { on }) => (on === 'start(/products)' ? goTo(live, '?page=2') : undefined),
    ready: async (live, { on }) => {
      await live.answer('loadProducts', pageOf(30));
      await showSubject(live, on);
    },
    'view.grid': (live) => live.answer('loadProducts', pageOf(30)),
  },
  when: [
    [/^page 1 of 3$/, { holds: ({ snapshot }) => snapshot.context.page?.pagination.pages === 3 }],
    [/^page[ =]2/, { after: showPage(2, 3) }],
    [/^page 3 of 3$/, { after: showPage(3, 3) }],
    [/^already on page 2$/, { after: showPage(2, 3) }],
    [/^large screen$/, { because: 'the toggle stands on large screens only: product-list.css.ts' }],
  ],
  on: [
    [/^start\((.*)\)$/, (live, [, address = '']) => goTo(live, address)],
    [/^try again/, { type: 'list.retry' }],
    [/^url changed\(only unknown keys, (.*)\)$/, (live, [, key = '']) => goTo(live, `/products?${key}`)],
    [/^url changed\(other filters\)$/, (live) => goTo(live, '/products?category=tvs')],
    [/^choose sort\((\w+)\)$/, (_, [, sortBy]) => ({ type: 'sort.choose', sortBy: sortBy as ListSort })],
    [/^next$/, (live) => follow(live, 'Next')],
    [/^previous$/, (live) => follow(live, 'Previous')],
    [/^go to page\((\d)\)$/, (live, [, number]) => follow(live, `Page ${number}`)],
    [/^see /, LOOK],
    [/^add to cart\(product\)$/, { type: 'cart.add', product }],
    [/^open\(product/, press('link', 'Product 1')],
    [/^choose list view$/, { type: 'view.list' }],
    [/^choose grid view$/, { type: 'view.grid' }],
    [/^screen gets small$/, { type: 'screen.narrowed' }],
  ],
  calls: [
    {
      call: 'GET /products',
      slot: 'loadProducts',
      input: asRequest,
      answers: [
        [/^30 products/, pageOf(30)],
        [/^12 products/, pageOf(12)],
        [/^0 products/, pageOf(0)],
        [/^success false/, new ApiError({ kind: 'refused', status: 200 })],
        [/^broken reply/, new ApiError({ kind: 'broken', status: 200 })],
      ],
      fails: [[/^500$/, new ApiError({ kind: 'refused', status: 500, message: 'Internal error' })]],
    },
  ],
  inside: {
    loadCategories: 'names of the links above the list; the list does without them',
    watchScreen: 'listens to this window, calls nothing',
  },
  does: [
    [
      /^heading 'All Products', 12 cards, total 30$/,
      ({ page }) => {
        page.getByRole('heading', { level: 1, name: 'All Products' });
        expectCards(page, products(12));
        page.getByText('30 products');
      },
    ],
    [/^heading '(.*)'$/, ({ page }, [, name]) => void page.getByRole('heading', { level: 1, name: name ?? '' })],
    [/^Previous and Next disabled$/, ({ page }) => expect(pagesOf(page)).toBe('Previous (off) 1 Next (off)')],
    [/^request given up$/, ({ live }) => expect(isLoading(live)).toBe(false)],
    [/^button 'Try Again'$/, ({ page }) => void page.getByRole('button', { name: 'Try Again' })],
    [
      /^the earlier answer never shows$/,
      ({ live }) => expect(live.calls.filter((call) => call.slot === 'loadProducts' && call.isOpen())).toHaveLength(1),
    ],
    [
      /^address sortBy=price_high, page gone$/,
      (outcome) => {
        outcome.effect('showAddress', { query: { sortBy: 'price_high', page: 1 } });
      },
    ],
    [/^address page=(\d)$/, ({ snapshot }, [, number]) => expect(snapshot.context.query.page).toBe(Number(number))],
    [/^1$/, ({ page }) => expect(pagesOf(page)).toBe('Previous (off) 1 Next (off)')],
    [/^(Previous .* Next(?: \(off\))?)/, ({ page }, [, bar]) => expect(pagesOf(page)).toBe(bar)],
    [
      /^add to cart enabled, no SOLD OUT$/,
      ({ page }) => {
        expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveProperty('disabled', false);
        expect(page.text).not.toContain('SOLD OUT');
      },
    ],
    [
      /^badge 'SOLD OUT', add to cart disabled$/,
      ({ page }) => {
        page.getByText('SOLD OUT');
        expect(page.getByRole('button', { name: /^Add to Cart/ })).toHaveProperty('disabled', true);
      },
    ],
    [
      /^Ksh 1,500 and struck-through Ksh 2,000$/,
      ({ page }) => {
        expect(page.text).toContain('Ksh 1,500');
        expect(page.element.querySelector('s')?.textContent).toBe('Ksh\u00a02,000');
      },
    ],
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
    'Page x of y': 'two numbers, in tests/paths/product-list.test.tsx',
    flash: 'later: flash deals',
    'flash.empty': 'later: flash deals',
    'flash.failed': 'later: flash deals',
  },
  elsewhere: [
    { rows: /^flash/, by: 'later: flash deals' },
    { rows: /^start: deals=flash/, by: 'later: flash deals' },
    { rows: /deals=flash/, by: 'later: flash deals' },
    { rows: /toggle wishlist/, by: 'later: wishlist' },
    { rows: /^ready: url changed\(Back to page 1\)/, by: 'tests/e2e/browse.spec.ts' },
    { rows: /^invariant: first and last page/, by: 'tests/rules/pagination.test.ts' },
    { rows: /^invariant: page x is between/, by: 'tests/rules/pagination.test.ts' },
  ],
};

/** The table writes addresses, where everything is text; the request has numbers and a flag. */
function asRequest(args: Args): unknown {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (name === 'activeOnly') return [name, value === 'true'];
      return ['page', 'limit', 'minPrice', 'maxPrice'].includes(name) ? [name, Number(value)] : [name, value];
    }),
  );
}
