import { productListMachine } from '../../src/machines/product-list.machine.ts';
import { defineModel } from '../../model-testing/model/define.ts';
import { categories, pageOf, television } from './catalogue.samples.ts';

export const productListModel = defineModel({
  flow: 'product-list',
  machine: productListMachine,
  inputs: {
    'opened in the browser': { query: { page: 1, specs: {} }, loaded: null, categories: null },
    'rendered by the server': { query: { page: 1, specs: {} }, loaded: pageOf(30), categories },
    'rendered empty': { query: { page: 9, specs: {} }, loaded: pageOf(0, 9), categories },
  },
  events: {
    'address.changed': {
      'page 2': { query: { page: 2, specs: {} } },
      TVs: { query: { category: 'tvs', page: 1, specs: {} } },
      'the same': { query: { page: 1, specs: {} } },
    },
    'sort.choose': { price_high: { sortBy: 'price_high' }, newest: { sortBy: 'newest' } },
    'list.retry': { '': {} },
    'cart.add': { 'in stock': { product: television }, 'sold out': { product: { ...television, stock: 0 } } },
    'view.grid': { '': {} },
    'view.list': { '': {} },
    'screen.narrowed': { sentBy: 'watchScreen', cases: { '': {} } },
  },
  done: {
    loadProducts: { '30 products': pageOf(30), 'no products': pageOf(0) },
    loadCategories: { two: categories },
  },
  project: ({ query, page, problem, added }) => ({ query, total: page?.pagination.total ?? null, problem, added }),
  delays: {},
  states: {
    loading: (snapshot) => snapshot.matches({ products: 'loading' }),
    ready: (snapshot) => snapshot.matches({ products: 'ready' }),
    empty: (snapshot) => snapshot.matches({ products: 'empty' }),
    failed: (snapshot) => snapshot.matches({ products: 'failed' }),
    'view.grid': (snapshot) => snapshot.matches({ view: 'grid' }),
    'view.list': (snapshot) => snapshot.matches({ view: 'list' }),
  },
  invariants: {
    'at most one list is being fetched': ({ calls }) =>
      calls.filter((call) => call.slot === 'loadProducts' && call.isOpen()).length <= 1,
    'a failed list says why': ({ snapshot }) =>
      !snapshot.matches({ products: 'failed' }) || snapshot.context.problem !== null,
    'cards are shown only of a page that has some': ({ snapshot }) =>
      !snapshot.matches({ products: 'ready' }) || (snapshot.context.page?.products.length ?? 0) > 0,
  },
});
