import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { BROWSER_DAYS } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { isBrowserOf, putBrowser } from './browsers.repository.ts';

const DAY = 24 * 3_600_000;
/** No browser's cookie: a query for it does the same work and finds nothing (R26). */
const NONE = '0'.repeat(64);

/** Where the browsers of accounts are kept, shoppers' or the staff's. */
export interface BrowserStore {
  put(db: Sql, browserHash: string, accountId: string, expiresAt: Date): Promise<void>;
  /** Whether the browser logged in to the account that has this e-mail. */
  isOf(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean>;
}

const OF_SHOPPERS: BrowserStore = { put: putBrowser, isOf: isBrowserOf };

/** Which browsers logged in to an account before: guesses of others slow them down by nothing (D26, D24). */
export function createBrowsersService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { put, isOf }: BrowserStore = OF_SHOPPERS,
) {
  const isKnown = (browser: string | null, email: string): Promise<boolean> =>
    isOf(db.sql, browser === null ? NONE : secretHash(browser), email, clock.now());

  async function remember(browser: string, accountId: string, handle: Sql = db.sql): Promise<void> {
    await put(handle, secretHash(browser), accountId, new Date(clock.now().getTime() + BROWSER_DAYS * DAY));
  }

  return { isKnown, remember };
}
