import { fromPromise } from 'xstate';
import { writeListQuery } from '../rules/list-query.ts';
import { productListMachine } from '../machines/product-list.machine.ts';
import type { ProductListEvent } from '../machines/product-list.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';
import { watchScreen } from './screen.ts';

/** The listing with its slots filled. */
export function productListMachines(env: ComposeEnv) {
  const catalogue = lazyService(
    env,
    async () => (await import('../services/catalogue.service.ts')).createCatalogueService,
  );

  const productList = productListMachine.provide({
    actors: {
      loadProducts: fromPromise(async ({ input, signal }) => (await catalogue()).list(input, signal)),
      loadCategories: fromPromise(async ({ signal }) => (await catalogue()).categories({ status: 'active' }, signal)),
      watchScreen: listener<ProductListEvent>((send) =>
        watchScreen(env, { small: () => send({ type: 'screen.narrowed' }) }),
      ),
    },
    actions: {
      showAddress: (_, { query }) => env.navigate(`${env.place().pathname}${writeListQuery(query)}`),
      addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product, quantity: 1 }),
    },
  });

  return { productList };
}
