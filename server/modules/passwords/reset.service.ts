import { resetPasswordError } from '../../../contract/rules/password.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField, refuseFields } from '../../refusal.ts';
import { secretHash } from '../../secrets.ts';
import type { Caller } from '../../people.ts';
import { findLink, takeLink } from '../links/links.repository.ts';
import { newPasswordError, type PasswordRules } from './new-password.rules.ts';
import type { OpenedSession } from '../sessions/sessions.service.ts';
import * as texts from '../users/accounts.texts.ts';
import { lockAccount } from '../users/users.repository.ts';

/** Password reset (D15, D16). */
export function createResetService(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  services: Pick<Services, 'links' | 'sessions' | 'credentials' | 'browsers' | 'passwords' | 'limits'>,
  rules: PasswordRules = shop,
) {
  const { passwords, limits } = services;
  const { db, clock } = deps;
  const { askReset } = services.links;
  const { signIn } = services.sessions;
  const { replacePassword } = services.credentials;
  const { isKnown, remember } = services.browsers;

  /**
   * Does the same for known and unknown addresses (D16). Throws `Refusal` `invalid` for a malformed address, and
   * `too-often` (U8).
   */
  async function forgot(typedEmail: string, asker: Caller): Promise<void> {
    const { browser } = asker;
    refuseFields({ email: emailError(typedEmail) });
    const email = normaliseEmail(typedEmail);
    await limits.forgot(email, (await isKnown(browser, email)) ? browser : null, asker);
    await askReset(email);
  }

  /**
   * Sets the password, ends all sessions and starts a new one. Throws `Refusal` `invalid` for a link that is used,
   * expired or unknown (D14). A refused password does not use up the link.
   */
  async function reset(
    token: string,
    password: string,
    asker: Caller & { readonly browser: string },
  ): Promise<OpenedSession> {
    refuseField('password', newPasswordError(password, rules, resetPasswordError));
    const tokenHash = secretHash(token);
    const link = await findLink(db.sql, 'reset', tokenHash);
    if (link === null) await limits.useNoLink(asker);
    if (link === null || link.expiresAt <= clock.now()) throw new Refusal('invalid', texts.resetOver);
    const passwordHash = await passwords.hash(password, { isFirst: true });
    const signedIn = await db.tx(async (tx) => {
      const now = clock.now();
      const user = await lockAccount(tx, link.userId);
      if (user === null || (await takeLink(tx, 'reset', tokenHash, now)) === null)
        throw new Refusal('invalid', texts.resetOver);
      await replacePassword(tx, { user, passwordHash, but: null, now });
      await remember(asker.browser, user.id, tx);
      return signIn(tx, { userId: user.id, remember: true, now });
    });
    deps.jobs.wake();
    return signedIn;
  }

  return { forgot, reset };
}
