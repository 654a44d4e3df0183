import { createContext, use } from 'react';
import type { App } from '../compose.ts';
import type { ComposeEnv } from '../compose/env.ts';

const AppContext = createContext<App | null>(null);

export const AppProvider = AppContext.Provider;

/**
 * Returns what the composition root provides to the routes: session, cart, env, the frame's machines. Views never see
 * it.
 */
export function useApp(): App {
  const app = use(AppContext);
  if (app === null) throw new Error('useApp: no composition root above this route');
  return app;
}

/** Returns the machines of an area of src/compose. They arrive in the chunk of the page that uses them. */
export function useMachines<Machines>(area: (env: ComposeEnv) => Machines): Machines {
  return useApp().compose(area);
}
