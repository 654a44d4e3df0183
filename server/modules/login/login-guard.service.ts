import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { FAILURES_WITHOUT_WAIT } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import * as failures from '../passwords/guesses.repository.ts';
import * as texts from '../users/accounts.texts.ts';

interface Attempt {
  readonly email: string;
  readonly browser: string | null;
  /** Empty when the shopper typed no code. */
  readonly code: string;
}

/**
 * Protects shopper logins against guessing (D26). After the 5th failure in browsers that never logged in to the
 * account, such browsers need a code in addition to the password. Unknown e-mails behave the same.
 */
export function createLoginGuardService(
  deps: Pick<Deps, 'db' | 'clock'>,
  services: Pick<Services, 'browsers' | 'notices' | 'loginCodes'>,
) {
  const { db, clock } = deps;
  const { isKnown } = services.browsers;
  const { notifyGuesses } = services.notices;
  const { askCode, judge } = services.loginCodes;

  /**
   * Runs `compare`, which returns whether the password is right. Counts the failure first, so that parallel guesses are
   * all counted. Takes it back when the password is right or `compare` fails. Throws `Refusal` `conflict` with
   * `data.code` when a code is missing, before the password is compared. Throws `invalid` when the password or the code
   * is wrong, without telling which.
   */
  async function guard<T>(
    { email, browser, code }: Attempt,
    compare: () => Promise<{ readonly isRight: boolean } & T>,
  ): Promise<{ readonly isRight: boolean } & T> {
    if (await isKnown(browser, email)) {
      const compared = await compare();
      if (compared.isRight) await failures.forgetGuesses(db.sql, secretHash(email));
      return compared;
    }
    const emailHash = secretHash(email);
    const counted = await failures.countFailure(db.sql, emailHash, clock.now(), 'unlessMany');
    if (counted === null && code === '') {
      await askCode(email);
      throw new Refusal('conflict', texts.loginCodeAsked, { data: { code: true } });
    }
    const count = counted ?? (await failures.countFailure(db.sql, emailHash, clock.now(), 'always')) ?? 0;
    let compared;
    try {
      compared = await compare();
    } catch (error) {
      await failures.decrementFailures(db.sql, emailHash);
      throw error;
    }
    const isRight = counted === null ? await judge(email, code, compared.isRight) : compared.isRight;
    if (isRight) await failures.forgetGuesses(db.sql, secretHash(email));
    else if (count > FAILURES_WITHOUT_WAIT) {
      await notifyGuesses(email);
      await askCode(email);
      if (counted === null) throw new Refusal('invalid', texts.loginWithCodeRefused);
      throw new Refusal('conflict', texts.loginCodeAsked, { data: { code: true } });
    }
    return compared;
  }

  return { guard };
}
