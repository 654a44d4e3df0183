import type { Reply } from 'flow-atlas/browser/play';
import type { Scene, Stage } from 'flow-atlas/browser/script';
import { press } from 'model-testing/view/act';
import type { ListQuery } from '../../../src/rules/catalogue/list-query.ts';
import { toListRequest, formatListQuery } from '../../../src/rules/catalogue/list-query.ts';
import { facetsRequest, priceRangeRequest } from '../../../src/rules/catalogue/filter-requests.ts';
import { wanjiku } from '../../../tests/flows/support/account.samples.ts';
import {
  categories,
  toDeals,
  createFacets,
  createPage,
  productsWithOneSoldOut,
  television,
} from '../../../tests/flows/support/catalogue.samples.ts';
import { CATEGORY } from '../../../tests/flows/filters/filters.model.ts';
import { D0, D1, SOON, T } from '../../../tests/flows/support/flash.samples.ts';
import { banners, brands } from '../../../tests/flows/support/home.samples.ts';
import { homeSectionModel } from '../../../tests/flows/home-section/home-section.model.ts';
import { productListModel } from '../../../tests/flows/product-list/product-list.model.ts';
import { home, homeAs } from './home.ts';
import {
  act,
  answer,
  elsewhere,
  go,
  toSuccess,
  NO_SESSION,
  page,
  embedReplies,
  getInput,
  scene,
  toStoredSession,
  signedIn,
  TRIES_FOR,
  widen,
} from './parts.ts';

/** The home page, lists with their filters, a product with its reviews. */

type Ending = { readonly flashEndsAt: string | null };

/** Deals with these ends, and arbitrary products. */
const createDeals = (ends: readonly Ending[]) =>
  toSuccess({ flashDeals: toDeals(ends.length).map((deal, index) => ({ ...deal, ...ends[index] })) });

const ALL: ListQuery = { page: 1, specs: {} };
const PAGE_3: ListQuery = { ...ALL, page: 3 };
const SONY: ListQuery = { ...ALL, brand: 'sony' };
const SONY_TVS: ListQuery = { ...SONY, category: 'tvs' };
const PHONES_8GB: ListQuery = { page: 2, category: 'phones', specs: { RAM: '8GB' } };

const RANGE = { minPrice: 500, maxPrice: 90_000 };
const BESIDE_LIST = {
  'GET /products/facets': toSuccess(createFacets('RAM')),
  'GET /products/price-range': toSuccess(RANGE),
};

/** A list page that loads everything itself, except what the document contains. */
const listPage = (query: ListQuery, { replies = {}, loaded = [], held = [] }: ListPage = {}): Scene =>
  scene(
    page(`/products${formatListQuery(query)}`, {
      document: embedReplies(loaded),
      replies: { ...BESIDE_LIST, 'GET /categories': toSuccess({ categories: chosenCategories }), ...replies },
      held,
    }),
  );

interface ListPage {
  readonly replies?: Readonly<Record<string, unknown>>;
  readonly loaded?: Parameters<typeof embedReplies>[0];
  readonly held?: readonly string[];
}

/** Each with the name that the model of the filters gives to the selected one. */
const chosenCategories = categories.map((one) => ({ ...one, name: CATEGORY }));

/** A list page for the model's input, rendered with the data that the input contains. */
function listAs(name: string): Scene {
  type Input = { readonly query: ListQuery; readonly loaded: object | null; readonly deals?: readonly object[] };
  const { query, loaded, deals } = getInput<Input>(productListModel.inputs, name);
  const beside = [
    ['/products/facets', facetsRequest(query), toSuccess(createFacets('RAM'))],
    ['/products/price-range', priceRangeRequest(query), toSuccess(RANGE)],
  ] as const;
  const list = loaded === null ? [] : ([['/products', toListRequest(query), toSuccess(loaded)]] as const);
  const flash = deals === undefined ? [] : ([['/deals/flash', {}, toSuccess({ flashDeals: deals })]] as const);
  return scene(
    page(`/products${formatListQuery(query)}`, {
      document: embedReplies([...list, ...flash, ...beside]),
      replies: BESIDE_LIST,
      time: Date.UTC(2026, 0, 1),
    }),
  );
}

const productPage = (path: string, more: Parameters<typeof page>[1] = {}) =>
  page(path, { document: embedReplies([]), replies: { 'GET /reviews/{id}': toSuccess(EMPTY_REVIEWS_PAGE) }, ...more });
const EMPTY_REVIEWS_PAGE = { reviews: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } };

const ALONE = { role: 'button', name: 'Next banner' } as const;

