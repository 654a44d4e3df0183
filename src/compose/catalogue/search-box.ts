import { fromPromise } from 'xstate';
import { searchBoxMachine } from '../../machines/catalogue/search-box.machine.ts';
import type { SearchBoxEvent } from '../../machines/catalogue/search-box.machine.ts';
import { toSuggestionsRequest } from '../../rules/catalogue/search.ts';
import { catalogueService } from '../catalogue-service.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, onOutsideEvent, stopAll } from '../listen.ts';

export function searchBoxMachines(env: ComposeEnv) {
  const catalogue = catalogueService(env);

  const searchBox = searchBoxMachine.provide({
    actors: {
      watchPage: createListener<SearchBoxEvent>((send) => {
        const look = onOutsideEvent('[data-search]', () => send({ type: 'outside.used' }));
        return stopAll(env.on('pointerdown', look), env.on('focusin', look));
      }),
      loadSuggestions: fromPromise(async ({ input, signal }) =>
        (await catalogue()).suggestions(toSuggestionsRequest(input.search), signal),
      ),
    },
    actions: { goTo: (_, { path }) => env.navigate(path) },
  });

  return { searchBox };
}
