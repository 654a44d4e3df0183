import { fromPromise } from 'xstate';
import { productListMachine } from '../../machines/catalogue/product-list.machine.ts';
import type { ProductListEvent } from '../../machines/catalogue/product-list.machine.ts';
import { catalogueService } from '../catalogue-service.ts';
import type { ComposeEnv } from '../env.ts';
import { flashDeals } from '../home/flash-deals.ts';
import { formatListAddress } from './list-address.ts';
import { createListener } from '../listen.ts';
import { watchScreen } from '../screen.ts';

export function productListMachines(env: ComposeEnv) {
  const catalogue = catalogueService(env);

  const productList = productListMachine.provide({
    actors: {
      loadProducts: fromPromise(async ({ input, signal }) => (await catalogue()).list(input, signal)),
      loadDeals: fromPromise(async ({ signal }) => (await flashDeals(env)(signal)).deals),
      watchScreen: createListener<ProductListEvent>((send) =>
        watchScreen(env, { small: () => send({ type: 'screen.narrowed' }) }),
      ),
    },
    actions: {
      showAddress: (_, { query }) => env.navigate(formatListAddress(env, query)),
      replaceAddress: (_, { query }) => env.navigate(formatListAddress(env, query), { replace: true }),
      addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product, quantity: 1 }),
    },
  });

  return { productList };
}