export const catalogueStages: Readonly<Record<string, Stage>> = {
  'home-section': {
    begins: Object.fromEntries(Object.keys(homeSectionModel.inputs).map((name) => [name, homeAs(name)])),
  },
  'hero-carousel': {
    differences: [{ what: /^(Banner|Subtitle|Shop) \d$/, why: 'the view draws every banner, and a page shows one' }],
    begins: Object.fromEntries(
      [1, 2, 3].map((count) => [
        count === 1 ? '1 banner' : `${count} banners`,
        home('', { 'GET /banners': toSuccess({ banners: banners(count) }) }),
      ]),
    ),
    events: {
      'pointer.entered': () => [act({ do: 'hover', ...ALONE } as never)],
      'pointer.left': () => [{ do: 'leave', with: [] }],
      'focus.entered': () => [act({ do: 'focus', ...ALONE } as never)],
      'focus.left': () => [{ do: 'leave', with: [] }],
      'motion.reduced': () => [{ do: 'motion', with: [true] }],
      'motion.allowed': () => [{ do: 'motion', with: [false] }],
      'banner.pick': ({ index }) =>
        Number(index) < 0 || Number(index) > 2
          ? 'no button shows a missing banner'
          : [act(press('button', `Show banner ${Number(index) + 1}`))],
    },
  },
  'brand-carousel': {
    begins: Object.fromEntries(
      [1, 6, 7, 12, 13, 19].map((count) => [
        `${count} brands`,
        home('', { 'GET /brands': toSuccess({ brands: brands(count) }) }),
      ]),
    ),
  },
  'flash-countdown': {
    begins: {
      '': scene(page('/products?deals=flash', { time: T, document: embedReplies([], T), held: ['GET /deals/flash'] })),
      'deals with the page': flashPage([SOON, D1]),
      'past deals with the page': flashPage([D0]),
      'placeholder off': 'the shop has enabled its placeholder',
    },
    calls: {
      loadDeals: {
        call: 'GET /deals/flash',
        reply: ({ deals }: { readonly deals: readonly Ending[] }) => createDeals(deals),
        triesFor: TRIES_FOR,
      },
    },
    events: {
      'deals.known': ({ deals }) => [answer('GET /deals/flash', createDeals(deals as readonly Ending[]))],
    },
  },
  'product-list': {
    // A narrow window has no choice between grid and rows.
    instead: ({ step }) => (step.event.type === 'screen.narrowed' ? { sight: { gone: ["button 'List'"] } } : null),
    begins: Object.fromEntries(Object.keys(productListModel.inputs).map((name) => [name, listAs(name)])),
    differences: [{ what: /^link '(Previous|Next|Page \d+)' to /, why: 'the view alone is not drawn at /products' }],
    calls: {
      loadProducts: { call: 'GET /products', triesFor: TRIES_FOR },
      loadDeals: {
        call: 'GET /deals/flash',
        reply: (flashDeals: readonly object[]) => toSuccess({ flashDeals }),
        triesFor: TRIES_FOR,
      },
    },
    events: {
      'address.changed': ({ query }) => [go(`/products${formatListQuery(query as ListQuery)}`)],
      'screen.narrowed': () => [widen(390)],
      'deal.ended': () => 'the clock of the deals reports it: see flash-countdown',
      'cart.add': (_, before) =>
        before?.context.deals === null ? undefined : 'this page shows other deals; a product in a list does the same',
    },
  },
  filters: {
    // Only a narrow window has the drawer, and no filters beside the list.
    instead: ({ step, before }) =>
      step.event.type === 'drawer.close' && before?.matches({ drawer: 'open' }) === true
        ? { sight: { gone: ["button 'Show products'"] } }
        : null,
    begins: {
      'Sony in TVs': listPage(SONY_TVS, {
        replies: { 'GET /products': toSuccess(createPage(3)) },
        held: ['GET /products/facets'],
      }),
      'phones of 8GB': listPage(PHONES_8GB, {
        replies: { 'GET /products': toSuccess(createPage(20, 2)) },
        held: ['GET /products/facets'],
        loaded: [['/products/facets', facetsRequest(PHONES_8GB), toSuccess(createFacets('RAM'))]],
      }),
      'rendered without facets': listPage(SONY, {
        replies: { 'GET /products': toSuccess(createPage(3)) },
        held: ['GET /products/facets'],
        loaded: [['/products/facets', facetsRequest(SONY), toSuccess(createFacets())]],
      }),
      'flash deals': 'the flash deals have no filters',
    },
    calls: { loadFacets: { call: 'GET /products/facets', triesFor: TRIES_FOR } },
    events: {
      'address.changed': ({ query }) => [go(`/products${formatListQuery(query as ListQuery)}`)],
      'screen.widened': () => [widen(390), widen(1280)],
      'drawer.open': () => [widen(390), act(press('button', /^Filters/))],
    },
    differences: [
      { what: /^Page \d+ of \d+$/, why: 'the list beside it says its own page' },
      {
        what: /Price Filter|(Min|Max) \(Ksh\)|(Minimum|Maximum) price/,
        why: 'the price is a separate flow, rendered in its initial state: see price-filter',
      },
      { what: /^(button ')?Filters( \(\d\))?'?$/, why: 'only narrow windows show the button of the drawer' },
    ],
  },
  'price-filter': {
    differences: [
      { what: /^Page \d+ of \d+$/, why: 'the list beside it says its own page' },
      { what: /^No list\./, why: 'the list beside it was not loaded' },
    ],
    begins: {
      'no price': listPage(ALL, { held: ['GET /products', 'GET /products/price-range'] }),
      'a price': listPage(
        { ...ALL, minPrice: 1_000, maxPrice: 5_000 },
        { held: ['GET /products', 'GET /products/price-range'] },
      ),
      'on page 3 with its range': listPage(PAGE_3, {
        held: ['GET /products', 'GET /products/price-range'],
        loaded: [['/products/price-range', priceRangeRequest(PAGE_3), toSuccess(RANGE)]],
      }),
    },
    calls: { loadRange: { call: 'GET /products/price-range', triesFor: TRIES_FOR } },
    events: {
      'address.changed': ({ query }) => [go(`/products${formatListQuery(query as ListQuery)}`)],
      'products.known': ({ prices }, before) =>
        before?.context.list === 'loading'
          ? [{ do: 'answer', with: ['GET /products', createListWithPrices(prices as readonly number[] | null)] }]
          : 'a loaded list loads again only for another address: see product-list',
    },
  },
  'product-detail': {
    // At the checkout, a guest is asked to log in.
    instead: ({ step, after }) => {
      if (after.matches('redirectedHome')) return { address: '/' };
      if (!after.matches({ ready: { buying: 'taken' } })) return null;
      return { address: step.event.type === 'order.now' ? '/auth/login' : '/cart' };
    },
    unchecked: [{ what: /^Go to \/checkout/, why: 'a guest is led on to the login' }],
    begins: {
      'opened in the browser': scene(productPage('/product/p1')),
      'rendered by the server': scene(
        productPage('/product/p1', {
          document: embedReplies([['/products/:idOrSlug', { idOrSlug: 'p1' }, toSuccess({ product: television })]]),
        }),
      ),
      'rendered as missing': scene(
        productPage('/product/p1', {
          document: embedReplies([
            ['/products/:idOrSlug', { idOrSlug: 'p1' }, { success: false, message: 'Not found' }],
          ]),
        }),
      ),
      'without an id': scene(page('/product')),
    },
    calls: {
      loadProduct: {
        call: 'GET /products/{id}',
        reply: (product: object) => toSuccess({ product }),
        triesFor: TRIES_FOR,
      },
    },
    events: {
      'address.changed': ({ idOrSlug }) => [go(idOrSlug === '' ? '/product' : `/product/${String(idOrSlug)}`)],
    },
  },
  reviews: {
    begins: Object.fromEntries(
      (['guest', 'signed in'] as const).map((who) => {
        const replies = { 'GET /products/{id}': toSuccess({ product: television }) };
        const at = '/product/sony-tv?tab=reviews';
        return [
          who,
          scene(
            who === 'guest'
              ? page(at, { document: embedReplies([]), replies })
              : signedIn(at, wanjiku, { document: embedReplies([]), replies }),
          ),
        ];
      }),
    ),
    calls: {
      loadReviews: { call: 'GET /reviews/{id}', triesFor: TRIES_FOR },
      askMay: {
        call: 'GET /reviews/{id}/can-review',
        reply: (may: object) => ({ success: true, ...may }),
        triesFor: TRIES_FOR,
      },
      sendReview: { call: 'POST /reviews/{id}', reply: (review: object) => toSuccess({ review }) },
    },
    events: {
      'session.signedIn': ({ draft }) =>
        (draft as { comment?: string } | undefined)?.comment === 'Typed before'
          ? 'earlier input appears after a login through the link of the page: see login'
          : [elsewhere(toStoredSession(wanjiku))],
      'session.ended': () => [elsewhere(NO_SESSION)],
    },
  },
};

/** A list whose products have these prices, or a refusal. */
function createListWithPrices(prices: readonly number[] | null): Reply {
  if (prices === null) return { status: 400, json: { success: false, message: 'No list.' } };
  const products = productsWithOneSoldOut(prices.length).map((one, index) => {
    const price = prices[index] ?? one.price;
    return { ...one, price, finalPrice: price, discountPercentage: 0 };
  });
  return {
    status: 200,
    json: toSuccess({ products, pagination: { page: 1, limit: 12, total: products.length, pages: 1 } }),
  };
}

/** The list of flash deals, rendered with these ends. */
function flashPage(ends: readonly Ending[]): Scene {
  return scene(
    page('/products?deals=flash', {
      time: T,
      document: embedReplies([['/deals/flash', {}, createDeals(ends)]], T),
    }),
  );
}
