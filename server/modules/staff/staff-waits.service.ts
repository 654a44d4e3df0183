import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { staffGuessedMail } from '../auth/account-mails.rules.ts';
import { createBrowsersService } from '../auth/browsers.service.ts';
import { createLoginWaitsService } from '../auth/login-waits.service.ts';
import { createNoticesService, type Audience } from '../auth/notices.service.ts';
import { deleteStaffBrowsers, findStaff, isBrowserOfStaff, putStaffBrowser } from './staff.repository.ts';

/** A shopper may have the same e-mail, and no e-mail has a space. */
export const STAFF: Audience = {
  jobKind: 'mail.staffNotice',
  keyOf: (email) => secretHash(`staff ${email}`),
  find: findStaff,
  mails: { guesses: staffGuessedMail },
};

/** The growing waits of the staff's logins, and the browsers that know none (D26). */
export function createStaffWaitsService(deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter'>) {
  const { isKnown, remember } = createBrowsersService(deps, { put: putStaffBrowser, isOf: isBrowserOfStaff });
  const { tellOfGuesses } = createNoticesService(deps, STAFF);
  const { guard, forget } = createLoginWaitsService(deps, { keyOf: STAFF.keyOf, isKnown, tellOfGuesses });

  /** With a new password everything begins anew. */
  async function reset(tx: Sql, staffId: string, email: string): Promise<void> {
    await deleteStaffBrowsers(tx, staffId);
    await forget(email, tx);
  }

  return { guard, isKnown, remember, reset };
}
