import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import {
  getFacets,
  getPriceRange,
  getProduct,
  getProductBySlug,
  listBanners,
  listBrands,
  listCategories,
  listFlashDeals,
  listFrequentlyBought,
  listProducts,
} from '../contract/catalogue.ts';
import { callKey } from '../contract/endpoint.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { composeApp } from './compose.ts';
import type { Browser } from './compose/env.ts';
import { buildSeoMetadata } from './routes/seo-metadata.ts';
import { preloadParts } from './routes/late-part.tsx';
import { isFailure, UNNAMED_ENTRY } from './routes/page-data.ts';
import type { PageCall, ReadPath } from './routes/page-data.ts';
import { Root } from './routes/root.tsx';
import { shellCalls } from './routes/shell/shell.tsx';
import { fallback, findRoute, routes } from './routes/table.ts';

/** The calls and modules that the server loads before it renders a page. */
export interface PagePlan {
  /** Public GET calls, run in process. */
  readonly calls: readonly { readonly endpoint: Endpoint; readonly request: PageCall['request'] }[];
  /** `true` when the first call loads the page's subject; otherwise the page consists of independent parts. */
  readonly hasSubject: boolean;
  /** Source modules of the page, for the build's manifest. */
  readonly modules: readonly string[];
  /** 200, or 404 for an address without a route. */
  readonly status: 200 | 404;
  /**
   * `true` when all visitors get the same page. This render contains nothing user-specific, so only the 404 page is not
   * worth caching.
   */
  readonly cacheable: boolean;
}

export interface Page {
  /** Path and query. */
  readonly url: string;
  /** Epoch ms of the render. The browser hydrates with the same value. */
  readonly now: number;
  /**
   * Reply bodies by callKey. `success: false` means that the server has no such record. Other failures are left out.
   */
  readonly replies: Readonly<Record<string, unknown>>;
  /** Origin of canonical links (A1). */
  readonly origin?: string;
}

export interface RenderedPage {
  /** Inner HTML of `#root`. */
  readonly html: string;
  /** Title, meta and link elements. */
  readonly head: string;
  /** JSON-LD of the page, not yet escaped. */
  readonly linkedData: readonly object[];
  readonly status: 200 | 404;
}

const reads: Readonly<Record<ReadPath, Endpoint>> = {
  '/products': listProducts,
  '/products/facets': getFacets,
  '/products/price-range': getPriceRange,
  '/products/:idOrSlug': getProduct,
  '/products/slug/:slug': getProductBySlug,
  '/categories': listCategories,
  '/banners': listBanners,
  '/brands': listBrands,
  '/deals/flash': listFlashDeals,
  '/orders/frequently-bought': listFrequentlyBought,
};

/** Loads the code of every page before the first request, so that rendering never suspends. */
await Promise.all([...routes, fallback].map(({ Page }) => Page.preload()));
await preloadParts();

/** One composition serves all requests: none of its actors ever starts, so it holds no user state. */
const app = composeApp(createNoBrowser(), { base: '' });

export function planPage(url: string): PagePlan {
  const { entry, own } = getPageCalls(url);
  return {
    calls: [...own, ...shellCalls].map(({ path, request }) => ({ endpoint: reads[path], request })),
    hasSubject: own.length > 0 && entry.Page.loaded()?.hasIndependentParts !== true,
    modules: [entry.module],
    status: entry === fallback ? 404 : 200,
    cacheable: entry !== fallback,
  };
}

/** Renders the page to strings. Throws when a view throws; the caller then sends its own plain page. */
export function render({ url, now, replies, origin = '' }: Page): RenderedPage {
  const { entry, own } = getPageCalls(url);
  const [subject] = own;
  const reply = subject && replies[callKey(reads[subject.path], subject.request)];
  const isMissing = isFailure(reply) || entry.Page.loaded()?.isMissing?.(reply) === true;
  const markup = renderToString(
    <StrictMode>
      <StaticRouter location={url}>
        <Root
          app={app}
          first={{ now, replies, key: UNNAMED_ENTRY, isOver: () => false }}
          origin={origin}
          onHydrated={emptyReply}
          onNavigated={emptyReply}
        />
      </StaticRouter>
    </StrictMode>,
  );
  // React puts head elements first in the markup, and finds them in the head when it hydrates.
  const [head = ''] = HOISTED.exec(markup) ?? [];
  const found = buildSeoMetadata({ url, head, origin, replies });
  return {
    html: markup.slice(head.length),
    head: head + found.head,
    linkedData: found.linkedData,
    status: entry === fallback || isMissing ? 404 : 200,
  };
}

const HOISTED = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

function getPageCalls(url: string) {
  const { pathname, search } = new URL(url, 'http://localhost');
  const { entry, params } = findRoute(pathname);
  return { entry, own: entry.Page.loaded()?.calls?.({ pathname, search, params }) ?? [] };
}

function emptyReply() {}

/** The server has no browser. A call means that an actor was started here, which is a bug. */
function createNoBrowser(): Browser {
  const refuse = (): never => {
    throw new Error('entry-server: an actor was started on the server');
  };
  return {
    navigate: refuse,
    back: refuse,
    assign: refuse,
    place: refuse,
    storage: refuse,
    tabStorage: refuse,
    on: refuse,
    isOnline: () => true,
    isVisible: () => true,
    onMedia: refuse,
    now: refuse,
    uuid: refuse,
    inTurn: refuse,
  };
}
