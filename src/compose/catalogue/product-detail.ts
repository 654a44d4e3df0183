import { fromPromise } from 'xstate';
import { productDetailMachine } from '../../machines/catalogue/product-detail.machine.ts';
import { paths } from '../../rules/paths.ts';
import { catalogueService } from '../catalogue-service.ts';
import type { ComposeEnv } from '../env.ts';

export function productDetailMachines(env: ComposeEnv) {
  const catalogue = catalogueService(env);

  const productDetail = productDetailMachine.provide({
    actors: {
      loadProduct: fromPromise(async ({ input, signal }) => (await catalogue()).product(input.idOrSlug, signal)),
    },
    actions: {
      addToCart: (_, { product, quantity }) => env.cart().send({ type: 'product.add', product, quantity }),
      goToCart: () => env.navigate(paths.cart),
      goToCheckout: () => env.navigate(paths.checkout),
      goHome: () => env.navigate(paths.home, { replace: true }),
    },
  });

  return { productDetail };
}
