import { fromPromise } from 'xstate';
import { filtersMachine } from '../../machines/catalogue/filters.machine.ts';
import type { FiltersEvent } from '../../machines/catalogue/filters.machine.ts';
import { priceFilterMachine } from '../../machines/catalogue/price-filter.machine.ts';
import { catalogueService } from '../catalogue-service.ts';
import type { ComposeEnv } from '../env.ts';
import { formatListAddress } from './list-address.ts';
import { createListener } from '../listen.ts';
import { watchScreen } from '../screen.ts';

export function filtersMachines(env: ComposeEnv) {
  const catalogue = catalogueService(env);

  const filters = filtersMachine.provide({
    actors: {
      loadFacets: fromPromise(async ({ input, signal }) => (await catalogue()).facets(input, signal)),
      watchScreen: createListener<FiltersEvent>((send) =>
        watchScreen(env, { large: () => send({ type: 'screen.widened' }) }),
      ),
    },
    actions: {
      showAddress: (_, { query }) => env.navigate(formatListAddress(env, query)),
      replaceAddress: (_, { query }) => env.navigate(formatListAddress(env, query), { replace: true }),
    },
  });

  const priceFilter = priceFilterMachine.provide({
    actors: {
      loadRange: fromPromise(async ({ input, signal }) => (await catalogue()).priceRange(input, signal)),
    },
    actions: { showAddress: (_, { query }) => env.navigate(formatListAddress(env, query)) },
  });

  return { filters, priceFilter };
}
