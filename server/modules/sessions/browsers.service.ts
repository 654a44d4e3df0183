import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { BROWSER_DAYS } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { hasBrowserLogin, putBrowser } from './browsers.repository.ts';

const DAY = 24 * 3_600_000;
/** Matches no cookie. The query does the same amount of work and finds nothing (R26). */
const NONE = '0'.repeat(64);

/** Storage for known browsers of shoppers or staff. */
export interface BrowserStore {
  put(db: Sql, browserHash: string, accountId: string, expiresAt: Date): Promise<void>;
  /** Returns whether the browser logged in to the account with this e-mail. */
  hasLogin(db: Sql, browserHash: string, email: string, now: Date): Promise<boolean>;
}

const OF_SHOPPERS: BrowserStore = { put: putBrowser, hasLogin: hasBrowserLogin };

/** Tracks which browsers logged in to an account. Guesses by others do not slow them down (D26, D24). */
export function createBrowsersService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { put, hasLogin: isOf }: BrowserStore = OF_SHOPPERS,
) {
  const isKnown = (browser: string | null, email: string): Promise<boolean> =>
    isOf(db.sql, browser === null ? NONE : secretHash(browser), email, clock.now());

  async function remember(browser: string, accountId: string, handle: Sql = db.sql): Promise<void> {
    await put(handle, secretHash(browser), accountId, new Date(clock.now().getTime() + BROWSER_DAYS * DAY));
  }

  return { isKnown, remember };
}
