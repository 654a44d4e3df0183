import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { BROWSER_DAYS } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { isBrowserOf, putBrowser } from './browsers.repository.ts';

const DAY = 24 * 3_600_000;
/** No browser's cookie: a query for it does the same work and finds nothing (R26). */
const NONE = '0'.repeat(64);

/** Which browsers logged in to an account before: guesses of others slow them down by nothing (D26, D24). */
export function createBrowsersService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const isKnown = (browser: string | null, email: string): Promise<boolean> =>
    isBrowserOf(db.sql, browser === null ? NONE : secretHash(browser), email, clock.now());

  async function remember(browser: string, userId: string, handle: Sql = db.sql): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + BROWSER_DAYS * DAY);
    await putBrowser(handle, { browserHash: secretHash(browser), userId, expiresAt });
  }

  return { isKnown, remember };
}
