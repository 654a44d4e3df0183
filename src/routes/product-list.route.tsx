import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { listHeading, listRequest, readListQuery } from '../rules/list-query.ts';
import { productListMachines } from '../compose/product-list.ts';
import { Head } from '../views/parts/head.tsx';
import { Page } from '../views/parts/page.tsx';
import { ProductListView } from '../views/products/product-list.view.tsx';
import { useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';
import type { RoutePlace } from './lazy-route.tsx';
import { usePageData } from './page-data.ts';
import { useInCart } from './in-cart.ts';
import type { PageCall } from './page-data.ts';
import { paths } from '../rules/paths.ts';

const ProductList = connect(ProductListView);
const categoriesRequest = { status: 'active' } as const;

export function calls({ search }: RoutePlace): readonly PageCall[] {
  return [
    { path: '/products', request: listRequest(readListQuery(search)) },
    { path: '/categories', request: categoriesRequest },
  ];
}

/** /products and /search: one screen, told by its address what to list. */
export default function ProductListRoute() {
  const machines = useMachines(productListMachines);
  const { search } = useLocation();
  const query = readListQuery(search);
  const products = usePageData('/products', listRequest(query));
  const categories = usePageData('/categories', categoriesRequest)?.data.categories ?? null;
  const list = useActorRef(machines.productList, { input: { query, loaded: products?.data ?? null, categories } });
  useEffect(() => list.send({ type: 'address.changed', query: readListQuery(search) }), [list, search]);
  const inCart = useInCart();
  const heading = listHeading(query, categories ?? []);
  return (
    <Page>
      <Head
        title={heading}
        description={`${heading} at believable prices, delivered across Kenya. Pay on delivery.`}
        {...(query.category !== undefined && { canonical: paths.category(query.category) })}
      />
      <ProductList actor={list} inCart={inCart} />
    </Page>
  );
}
