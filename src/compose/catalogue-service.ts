import { lazyService, onePerApp } from './env.ts';

/** The catalogue's service, which all flows of an app share. The first call fetches its code. */
export const catalogueService = onePerApp((env) =>
  lazyService(env, async () => (await import('../services/catalogue.service.ts')).createCatalogueService),
);
