import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { lockKey } from '../../limits/database-counts.ts';
import { FAILURES_WITHOUT_WAIT, STAFF_TURNS } from '../../limits/limits.ts';
import { tooOften } from '../../limits/too-often.ts';
import { findTurns, holderNumber, putTurns } from '../../limits/turns.ts';
import { secretHash } from '../../secrets.ts';
import { staffGuessedMail } from '../messages/account-mails.texts.ts';
import type { BrowserStore } from '../sessions/browsers.service.ts';
import * as waits from '../passwords/guesses.repository.ts';
import type { Audience } from '../messages/notices.service.ts';
import { deleteStaffBrowsers, findStaff, isBrowserOfStaff, putStaffBrowser } from './staff.repository.ts';

/** A shopper may have the same e-mail, and no e-mail has a space. */
export const STAFF: Audience = {
  jobKind: 'mail.staffNotice',
  keyOf: (email) => secretHash(`staff ${email}`),
  find: findStaff,
  mails: { guesses: staffGuessedMail },
};

export const STAFF_BROWSERS: BrowserStore = { put: putStaffBrowser, isOf: isBrowserOfStaff };

/** The browser that logs in: its address, the cookie that came, and the one that it has from now on. */
export interface StaffAsker {
  readonly ip: string;
  readonly knownBrowser: string | null;
  readonly browser: string;
}

const HOUR = 3_600_000;
const keyOfTurns = (emailHash: string) => `staffLogin ${emailHash}`;

/**
 * The growing waits of the staff's logins (D26). A browser that logged in to the account before knows none. Another one
 * that has to wait is promised its turn: guesses that others make meanwhile do not push it back.
 */
export function createStaffWaitsService(
  { db, clock, limiter }: Pick<Deps, 'db' | 'clock' | 'limiter'>,
  { staffBrowsers, staffNotices }: Pick<Services, 'staffBrowsers' | 'staffNotices'>,
) {
  const { isKnown, remember } = staffBrowsers;
  const { tellOfGuesses } = staffNotices;

  /**
   * Runs `compare`, which returns whether the password was right. The failure is counted before, so that many guesses
   * at once are as many, and taken back where the password was right or could not be compared. Throws Refusal
   * `too-often` within the wait, which then does not grow.
   */
  async function guard<T>(
    email: string,
    asker: StaffAsker,
    compare: () => Promise<{ readonly isRight: boolean } & T>,
  ): Promise<{ readonly isRight: boolean } & T> {
    if (await isKnown(asker.knownBrowser, email)) {
      const compared = await compare();
      if (compared.isRight) await forget(email);
      return compared;
    }
    const emailHash = STAFF.keyOf(email);
    const failures = await takeTry(emailHash, asker);
    let compared;
    try {
      compared = await compare();
    } catch (error) {
      await waits.uncountFailure(db.sql, emailHash);
      throw error;
    }
    if (compared.isRight) await forget(email);
    else if (failures > FAILURES_WITHOUT_WAIT) await tellOfGuesses(email);
    return compared;
  }

  /**
   * Counts a failure and returns how many there are. Throws Refusal `too-often` within the wait, and promises a turn
   * then.
   */
  async function takeTry(emailHash: string, asker: StaffAsker): Promise<number> {
    const now = clock.now();
    const key = keyOfTurns(emailHash);
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
      const due = ((await waits.waitUntil(tx, emailHash)) ?? now).getTime();
      if (turns.length < STAFF_TURNS && (await limiter.take('staffTurns', asker.ip, { handle: tx })).waitMs === 0)
        await putTurns(tx, key, [...turns, { holder, due }]);
      return { due };
    });
    if (taken.failures === undefined) throw tooOften((taken.due - now.getTime()) / 1_000);
    return taken.failures;
  }

  /** After a login or a new password. */
  async function forget(email: string, handle: Sql = db.sql): Promise<void> {
    const emailHash = STAFF.keyOf(email);
    await waits.forgetFailures(handle, emailHash);
    await putTurns(handle, keyOfTurns(emailHash), []);
  }

  /** With a new password everything begins anew. */
  async function reset(tx: Sql, staffId: string, email: string): Promise<void> {
    await deleteStaffBrowsers(tx, staffId);
    await forget(email, tx);
  }

  return { guard, isKnown, remember, reset };
}
