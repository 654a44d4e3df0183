import type { Scene, StagedCall } from 'flow-atlas/browser/script';
import type { Product } from '../../../contract/catalogue.ts';
import { BANNERS_REQUEST, FEATURED_REQUEST, NEW_ARRIVALS_REQUEST } from '../../../src/rules/home/home.ts';
import { homeSectionModel } from '../../../tests/flows/home-section/home-section.model.ts';
import { productsWithOneSoldOut } from '../../../tests/flows/support/catalogue.samples.ts';
import { T } from '../../../tests/flows/support/flash.samples.ts';
import { embedReplies, getInput, page, toSuccess, TRIES_FOR } from './parts.ts';

/** The home page, one section at a time. */

interface Content {
  readonly banners?: readonly object[];
  readonly brands?: readonly object[];
  readonly products?: readonly Product[];
  readonly deals?: { readonly deals: readonly object[] };
}

const SECTIONS: Readonly<Record<string, StagedCall>> = {
  newArrivals: {
    call: 'GET /products?sortBy=newest',
    reply: ({ products: all = [] }: Content) => toSuccess(createList(all)),
    triesFor: TRIES_FOR,
  },
  featured: {
    call: 'GET /products?featured=true',
    reply: ({ products: all = [] }: Content) => toSuccess(createList(all)),
    triesFor: TRIES_FOR,
  },
  hero: {
    call: 'GET /banners',
    reply: ({ banners: all = [] }: Content) => toSuccess({ banners: all }),
    triesFor: TRIES_FOR,
  },
  flash: {
    call: 'GET /deals/flash',
    reply: ({ deals }: Content) => toSuccess({ flashDeals: deals?.deals ?? [] }),
    triesFor: TRIES_FOR,
  },
  brands: {
    call: 'GET /brands',
    reply: ({ brands: all = [] }: Content) => toSuccess({ brands: all }),
    triesFor: TRIES_FOR,
  },
  popular: {
    call: 'GET /orders/frequently-bought',
    reply: ({ products: all = [] }: Content) => toSuccess({ products: all }),
    triesFor: TRIES_FOR,
  },
};

const createList = (all: readonly Product[]) => ({
  products: all,
  pagination: { page: 1, limit: 10, total: all.length, pages: 1 },
});

/** The home page for one section; all other sections have loaded. */
export function home(section: string, replies: Readonly<Record<string, unknown>> = {}): Scene {
  const call = SECTIONS[section];
  return {
    at: page('/', {
      time: T,
      document: embedReplies([], T),
      replies: {
        'GET /products': toSuccess(
          createList(productsWithOneSoldOut(2).map((one) => ({ ...one, name: `Other ${one.name}` }))),
        ),
        'GET /banners': toSuccess({ banners: [] }),
        'GET /brands': toSuccess({ brands: [] }),
        'GET /orders/frequently-bought': toSuccess({ products: [] }),
        'GET /deals/flash': toSuccess({ flashDeals: [] }),
        ...replies,
      },
    }),
    ...(call !== undefined && { calls: { loadContent: call } }),
  };
}

/** The home page of a named input of the model. */
export function homeAs(name: string): Scene {
  type Input = { readonly section: string; readonly loaded: Content | null };
  const { section, loaded } = getInput<Input>(homeSectionModel.inputs, name);
  const call = SECTIONS[section];
  if (call === undefined || loaded === null) return home(section);
  const requests: Readonly<Record<string, readonly [string, object]>> = {
    newArrivals: ['/products', NEW_ARRIVALS_REQUEST],
    featured: ['/products', FEATURED_REQUEST],
    hero: ['/banners', BANNERS_REQUEST],
    flash: ['/deals/flash', {}],
  };
  const [path, request] = requests[section] ?? ['/', {}];
  const known = embedReplies([[path, { ...request }, call.reply?.(loaded as never)]], T);
  const begun = home(section);
  return { ...begun, at: { ...begun.at, document: known } };
}
