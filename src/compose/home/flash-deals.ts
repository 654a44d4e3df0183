import { shareRunningCall } from '../../services/share-call.ts';
import { catalogueService } from '../catalogue-service.ts';
import { onePerApp } from '../env.ts';

/**
 * The current deals and the time when they were loaded. When a deal ends, its section and the clock share one reply
 * (U2).
 */
export const flashDeals = onePerApp((env) => {
  const catalogue = catalogueService(env);
  return shareRunningCall(async (signal) => {
    const deals = await (await catalogue()).flashDeals(signal);
    return { deals, now: env.now() };
  });
});
