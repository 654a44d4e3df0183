import { shareCall } from '../../services/share-call.ts';
import { lazyService, onePerApp } from '../env.ts';

/** The deals and when they were known: where one has ended, its section and the clock get one answer (U2). */
export const flashDeals = onePerApp((env) => {
  const catalogue = lazyService(
    env,
    async () => (await import('../../services/catalogue.service.ts')).createCatalogueService,
  );
  return shareCall(async (signal) => {
    const deals = await (await catalogue()).flashDeals(signal);
    return { deals, now: env.now() };
  });
});
