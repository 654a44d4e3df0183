import { fromPromise } from 'xstate';
import { writeListQuery } from '../rules/list-query.ts';
import type { Product } from '../../contract/catalogue.ts';
import { productDetailMachine } from '../machines/product-detail.machine.ts';
import { productListMachine } from '../machines/product-list.machine.ts';
import { paths } from '../rules/paths.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';

/** The listing and the product page with their slots filled. */
export function catalogueMachines(env: ComposeEnv) {
  const catalogue = lazyService(
    env,
    async () => (await import('../services/catalogue.service.ts')).createCatalogueService,
  );

  const addToCart = (product: Product, quantity: number) => env.cart().send({ type: 'product.add', product, quantity });

  const productList = productListMachine.provide({
    actors: {
      loadProducts: fromPromise(async ({ input, signal }) => (await catalogue()).list(input, signal)),
      loadCategories: fromPromise(async ({ signal }) => (await catalogue()).categories({ status: 'active' }, signal)),
    },
    actions: {
      showAddress: (_, { query }) => env.navigate(`${env.place().pathname}${writeListQuery(query)}`),
      addToCart: (_, { product }) => addToCart(product, 1),
    },
  });

  const productDetail = productDetailMachine.provide({
    actors: {
      loadProduct: fromPromise(async ({ input, signal }) => (await catalogue()).product(input.idOrSlug, signal)),
    },
    actions: {
      addToCart: (_, { product, quantity }) => product !== null && addToCart(product, quantity),
      goToCart: () => env.navigate(paths.cart),
      goToCheckout: () => env.navigate(paths.checkout),
      goHome: () => env.navigate(paths.home, { replace: true }),
    },
  });

  return { productList, productDetail };
}
