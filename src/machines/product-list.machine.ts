import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import type { Category, Pagination, Product } from '../../contract/catalogue.ts';
import { problemOf } from '../rules/failure.ts';
import type { Problem } from '../rules/failure.ts';
import { isSameListQuery, listRequest } from '../rules/list-query.ts';
import type { ListQuery, ListRequest, ListSort } from '../rules/list-query.ts';
import { effectSlot, notProvided } from './slots.ts';

/**
 * The product listing of /products and /search.
 *
 * The address says what to list: it comes in as `input.query`, and `address.changed` reports every later
 * one. A choice made here (sort) is written to the address, whose echo is then nothing new.
 */

export interface ProductPage {
  readonly products: readonly Product[];
  readonly pagination: Pagination;
}

export interface ProductListInput {
  readonly query: ListQuery;
  /** The page that the server rendered, or null to fetch it. */
  readonly loaded: ProductPage | null;
  readonly categories: readonly Category[] | null;
}

export interface ProductListContext {
  readonly query: ListQuery;
  /** The newest page, also while another is fetched; null where it could not be had. */
  readonly page: ProductPage | null;
  readonly categories: readonly Category[] | null;
  readonly problem: Problem | null;
  /** The product last put into the cart from a card, for the live region. */
  readonly added: Product | null;
}

export type ProductListEvent =
  | { readonly type: 'address.changed'; readonly query: ListQuery }
  | { readonly type: 'sort.choose'; readonly sortBy: ListSort }
  | { readonly type: 'list.retry' }
  | { readonly type: 'cart.add'; readonly product: Product }
  | { readonly type: 'view.grid' }
  | { readonly type: 'view.list' }
  | { readonly type: 'screen.narrowed' };

export const productListMachine = setup({
  types: {
    input: {} as ProductListInput,
    context: {} as ProductListContext,
    events: {} as ProductListEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends `screen.narrowed`. */
    watchScreen: fromCallback<EventObject>(notProvided),
    loadProducts: fromPromise<ProductPage, ListRequest>(notProvided),
    loadCategories: fromPromise<readonly Category[], void>(notProvided),
  },
  actions: {
    showAddress: effectSlot<{ query: ListQuery }>(),
    addToCart: effectSlot<{ product: Product }>(),
    setQuery: assign({ query: (_, params: { query: ListQuery }) => params.query, added: null }),
    setPage: assign({ page: (_, params: { page: ProductPage }) => params.page }),
    setCategories: assign({ categories: (_, params: { categories: readonly Category[] }) => params.categories }),
    giveUp: assign({ problem: (_, params: { problem: Problem }) => params.problem, page: null }),
    clearProblem: assign({ problem: null }),
    noteAdded: assign({ added: (_, params: { product: Product }) => params.product }),
  },
  guards: {
    hasPage: ({ context }) => context.page !== null,
    hasCategories: ({ context }) => context.categories !== null,
    isEmpty: (_, params: { page: ProductPage | null }) => params.page?.products.length === 0,
    hasCards: ({ context }) => hasCards(context),
    isOtherOrder: ({ context }, params: { sortBy: ListSort }) =>
      hasCards(context) && !isSameListQuery(context.query, sortedBy(context.query, params.sortBy)),
    isOtherQuery: ({ context }, params: { query: ListQuery }) => !isSameListQuery(context.query, params.query),
    isInStock: (_, params: { product: Product }) => params.product.stock === null || params.product.stock > 0,
  },
}).createMachine({
  id: 'productList',
  description: 'The product listing: loads the page that the address asks for and shows it.',
  context: ({ input }) => ({
    query: input.query,
    page: input.loaded,
    categories: input.categories,
    problem: null,
    added: null,
  }),
  type: 'parallel',
  states: {
    products: {
      description: 'The products of the newest address.',
      initial: 'deciding',
      on: {
        'address.changed': {
          guard: { type: 'isOtherQuery', params: ({ event }) => ({ query: event.query }) },
          target: '.loading',
          actions: { type: 'setQuery', params: ({ event }) => ({ query: event.query }) },
        },
        'sort.choose': {
          guard: { type: 'isOtherOrder', params: ({ event }) => ({ sortBy: event.sortBy }) },
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ context, event }) => ({ query: sortedBy(context.query, event.sortBy) }) },
            { type: 'showAddress', params: ({ context, event }) => ({ query: sortedBy(context.query, event.sortBy) }) },
          ],
        },
      },
      states: {
        deciding: {
          description: 'Is the page already there, rendered by the server?',
          always: [
            { guard: { type: 'isEmpty', params: ({ context }) => ({ page: context.page }) }, target: 'empty' },
            { guard: 'hasPage', target: 'ready' },
            { target: 'loading' },
          ],
        },
        loading: {
          description: 'The page is being fetched; an answer for an earlier address is dropped.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'loadProducts',
            src: 'loadProducts',
            input: ({ context }) => listRequest(context.query),
            onDone: [
              {
                guard: { type: 'isEmpty', params: ({ event }) => ({ page: event.output }) },
                target: 'empty',
                actions: { type: 'setPage', params: ({ event }) => ({ page: event.output }) },
              },
              { target: 'ready', actions: { type: 'setPage', params: ({ event }) => ({ page: event.output }) } },
            ],
            onError: {
              target: 'failed',
              actions: {
                type: 'giveUp',
                params: ({ event }) => ({ problem: problemOf(event.error, 'Failed to load products') }),
              },
            },
          },
        },
        ready: {
          description: 'The cards, the total and the page numbers are shown.',
          on: {
            'cart.add': {
              guard: { type: 'isInStock', params: ({ event }) => ({ product: event.product }) },
              actions: [
                { type: 'addToCart', params: ({ event }) => ({ product: event.product }) },
                { type: 'noteAdded', params: ({ event }) => ({ product: event.product }) },
              ],
            },
          },
        },
        empty: { description: 'Nothing matches: No products found.' },
        failed: {
          description: 'The page could not be loaded; Try Again asks once more.',
          on: { 'list.retry': 'loading' },
        },
      },
    },
    categories: {
      description: 'The category links above the list.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Are the categories already there?',
          always: [{ guard: 'hasCategories', target: 'shown' }, { target: 'loading' }],
        },
        loading: {
          description: 'The categories are being fetched.',
          invoke: {
            id: 'loadCategories',
            src: 'loadCategories',
            onDone: {
              target: 'shown',
              actions: { type: 'setCategories', params: ({ event }) => ({ categories: event.output }) },
            },
            onError: 'missing',
          },
        },
        shown: { description: 'The category links are shown.' },
        missing: { description: 'The categories could not be loaded; the list does without them.' },
      },
    },
    view: {
      description: 'How the cards are laid out on a large screen.',
      initial: 'grid',
      states: {
        grid: { description: 'Cards stand in a grid.', on: { 'view.list': { guard: 'hasCards', target: 'list' } } },
        list: {
          description: 'Cards stand one under the other.',
          invoke: { id: 'watchScreen', src: 'watchScreen' },
          on: { 'view.grid': { guard: 'hasCards', target: 'grid' }, 'screen.narrowed': 'grid' },
        },
      },
    },
  },
});

/** Order and layout are chosen for cards that are there, or were until another page is. */
function hasCards({ page }: ProductListContext): boolean {
  return page !== null && page.products.length > 0;
}

/** Sorting starts at the first page again (A53). */
function sortedBy({ sortBy: _, ...query }: ListQuery, sortBy: ListSort): ListQuery {
  return { ...query, sortBy, page: 1 };
}
