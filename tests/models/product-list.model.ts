import { isDeepStrictEqual } from 'node:util';
import type { Product } from '../../contract/catalogue.ts';
import { productListMachine } from '../../src/machines/product-list.machine.ts';
import type { ProductListInput } from '../../src/machines/product-list.machine.ts';
import { isSameListQuery, listRequest } from '../../src/rules/list-query.ts';
import type { ListSort } from '../../src/rules/list-query.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { press, select } from '../../model-testing/view/act.ts';
import { categories, pageOf, productsWithOneSoldOut } from './catalogue.samples.ts';

/** The last page of 27 products; its third is sold out. */
const page = { ...pageOf(27, 3), products: productsWithOneSoldOut(3) };
const [inStock, , soldOut] = page.products as [Product, Product, Product];

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
    'opened in the browser': { query: { page: 1, specs: {} }, loaded: null, categories: null },
    'rendered by the server': { query: { page: 1, specs: {} }, loaded: page, categories },
    'rendered without the links': { query: { page: 1, specs: {} }, loaded: page, categories: null },
    'rendered empty': { query: { page: 9, specs: {} }, loaded: pageOf(0, 9), categories },
  },
  events: {
    'address.changed': {
      'page 2 of Sony in TVs': { query: { category: 'tvs', search: 'sony', page: 2, specs: {} } },
      'the same': { query: { page: 1, specs: {} } },
    },
    'sort.choose': { price_high: { sortBy: 'price_high' }, newest: { sortBy: 'newest' } },
    'list.retry': { '': {} },
    'cart.add': { 'in stock': { product: inStock }, 'sold out': { product: soldOut } },
    'view.grid': { '': {} },
    'view.list': { '': {} },
    'screen.narrowed': { sentBy: 'watchScreen', cases: { '': {} } },
  },
  acts: actsOf<typeof productListMachine>({
    'address.changed': { sentIn: 'src/routes/product-list.route.tsx' },
    'sort.choose': ({ sortBy }) => select('Sort by', SORT_LABELS[sortBy]),
    'list.retry': press('button', 'Try Again'),
    'cart.add': ({ product }) => press('button', `Add to Cart: ${product.name}`),
    'view.grid': press('button', 'Grid'),
    'view.list': press('button', 'List'),
  }),
  done: {
    loadProducts: { '27 products': page, 'one product': pageOf(1), 'no products': pageOf(0) },
    loadCategories: { two: categories },
  },
  project: ({ query, page, problem, added }) => ({
    query,
    total: page?.pagination.total ?? null,
    problem: problem?.text,
    added: added?._id,
  }),
  delays: {},
  beyond: [
    { what: /^products\.deciding: at once/, why: 'H11: a page that came with the document is not asked for' },
    {
      what: /^categories\.(deciding: at once|loading: loadCategories)/,
      why: 'A42, A44: the links above the list, without which it does',
    },
    {
      what: /^products: sort\.choose .*from products\.loading/,
      why: 'A53: as another address, the newest choice counts',
    },
  ],
  states: {
    loading: (snapshot) => snapshot.matches({ products: 'loading' }),
    ready: (snapshot) => snapshot.matches({ products: 'ready' }),
    empty: (snapshot) => snapshot.matches({ products: 'empty' }),
    failed: (snapshot) => snapshot.matches({ products: 'failed' }),
    'view.grid': (snapshot) => snapshot.matches({ view: 'grid' }),
    'view.list': (snapshot) => snapshot.matches({ view: 'list' }),
  },
  invariants: {
    'order and layout can be chosen where cards are, or were': ({ snapshot }) =>
      !snapshot.matches({ products: 'failed' }) || snapshot.context.page === null,
    'the list shown always belongs to the newest address; an older answer never replaces it': ({ calls, snapshot }) => {
      const last = calls.findLast(({ slot }) => slot === 'loadProducts');
      return (
        last === undefined ||
        (isDeepStrictEqual(last.input, listRequest(snapshot.context.query)) &&
          last.isOpen() === snapshot.matches({ products: 'loading' }))
      );
    },
    'what the server knew is shown at once, and only the rest is asked for': ({ step, calls, snapshot }) => {
      if (step?.kind !== 'start') return true;
      const { loaded, categories } = step.input as ProductListInput;
      const asked = [...(loaded === null ? ['loadProducts'] : []), ...(categories === null ? ['loadCategories'] : [])];
      return (
        isDeepStrictEqual(
          calls
            .map(({ slot }) => slot)
            .filter((slot) => slot !== 'watchScreen')
            .sort(),
          asked.sort(),
        ) &&
        snapshot.matches({ categories: categories === null ? 'loading' : 'shown' }) &&
        (loaded === null || snapshot.matches({ products: loaded.products.length === 0 ? 'empty' : 'ready' }))
      );
    },
    'the same list is not asked for again, but after a failure': ({ before, snapshot, started }) =>
      before === null ||
      before.matches({ products: 'failed' }) ||
      started.every(({ slot }) => slot !== 'loadProducts') ||
      !isSameListQuery(before.context.query, snapshot.context.query),
    'the layout is chosen, or is lost with the large screen': ({ step, before, snapshot }) =>
      /^(view|screen)\./.test(step?.event.type ?? '') ||
      before === null ||
      before.matches({ view: 'list' }) === snapshot.matches({ view: 'list' }),
    'at most one list is being fetched': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadProducts' && call.isOpen()).length <= 1,
    'a failed list says why, and nothing else does': ({ snapshot }) =>
      snapshot.matches({ products: 'failed' }) === (snapshot.context.problem !== null),
    'cards are shown only of a page that has some': ({ snapshot }) =>
      !snapshot.matches({ products: 'ready' }) || (snapshot.context.page?.products.length ?? 0) > 0,
  },
});
