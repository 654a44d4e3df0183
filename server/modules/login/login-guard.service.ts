import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { FAILURES_WITHOUT_WAIT } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import * as failures from '../passwords/guesses.repository.ts';
import * as texts from '../users/accounts.texts.ts';

interface Attempt {
  readonly email: string;
  readonly browser: string | null;
  /** Empty where none was typed. */
  readonly code: string;
}

/**
 * Guards shoppers' logins against guesses (D26). From the 5th failure by browsers that never logged in to the account,
 * such a browser needs a code beside the password. The same holds for e-mails that nobody has.
 */
export function createLoginGuardService(
  deps: Pick<Deps, 'db' | 'clock'>,
  services: Pick<Services, 'browsers' | 'notices' | 'loginCodes'>,
) {
  const { db, clock } = deps;
  const { isKnown } = services.browsers;
  const { tellOfGuesses } = services.notices;
  const { askCode, judge } = services.loginCodes;

  /**
   * Runs `compare`, which returns whether the password was right. The failure is counted before, so that many guesses
   * at once are as many, and taken back where the password was right or could not be compared. Throws Refusal
   * `conflict` with `data.code` where a code is missing, before the password is compared, and `invalid` where password
   * or code are wrong: the same, so that no reply tells which.
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
      await failures.uncountFailure(db.sql, emailHash);
      throw error;
    }
    const isRight = counted === null ? await judge(email, code, compared.isRight) : compared.isRight;
    if (isRight) await failures.forgetGuesses(db.sql, secretHash(email));
    else if (count > FAILURES_WITHOUT_WAIT) {
      await tellOfGuesses(email);
      await askCode(email);
      if (counted === null) throw new Refusal('invalid', texts.loginWithCodeRefused);
      throw new Refusal('conflict', texts.loginCodeAsked, { data: { code: true } });
    }
    return compared;
  }

  return { guard };
}
