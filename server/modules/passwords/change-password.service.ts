import { changedPasswordError } from '../../../contract/rules/password.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { refuseField } from '../../refusal.ts';
import { newPasswordError, type PasswordRules } from './new-password.rules.ts';
import * as texts from '../users/accounts.texts.ts';
import { findById, lockAccount } from '../users/users.repository.ts';

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export function createChangePasswordService(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  services: Pick<Services, 'credentials' | 'browsers' | 'passwords' | 'limits'>,
  rules: PasswordRules = shop,
) {
  const { passwords, limits } = services;
  const { db, clock } = deps;
  const { replacePassword } = services.credentials;
  const { remember } = services.browsers;

  /**
   * Sets a new password. Ends all sessions except the current one. Throws `Refusal` `invalid` when the current password
   * is wrong (D14), or when the account has no password. Such an account uses the reset link.
   */
  async function changePassword(
    { id, tokenHash }: CurrentUser,
    { currentPassword, newPassword }: PasswordChange,
    browser: string,
  ): Promise<void> {
    const isFilled = currentPassword !== '' && newPassword !== '';
    refuseField('newPassword', isFilled ? null : texts.fillInPasswordFields);
    refuseField('newPassword', newPasswordError(newPassword, rules, changedPasswordError));
    await limits.changePassword(id);
    const stored = (await findById(db.sql, id))?.passwordHash ?? null;
    const isRight = await passwords.isRight(stored, currentPassword, { isFirst: true });
    refuseField('currentPassword', isRight ? null : texts.wrongPassword);
    const passwordHash = await passwords.hash(newPassword, { isFirst: true });
    await db.tx(async (tx) => {
      const user = await lockAccount(tx, id);
      // Another request changed the password meanwhile, so the comparison is outdated.
      if (user === null || user.passwordHash !== stored) return refuseField('currentPassword', texts.wrongPassword);
      await replacePassword(tx, { user, passwordHash, but: tokenHash, now: clock.now() });
      await remember(browser, id, tx);
    });
    deps.jobs.wake();
  }

  return { changePassword };
}
