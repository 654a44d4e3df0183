import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { BROWSER_DAYS } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { staffGuessedMail } from '../auth/account-mails.rules.ts';
import { createLoginWaitsService } from '../auth/login-waits.service.ts';
import { createNoticesService, type Audience } from '../auth/notices.service.ts';
import { deleteStaffBrowsers, findStaff, isBrowserOfStaff, putStaffBrowser } from './staff.repository.ts';

const DAY = 24 * 3_600_000;

/** A shopper may have the same e-mail, and no e-mail has a space. */
export const STAFF: Audience = {
  jobKind: 'mail.staffNotice',
  keyOf: (email) => secretHash(`staff ${email}`),
  find: findStaff,
  mails: { guesses: staffGuessedMail },
};

/** The growing waits of the staff's logins, and the browsers that know none (D26). */
export function createStaffWaitsService(deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter'>) {
  const { db, clock } = deps;
  const { guard, forget } = createLoginWaitsService(deps, {
    keyOf: STAFF.keyOf,
    isKnown: (browser, email) => isBrowserOfStaff(db.sql, secretHash(browser ?? ''), email, clock.now()),
    tellOfGuesses: createNoticesService(deps, STAFF).tellOfGuesses,
  });

  async function remember(tx: Sql, browser: string, staffId: string): Promise<void> {
    const expiresAt = new Date(clock.now().getTime() + BROWSER_DAYS * DAY);
    await putStaffBrowser(tx, { browserHash: secretHash(browser), staffId, expiresAt });
  }

  /** With a new password everything begins anew. */
  async function reset(tx: Sql, staffId: string, email: string): Promise<void> {
    await deleteStaffBrowsers(tx, staffId);
    await forget(email, tx);
  }

  return { guard, remember, reset };
}
