import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import type { Product } from '../../../contract/catalogue.ts';
import { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import type { ProductListContext, ProductListInput } from '../../../src/machines/catalogue/product-list.machine.ts';
import { isSameListQuery, toListRequest } from '../../../src/rules/catalogue/list-query.ts';
import type { ListQuery, ListRequest, ListSort } from '../../../src/rules/catalogue/list-query.ts';
import { defineActs } from 'model-testing/model/define';
import { press, select } from 'model-testing/view/act';
import { toDeals, createPage, productsWithOneSoldOut } from '../support/catalogue.samples.ts';

/** The last page of 27 products. Its third product is sold out. */
const page = { ...createPage(27, 3), products: productsWithOneSoldOut(3) };
const [inStock, , soldOut] = page.products as [Product, Product, Product];

export const noCategory = { ...createPage(0), isUnknownCategory: true };

export const SORT_LABELS: Readonly<Record<ListSort, string>> = {
  newest: 'Newest',
  price_low: 'Price: Low to High',
  price_high: 'Price: High to Low',
  rating: 'Highest Rated',
};

export const productListModel = defineModel({
  flow: 'product-list',
  machine: productListMachine,
  inputs: {
    'opened in the browser': { query: { page: 1, specs: {} }, loaded: null },
    'rendered by the server': { query: { page: 1, specs: {} }, loaded: page },
    'rendered empty': { query: { page: 9, specs: {} }, loaded: createPage(0, 9) },
    'rendered beyond its last page': { query: { page: 9, specs: {} }, loaded: createPage(30, 9) },
    'rendered by a server that gave its last page': { query: { page: 9, specs: {} }, loaded: page },
    'rendered for no category': { query: { category: 'nope', page: 1, specs: {} }, loaded: noCategory },
    'flash deals': { query: { deals: 'flash', page: 1, specs: {} }, loaded: null },
    'rendered flash deals': {
      query: { deals: 'flash', page: 9, specs: {} },
      loaded: null,
      deals: toDeals(13),
    },
  },
  events: {
    'address.changed': {
      'page 2 of Sony in TVs': { query: { category: 'tvs', search: 'sony', page: 2, specs: {} } },
      'the same': { query: { page: 1, specs: {} } },
      'a tracker more': { query: { page: 1, specs: {}, kept: [['utm_source', 'wa']] } },
      'flash deals': { query: { deals: 'flash', page: 2, specs: {} } },
    },
    'sort.choose': { price_high: { sortBy: 'price_high' } },
    'list.retry': { '': {} },
    'deal.ended': { '': {} },
    'cart.add': { 'in stock': { product: inStock }, 'sold out': { product: soldOut } },
    'view.grid': { '': {} },
    'view.list': { '': {} },
    'screen.narrowed': { sentBy: 'watchScreen', cases: { '': {} } },
  },
  acts: defineActs<typeof productListMachine>({
    'address.changed': { sentIn: 'src/routes/catalogue/product-list.route.tsx' },
    'sort.choose': ({ sortBy }) => select('Sort by', SORT_LABELS[sortBy]),
    'list.retry': press('button', 'Try Again'),
    'deal.ended': { sentIn: 'src/routes/catalogue/flash-clock.late.tsx' },
    // Only products that are shown.
    'cart.add': ({ product }, { context: { page } }) =>
      page?.products.includes(product) === false ? null : press('button', `Add to Cart: ${product.name}`),
    'view.grid': press('button', 'Grid'),
    'view.list': press('button', 'List'),
  }),
  done: {
    loadProducts: {
      '27 products': page,
      'no products': createPage(0),
      'one page only': createPage(5, 2),
      'no category': noCategory,
    },
    loadDeals: { '13 deals': toDeals(13), none: [] },
  },
  // While a new list loads, the old list is reduced to whether it has cards.
  project: ({ query: { kept: _, ...query }, page, deals, problem }, snapshot) => ({
    query,
    shown:
      page && (snapshot.hasTag('busy') ? page.products.length > 0 : `${page.pagination.page} ${page.pagination.total}`),
    deals: deals?.length,
    problem: problem?.text,
  }),
  delays: {},
  equivalents: {
    'swap products.loading: loadProducts answers #1': 'where there is no category there are no pages to be beyond',
  },
  beyond: [
    { what: /^products\.deciding: at once/, why: 'H11: a page that came with the document is not asked for' },
    {
      what: /^products: sort\.choose .*from products\.loading/,
      why: 'A53: as another address, the newest choice counts',
    },
    { what: /^products\.flash\.ready: cart\.add/, why: '§2 Product card: a card is a card' },
    {
      what: /^products: (address\.changed \[(otherwise|isPageOfDeals)\]|sort\.choose) .*from /,
      why: 'A5, A43, A53: the newest address counts, whatever is shown',
    },
  ],
  states: {
    loading: (snapshot) => snapshot.matches({ products: 'loading' }),
    ready: (snapshot) => snapshot.matches({ products: 'ready' }),
    empty: (snapshot) => snapshot.matches({ products: 'empty' }),
    unknownCategory: (snapshot) => snapshot.matches({ products: 'unknownCategory' }),
    failed: (snapshot) => snapshot.matches({ products: 'failed' }),
    flash: (snapshot) => snapshot.matches({ products: 'flash' }),
    'flash.loading': (snapshot) => snapshot.matches({ products: { flash: 'loading' } }),
    'flash.ready': (snapshot) => snapshot.matches({ products: { flash: 'ready' } }),
    'flash.empty': (snapshot) => snapshot.matches({ products: { flash: 'empty' } }),
    'flash.failed': (snapshot) => snapshot.matches({ products: { flash: 'failed' } }),
    'view.grid': (snapshot) => snapshot.matches({ view: 'grid' }),
    'view.list': (snapshot) => snapshot.matches({ view: 'list' }),
  },
  invariants: {
    'order and layout can be chosen where cards are, or were': ({ snapshot }) =>
      !snapshot.matches({ products: 'failed' }) || snapshot.context.page === null,
    'the list shown always belongs to the newest address; an older answer never replaces it': ({ calls, snapshot }) => {
      if (snapshot.matches({ products: 'flash' })) return true;
      const last = calls.findLast(({ slot }) => slot === 'loadProducts');
      return (
        last === undefined ||
        (isAskedFor(last.input as ListRequest, snapshot.context) &&
          last.isOpen() === snapshot.matches({ products: 'loading' }))
      );
    },
    'what the server knew is shown at once, and nothing else is asked for': ({ step, calls, snapshot }) => {
      if (step?.kind !== 'start') return true;
      const { query, loaded, deals = null } = step.input as ProductListInput;
      if (query.deals !== undefined) return calls.some(({ slot }) => slot === 'loadDeals') === (deals === null);
      const isUsed = loaded !== null && (loaded.products.length > 0 || loaded.pagination.total === 0);
      const asked = isUsed ? [] : ['loadProducts'];
      return (
        dequal(
          calls.map(({ slot }) => slot).filter((slot) => slot !== 'watchScreen'),
          asked,
        ) && isUsed !== snapshot.matches({ products: 'loading' })
      );
    },
    'the same list is not asked for again, but after a failure': ({ before, snapshot, started }) =>
      before === null ||
      before.matches({ products: 'failed' }) ||
      before.matches({ products: 'flash' }) ||
      started.every(({ slot }) => slot !== 'loadProducts') ||
      !isSameListQuery(before.context.query, snapshot.context.query),
    'the layout is chosen, or is lost with the large screen': ({ step, before, snapshot }) =>
      /^(view|screen)\./.test(step?.event.type ?? '') ||
      before === null ||
      before.matches({ view: 'list' }) === snapshot.matches({ view: 'list' }),
    'at most one list is being fetched': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadProducts' && call.isOpen()).length <= 1,
    'a failed list says why, and nothing else does': ({ snapshot }) =>
      (snapshot.matches({ products: 'failed' }) || snapshot.matches({ products: { flash: 'failed' } })) ===
      (snapshot.context.problem !== null),
    'a page beyond the last never stays in the address, nor in the history, once the answer is there and has products':
      ({ snapshot }) => {
        const { page, query } = snapshot.context;
        const isThere = !snapshot.hasTag('busy') && page !== null && page.products.length > 0;
        return !isThere || query.page <= page.pagination.pages;
      },
    'the newest address counts, trackers and all (A5)': ({ step, snapshot }) =>
      step?.event.type !== 'address.changed' ||
      dequal(withoutPage(snapshot.context.query), withoutPage(step.event['query'] as ListQuery)),
    'A57: an address is put right in its page alone, and is the one of the cards': ({ step, effects, snapshot }) =>
      effects.every(({ type, params }) => {
        if (type !== 'replaceAddress') return true;
        const { query } = params as { query: ListQuery };
        const asked = step?.kind === 'start' ? (step.input as ProductListInput).query : snapshot.context.query;
        return query === snapshot.context.query && dequal(withoutPage(query), withoutPage(asked));
      }),
    'A57: the page that a list beyond its end asks for is its last': ({ step, started }) => {
      const { loaded = null } = step?.kind === 'start' ? (step.input as ProductListInput) : {};
      return started.every(
        ({ slot, input }) =>
          slot !== 'loadProducts' || loaded === null || (input as ListRequest).page === loaded.pagination.pages,
      );
    },
    'A57: beside cards an address is put right to their page': ({ effects, snapshot }) =>
      snapshot.hasTag('busy') ||
      effects.every(
        ({ type, params }) =>
          type !== 'replaceAddress' ||
          (params as { query: ListQuery }).query.page === snapshot.context.page?.pagination.page,
      ),
    'the address is of no later page than the cards': ({ snapshot }) => {
      const { page, query } = snapshot.context;
      return (
        (!snapshot.matches({ products: 'ready' }) && !snapshot.matches({ products: { flash: 'ready' } })) ||
        (page !== null && query.page <= page.pagination.page)
      );
    },
    'what is in stock and on a card comes into the cart, once (§2)': ({ step, before, effects, snapshot }) => {
      const product = step?.event.type === 'cart.add' ? (step.event['product'] as Product) : null;
      const isOnCard =
        before?.matches({ products: 'ready' }) === true || before?.matches({ products: { flash: 'ready' } }) === true;
      const isAdded = product !== null && product.stock !== 0 && isOnCard;
      const added = effects.filter(({ type }) => type === 'addToCart');
      return (
        dequal(
          added.map(({ params }) => params),
          isAdded ? [{ product }] : [],
        ) &&
        (!isAdded || snapshot.context.added === product)
      );
    },
    'cards are shown only of a page that has some': ({ snapshot }) =>
      !snapshot.matches({ products: 'ready' }) || (snapshot.context.page?.products.length ?? 0) > 0,
  },
});

/** Whether a request belongs to the newest address. The response may have corrected its page (A57). */
function isAskedFor({ page, ...asked }: ListRequest, { query, page: list }: ProductListContext): boolean {
  const { page: wanted, ...request } = toListRequest(query);
  const isCorrected = page > wanted && list?.pagination.page === wanted;
  return dequal(asked, request) && (page === wanted || isCorrected);
}

function withoutPage({ page: _, ...query }: ListQuery): Omit<ListQuery, 'page'> {
  return query;
}
