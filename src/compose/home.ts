import { fromPromise } from 'xstate';
import { FEATURED_REQUEST, NEW_ARRIVALS_REQUEST } from '../rules/home.ts';
import { homeSectionMachine } from '../machines/home-section.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';

/** The rows of the home page with their slots filled. */
export function homeMachines(env: ComposeEnv) {
  const home = lazyService(env, async () => (await import('../services/home.service.ts')).createHomeService);

  const homeSection = homeSectionMachine.provide({
    actors: {
      loadProducts: fromPromise(async ({ input, signal }) =>
        (await home()).products(input.section === 'featured' ? FEATURED_REQUEST : NEW_ARRIVALS_REQUEST, signal),
      ),
    },
    actions: { addToCart: (_, { product }) => env.cart().send({ type: 'product.add', product }) },
  });

  return { homeSection };
}
