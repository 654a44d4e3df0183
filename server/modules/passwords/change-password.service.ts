import { changedPasswordError } from '../../../contract/rules/password.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../composition.ts';
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
   * Sets a new password; the session that asks stays, all others end. Refusal `invalid` where the current one is wrong
   * (D14), also for an account that has none: it gets one by the reset.
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
      // Somebody changed it meanwhile: what was compared is not the current one any more.
      if (user === null || user.passwordHash !== stored) return refuseField('currentPassword', texts.wrongPassword);
      await replacePassword(tx, { user, passwordHash, but: tokenHash, now: clock.now() });
      await remember(browser, id, tx);
    });
    deps.jobs.wake();
  }

  return { changePassword };
}
