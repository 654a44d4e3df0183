import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { lockKey } from '../../limits/database-counts.ts';
import { FAILURES_WITHOUT_WAIT, STAFF_TURNS } from '../../limits/limits.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';
import { findTurns, holderNumber, putTurns } from '../../limits/turns.ts';
import { secretHash } from '../../secrets.ts';
import { staffGuessedMail } from '../messages/account-mails.texts.ts';
import type { BrowserStore } from '../sessions/browsers.service.ts';
import * as waits from '../passwords/guesses.repository.ts';
import type { Audience } from '../messages/notices.service.ts';
import { deleteStaffBrowsers, findStaff, hasStaffBrowserLogin, putStaffBrowser } from './staff.repository.ts';

/** The prefix avoids a clash with a shopper's e-mail, because no e-mail contains a space. */
export const STAFF: Audience = {
  jobKind: 'mail.staffNotice',
  toLimitKey: (email) => secretHash(`staff ${email}`),
  find: findStaff,
  mails: { guesses: staffGuessedMail },
};

export const STAFF_BROWSERS: BrowserStore = { put: putStaffBrowser, hasLogin: hasStaffBrowserLogin };

/** Caller of a staff login: its IP address, the cookie in the request, and the cookie after it. */
export interface StaffCaller {
  readonly ip: string;
  readonly knownBrowser: string | null;
  readonly browser: string;
}

const HOUR = 3_600_000;
const toTurnsKey = (emailHash: string) => `staffLogin ${emailHash}`;

/**
 * Growing waits between staff logins (D26). A browser that logged in to the account before never waits. Another browser
 * is promised a turn, so that guesses by others do not delay it further.
 */
export function createStaffLoginThrottleService(
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { staffBrowsers, staffNotices }: Pick<Services, 'staffBrowsers' | 'staffNotices'>,
) {
  const { isKnown, remember } = staffBrowsers;
  const { notifyGuesses } = staffNotices;

  /**
   * Runs `compare`, which returns whether the password is right. Counts the failure first, so that parallel guesses are
   * all counted. Takes it back when the password is right or `compare` fails. Throws `Refusal` `too-often` during a
   * wait, without extending it.
   */
  async function guard<T>(
    email: string,
    asker: StaffCaller,
    compare: () => Promise<{ readonly isRight: boolean } & T>,
  ): Promise<{ readonly isRight: boolean } & T> {
    if (await isKnown(asker.knownBrowser, email)) {
      const compared = await compare();
      if (compared.isRight) await forget(email);
      return compared;
    }
    const emailHash = STAFF.toLimitKey(email);
    const failures = await takeTry(emailHash, asker);
    let compared;
    try {
      compared = await compare();
    } catch (error) {
      await waits.decrementFailures(db.sql, emailHash);
      throw error;
    }
    if (compared.isRight) await forget(email);
    else if (failures > FAILURES_WITHOUT_WAIT) await notifyGuesses(email);
    return compared;
  }

  /**
   * Counts a failure and returns the new count. During a wait it promises the browser a turn and throws `Refusal`
   * `too-often`.
   */
  async function takeTry(emailHash: string, asker: StaffCaller): Promise<number> {
    const now = clock.now();
    const key = toTurnsKey(emailHash);
    const holder = holderNumber(asker.browser);
    const taken = await db.tx(async (tx) => {
      await lockKey(tx, key, new Date(now.getTime() + HOUR));
      const turns = await findTurns(tx, key, now);
      const own = turns.find((turn) => turn.holder === holder);
      const isPromised = own !== undefined && own.due <= now.getTime();
      const failures = await waits.countFailure(tx, emailHash, now, isPromised ? 'always' : 'unlessWaiting');
      if (failures !== null) {
        const others = turns.filter((turn) => turn !== own);
        if (own !== undefined) await putTurns(tx, key, others);
        return { failures };
      }
      if (own !== undefined) return { due: own.due };
      const due = ((await waits.findWaitUntil(tx, emailHash)) ?? now).getTime();
      if (turns.length < STAFF_TURNS && (await limiter.take('staffTurns', asker.ip, { handle: tx })).waitMs === 0)
        await putTurns(tx, key, [...turns, { holder, due }]);
      return { due };
    });
    if (taken.failures === undefined) throw toTooManyRequests((taken.due - now.getTime()) / 1_000);
    return taken.failures;
  }

  /** Resets the failures, after a login or a new password. */
  async function forget(email: string, handle: Sql = db.sql): Promise<void> {
    const emailHash = STAFF.toLimitKey(email);
    await waits.forgetFailures(handle, emailHash);
    await putTurns(handle, toTurnsKey(emailHash), []);
  }

  /** Resets everything, after a new password. */
  async function reset(tx: Sql, staffId: string, email: string): Promise<void> {
    await deleteStaffBrowsers(tx, staffId);
    await forget(email, tx);
  }

  return { guard, isKnown, remember, reset };
}
