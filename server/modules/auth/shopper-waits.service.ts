import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { createBrowsersService } from './browsers.service.ts';
import { createLoginWaitsService } from './login-waits.service.ts';
import { createNoticesService } from './notices.service.ts';

/** The growing waits of shoppers' logins (D26). */
export function createShopperWaitsService(deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter'>) {
  const { isKnown } = createBrowsersService(deps);
  const { tellOfGuesses } = createNoticesService(deps);
  return createLoginWaitsService(deps, { keyOf: secretHash, isKnown, tellOfGuesses });
}
