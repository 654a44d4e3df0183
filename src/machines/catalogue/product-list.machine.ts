import { assign, setup } from 'xstate';
import type { FlashDeal, Pagination, Product } from '../../../contract/catalogue.ts';
import { toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { flashProblem, getDealsPage } from '../../rules/catalogue/flash-deals.ts';
import { isSameListQuery, toListRequest } from '../../rules/catalogue/list-query.ts';
import type { ListQuery, ListRequest, ListSort } from '../../rules/catalogue/list-query.ts';
import { given, withContext, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/catalogue.ts';

/**
 * The product list of /products and /search.
 *
 * The address selects the products: it arrives as `input.query`, and later changes by `address.changed`. A sort order
 * chosen here is written to the address, so its echo changes nothing. With `deals=flash` it lists the flash deals,
 * which load all together and are sorted and paged here (A43).
 */

export interface ProductPage {
  readonly products: readonly Product[];
  readonly pagination: Pagination;
  /** The server knows no such category (A58). */
  readonly isUnknownCategory?: boolean | undefined;
}

export interface ProductListInput {
  readonly query: ListQuery;
  /** The page that the server rendered, or `null` to fetch it. */
  readonly loaded: ProductPage | null;
  /** The flash deals that the server rendered. */
  readonly deals?: readonly FlashDeal[] | null;
}

export interface ProductListContext {
  readonly query: ListQuery;
  /** The newest page, also while a new one is loading; `null` when it could not be loaded. */
  readonly page: ProductPage | null;
  /** All flash deals, while the address names them. */
  readonly deals: readonly FlashDeal[] | null;
  readonly problem: Problem | null;
  /** The product last added to the cart from the list, for the live region. */
  readonly added: Product | null;
}

export type ProductListEvent =
  | { readonly type: 'address.changed'; readonly query: ListQuery }
  | { readonly type: 'sort.choose'; readonly sortBy: ListSort }
  | { readonly type: 'list.retry' }
  /** A flash deal has ended (U2). */
  | { readonly type: 'deal.ended' }
  | { readonly type: 'cart.add'; readonly product: Product }
  | { readonly type: 'view.grid' }
  | { readonly type: 'view.list' }
  | { readonly type: 'screen.narrowed' };

const pickQuery = ({ context: { query } }: ContextScope<ProductListContext>) => ({ query });
const productIn = ({ event: { product } }: EventScope<{ readonly product: Product }>) => ({ product });
const answeredPage = ({ event }: EventScope<{ readonly output: ProductPage }>) => ({ page: event.output });

const ofDeals = {
  description: 'The address names the flash deals (A43).',
  guard: withContext('isFlash'),
  target: 'flash',
} as const;

const showLastPage = [
  { type: 'setQuery', params: ({ context }: ContextScope<ProductListContext>) => ({ query: toLastPage(context) }) },
  given('replaceAddress', pickQuery),
] as const;

const unread = {
  description: 'The server sent an earlier page than the address names (A57).',
  guard: 'isUnread',
  actions: showLastPage,
} as const;

const taking = {
  description: 'The product is in stock, or its stock is unknown.',
  guard: withEvent('isInStock'),
  actions: [given('addToCart', productIn), withEvent('noteAdded')],
} as const;

export const productListMachine = setup({
  types: {
    input: {} as ProductListInput,
    context: {} as ProductListContext,
    events: {} as ProductListEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Sends `screen.narrowed`. */
    watchScreen: listenerSlot(),
    loadProducts: callSlot<ProductPage, ListRequest>(),
    loadDeals: callSlot<readonly FlashDeal[]>(),
  },
  actions: {
    showAddress: effectSlot<{ query: ListQuery }>(),
    /** Without a new history entry. */
    replaceAddress: effectSlot<{ query: ListQuery }>(),
    addToCart: effectSlot<{ product: Product }>(),
    setQuery: assign({ query: (_, params: { query: ListQuery }) => params.query, added: null }),
    setPage: assign({ page: (_, params: { page: ProductPage }) => params.page }),
    setDeals: assign({ deals: (_, deals: readonly FlashDeal[]) => deals }),
    cutDeals: assign({ page: ({ context }) => getDealsPage(context.deals ?? [], context.query) }),
    forgetDeals: assign({ deals: null }),
    giveUp: assign({ problem: (_, params: { problem: Problem }) => params.problem, page: null }),
    clearProblem: assign({ problem: null }),
    noteAdded: assign({ added: (_, params: { product: Product }) => params.product }),
  },
  guards: {
    hasPage: ({ context }) => context.page !== null,
    isEmpty: (_, params: { page: ProductPage | null }) => params.page?.products.length === 0,
    hasCards: ({ context }) => hasProducts(context),
    isOtherOrder: ({ context }, params: { sortBy: ListSort }) =>
      hasProducts(context) && !isSameListQuery(context.query, setSort(context.query, params.sortBy)),
    isOtherQuery: ({ context }, params: { query: ListQuery }) => !isSameListQuery(context.query, params.query),
    isFlash: (_, params: { query: ListQuery }) => params.query.deals !== undefined,
    hasDeals: ({ context }) => context.deals !== null,
    isPageOfDeals: ({ context }, params: { query: ListQuery }) =>
      context.deals !== null && params.query.deals !== undefined,
    isBeyond: (_, params: { query: ListQuery; page: ProductPage | null }) => isBeyond(params),
    isUnread: ({ context: { query, page } }) => page !== null && page.pagination.page < query.page,
    isUnknownCategory: (_, params: { page: ProductPage | null }) => params.page?.isUnknownCategory === true,
    isInStock: (_, params: { product: Product }) => params.product.stock === null || params.product.stock > 0,
  },
}).createMachine({
  id: 'productList',
  description: 'The product list: loads and shows the page that the address names.',
  context: ({ input }) => ({
    query: input.query,
    page: input.loaded,
    deals: input.deals ?? null,
    problem: null,
    added: null,
  }),
  type: 'parallel',
  states: {
    products: {
      description: 'The products for the current address.',
      initial: 'deciding',
      on: {
        'address.changed': [
          {
            description: 'The address names another page or order of the loaded flash deals (A43).',
            guard: withEvent('isPageOfDeals'),
            actions: [withEvent('setQuery'), 'cutDeals'],
          },
          {
            description: 'The address names other products.',
            guard: withEvent('isOtherQuery'),
            target: '.asking',
            actions: [withEvent('setQuery'), 'forgetDeals'],
          },
          { description: 'The address names the products that are shown.', actions: withEvent('setQuery') },
        ],
        'sort.choose': {
          description: 'Products are shown, and the order is a new one.',
          guard: withEvent('isOtherOrder'),
          target: '.asking',
          actions: [
            { type: 'setQuery', params: ({ context, event }) => ({ query: setSort(context.query, event.sortBy) }) },
            given('showAddress', pickQuery),
          ],
        },
      },
      states: {
        deciding: {
          description: 'Decides whether the page came from the server.',
          always: [
            ofDeals,
            {
              description: 'The category does not exist (A58).',
              guard: withContext('isUnknownCategory'),
              target: 'unknownCategory',
            },
            {
              description: 'The page number is beyond the last page (A57).',
              guard: withContext('isBeyond'),
              target: 'loading',
              actions: showLastPage,
            },
            { description: 'No product matches the address.', guard: withContext('isEmpty'), target: 'empty' },
            { description: 'The products came with the page.', guard: 'hasPage', target: 'ready' },
            { description: 'The products are not known yet.', target: 'loading' },
          ],
        },
        asking: {
          description: 'Decides between the catalogue and the flash deals.',
          always: [ofDeals, { description: 'The address names the catalogue.', target: 'loading' }],
        },
        loading: {
          description: 'The products are loading. Replies to earlier addresses are dropped.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'loadProducts',
            src: 'loadProducts',
            input: ({ context }) => toListRequest(context.query),
            onDone: [
              {
                description: 'The page number is beyond the last page (A57).',
                guard: {
                  type: 'isBeyond',
                  params: ({ context, event }) => ({ query: context.query, page: event.output }),
                },
                target: 'loading',
                reenter: true,
                actions: [
                  {
                    type: 'setQuery',
                    params: ({ context, event }) => ({ query: toLastPage({ ...context, page: event.output }) }),
                  },
                  given('replaceAddress', pickQuery),
                ],
              },
              {
                description: 'The category does not exist (A58).',
                guard: given('isUnknownCategory', answeredPage),
                target: 'unknownCategory',
                actions: given('setPage', answeredPage),
              },
              {
                description: 'No product matches the address.',
                guard: given('isEmpty', answeredPage),
                target: 'empty',
                actions: given('setPage', answeredPage),
              },
              {
                description: 'At least one product matches the address.',
                target: 'ready',
                actions: given('setPage', answeredPage),
              },
            ],
            onError: {
              target: 'failed',
              actions: {
                type: 'giveUp',
                params: ({ event }) => ({ problem: toProblem(event.error, texts.failedToLoadProducts) }),
              },
            },
          },
        },
        ready: {
          description: 'The products, their number and the page numbers are shown.',
          always: unread,
          on: {
            'cart.add': taking,
          },
        },
        empty: { description: 'No product matches: No products found.' },
        unknownCategory: { description: 'The category does not exist: No products found (A58).' },
        failed: {
          description: 'The products could not be loaded. The shopper can try again.',
          on: { 'list.retry': 'loading' },
        },
        flash: {
          description: 'The flash deals, which load all together.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Decides whether the deals are already known.',
              always: [
                {
                  description: 'The deals are known already.',
                  guard: 'hasDeals',
                  target: 'cutting',
                  actions: 'cutDeals',
                },
                { description: 'The deals are not known yet.', target: 'loading' },
              ],
            },
            cutting: {
              description: 'Decides whether there is a deal.',
              always: [
                { description: 'There is no deal.', guard: withContext('isEmpty'), target: 'empty' },
                { description: 'There is a deal.', target: 'ready' },
              ],
            },
            loading: {
              description: 'The deals are loading.',
              tags: 'busy',
              entry: 'clearProblem',
              invoke: {
                ...slot('loadDeals'),
                onDone: { target: 'cutting', actions: [withOutput('setDeals'), 'cutDeals'] },
                onError: {
                  target: 'failed',
                  actions: [
                    'forgetDeals',
                    { type: 'giveUp', params: ({ event }) => ({ problem: flashProblem(event.error) }) },
                  ],
                },
              },
            },
            ready: {
              description: 'The deals are shown.',
              always: unread,
              on: {
                'deal.ended': 'loading',
                'cart.add': taking,
              },
            },
            empty: { description: 'There are no deals: No deal available.' },
            failed: {
              description: 'The deals could not be loaded. The shopper can try again.',
              on: { 'list.retry': 'loading' },
            },
          },
        },
      },
    },
    view: {
      description: 'The layout of the products on a large screen.',
      initial: 'grid',
      states: {
        grid: {
          description: 'Products in a grid.',
          on: { 'view.list': { description: 'Products are shown.', guard: 'hasCards', target: 'list' } },
        },
        list: {
          description: 'Products in rows.',
          invoke: slot('watchScreen'),
          on: {
            'view.grid': { description: 'Products are shown.', guard: 'hasCards', target: 'grid' },
            'screen.narrowed': 'grid',
          },
        },
      },
    },
  },
});

/** Order and layout need products, those of the previous page included. */
function hasProducts({ page }: ProductListContext): boolean {
  return page !== null && page.products.length > 0;
}

/** Returns whether the page is beyond the last one (A57). A contradictory reply is used unchanged. */
function isBeyond({ query, page }: { query: ListQuery; page: ProductPage | null }): boolean {
  return page?.products.length === 0 && page.pagination.total > 0 && query.page > page.pagination.pages;
}

/** Returns the query of the last page according to the reply. */
function toLastPage({ query, page }: Pick<ProductListContext, 'query' | 'page'>): ListQuery {
  const { page: shown = 1, pages = 1 } = page?.pagination ?? {};
  return { ...query, page: page?.products.length === 0 ? Math.max(1, pages) : shown };
}

/** A new order starts at the first page (A53). */
function setSort({ sortBy: _, ...query }: ListQuery, sortBy: ListSort): ListQuery {
  return { ...query, sortBy, page: 1 };
}
