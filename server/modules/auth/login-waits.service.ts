import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { FAILURES_WITHOUT_WAIT } from '../../limits/limits.ts';
import { tooOften } from '../../limits/too-often.ts';
import * as waits from './login-waits.repository.ts';

/** Whose accounts these are, shoppers' or the staff's: the failures of one do not count for the other. */
export interface Realm {
  /** Names the failures of an e-mail. */
  keyOf(email: string): string;
  /** Whether the browser with this cookie logged in to the account before. */
  isKnown(browser: string | null, email: string): Promise<boolean>;
  /** The owner, once a day at most. */
  tellOfGuesses(email: string): Promise<void>;
}

/**
 * The growing wait of an account for browsers that never logged in to it (D26); the same for e-mails that nobody has.
 */
export function createLoginWaitsService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { keyOf, isKnown, tellOfGuesses }: Realm,
) {
  /**
   * Runs `compare`, whose outcome is whether the password was right. The failure is counted before, so that many guesses
   * at once are as many, and taken back where the password was right or could not be compared. HttpError 429 within the
   * wait, which then does not grow.
   */
  async function guard<T>(
    { email, browser }: { readonly email: string; readonly browser: string | null },
    compare: () => Promise<{ readonly isRight: boolean } & T>,
  ): Promise<{ readonly isRight: boolean } & T> {
    const emailHash = keyOf(email);
    if (await isKnown(browser, email)) {
      const compared = await compare();
      if (compared.isRight) await forget(email);
      return compared;
    }
    const failures = await waits.countFailure(db.sql, emailHash, clock.now());
    if (failures === null) throw tooOften(await secondsLeft(emailHash));
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

  async function secondsLeft(emailHash: string): Promise<number> {
    const until = (await waits.waitUntil(db.sql, emailHash)) ?? clock.now();
    return (until.getTime() - clock.now().getTime()) / 1_000;
  }

  /** After a login or a new password. */
  const forget = (email: string, handle: Sql = db.sql): Promise<void> => waits.forgetFailures(handle, keyOf(email));

  return { guard, forget };
}
