import { fromPromise } from 'xstate';
import { SECTION_REQUESTS } from '../rules/home.ts';
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
        return (await (await catalogue()).list(SECTION_REQUESTS[input.section], signal)).products;
      }),
    },
    actions: { addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product }) },
  });

  return { homeSection };
}
