import { createContext, use } from 'react';
import type { App } from '../compose.ts';

const AppContext = createContext<App | null>(null);

export const AppProvider = AppContext.Provider;

/** What the composition root hands to the routes: machines, session, cart, env. Views never see it. */
export function useApp(): App {
  const app = use(AppContext);
  if (app === null) throw new Error('useApp: no composition root above this route');
  return app;
}
