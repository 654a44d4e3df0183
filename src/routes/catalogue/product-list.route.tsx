import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { facetsRequest, priceRangeRequest } from '../../rules/catalogue/filter-requests.ts';
import { canonicalListQuery, listHeading, toListRequest, parseListQuery } from '../../rules/catalogue/list-query.ts';
import { productListMachines } from '../../compose/catalogue/product-list.ts';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { ProductListView } from '../../views/catalogue/product-list.view.tsx';
import { useMachines } from '../app-context.tsx';
import { useCategories } from './category-nav.tsx';
import { connect, useSelected } from '../connect.tsx';
import { latePart } from '../late-part.tsx';
import type { RoutePlace } from '../lazy-route.tsx';
import { useRememberedList } from '../listed-products.ts';
import { usePageData } from '../page-data.ts';
import { useInCart } from '../cart/in-cart.ts';
import type { PageCall } from '../page-data.ts';
import { paths } from '../../rules/paths.ts';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/catalogue.ts';

const ProductList = connect(ProductListView);
const FlashClock = latePart(() => import('./flash-clock.late.tsx'));
/** A phone shows only the button that opens it. */
const FilterSidebar = latePart(() => import('./filter-sidebar.late.tsx'), { seen: 'aside' });

export function calls({ search }: RoutePlace): readonly PageCall[] {
  const query = parseListQuery(search);
  if (query.deals !== undefined) return [{ path: '/deals/flash', request: {} }];
  return [
    { path: '/products', request: toListRequest(query) },
    { path: '/products/facets', request: facetsRequest(query) },
    { path: '/products/price-range', request: priceRangeRequest(query) },
  ];
}

/** Returns whether the category does not exist (A58). */
export function isMissing(reply: unknown): boolean {
  const { data } = (reply ?? {}) as { data?: { isUnknownCategory?: boolean } };
  return data?.isUnknownCategory === true;
}

/** /products and /search: one screen. The address selects the products. */
export default function ProductListRoute() {
  const machines = useMachines(productListMachines);
  const { pathname, search } = useLocation();
  const query = parseListQuery(search);
  const products = usePageData('/products', toListRequest(query));
  const deals = usePageData('/deals/flash', {})?.data.flashDeals ?? null;
  const list = useRootActor(machines.productList, {
    input: { query, loaded: products?.data ?? null, deals },
  });
  const isUnknown = useSelected(list, list.getSnapshot(), (snapshot) =>
    snapshot.matches({ products: 'unknownCategory' }),
  );
  const listed = useSelected(list, list.getSnapshot(), ({ context }) => context.page?.products ?? null);
  const hasNothing = listed?.length === 0;
  useRememberedList('list', listed);
  const known = useRef(search);
  useEffect(() => {
    // The list has started with its first address, and may have replaced it (A57).
    if (known.current === search) return;
    known.current = search;
    list.send({ type: 'address.changed', query: parseListQuery(search) });
  }, [list, search]);
  const inCart = useInCart();
  const categories = useCategories();
  const heading = isUnknown ? texts.allProducts : listHeading(query, categories);
  // Search engines leave out search results, unknown brands and pages beyond the last one (X83).
  const isSearch = query.search !== undefined || pathname === paths.search;
  const isLeftOut = isUnknown || isSearch || (hasNothing && (query.brand !== undefined || query.page > 1));
  const hasFilters = query.deals === undefined && !isUnknown;
  return (
    <Page>
      <Head
        title={heading}
        description={texts.listDescription(heading)}
        {...(isLeftOut ? { indexed: false } : { canonical: canonicalListQuery(query) })}
      />
      <ProductList
        actor={list}
        inCart={inCart}
        categories={categories}
        filters={hasFilters ? <FilterSidebar list={list} category={heading} /> : null}
        countdown={query.deals === undefined ? null : <FlashClock list={list} loaded={deals} />}
      />
    </Page>
  );
}
