import { fromPromise } from 'xstate';
import { FEATURED_REQUEST, NEW_ARRIVALS_REQUEST } from '../rules/home.ts';
import { homeSectionMachine } from '../machines/home-section.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';

/** The rows of the home page with their slots filled. */
export function homeMachines(env: ComposeEnv) {
  const catalogue = lazyService(
    env,
    async () => (await import('../services/catalogue.service.ts')).createCatalogueService,
  );

  const homeSection = homeSectionMachine.provide({
    actors: {
      loadProducts: fromPromise(async ({ input, signal }) => {
        const request = input.section === 'featured' ? FEATURED_REQUEST : NEW_ARRIVALS_REQUEST;
        return (await (await catalogue()).list(request, signal)).products;
      }),
    },
    actions: { addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product }) },
  });

  return { homeSection };
}
