import type * as v from 'valibot';
import type { AdminUser } from '../../../contract/admin.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import * as texts from '../users/accounts.texts.ts';
import { STAFF, type StaffCaller } from './staff-login-throttle.service.ts';
import { findStaff, lockStaff } from './staff.repository.ts';
import { passwordIsRequired } from '../../../contract/texts/account.ts';

/** Staff login (H1). */
export function createStaffLoginService(
  deps: Deps,
  services: Pick<Services, 'staffSessions' | 'audit' | 'staffWaits' | 'passwords'>,
) {
  const { passwords } = services;
  const { db, clock, limiter } = deps;
  const { openStaffSession } = services.staffSessions;
  const { recordChange } = services.audit;
  const { guard, isKnown, remember } = services.staffWaits;

  /**
   * Throws `Refusal` `invalid` with the same body and the same amount of work whether the account exists or not (D14,
   * R26). Throws `too-often` during the wait after several failures (D26). A password that was replaced during the
   * comparison is not accepted.
   */
  async function login(
    { email: typed, password }: { readonly email: string; readonly password: string },
    asker: StaffCaller,
  ): Promise<{ token: string; user: v.InferInput<typeof AdminUser> }> {
    refuseFields({ email: emailError(typed), password: password === '' ? passwordIsRequired : null });
    const email = normaliseEmail(typed);
    const isFirst = await isKnown(asker.knownBrowser, email);
    await limiter.count('staffLogins', asker.ip, { apart: isFirst ? STAFF.toLimitKey(email) : null });
    const { staff, isRight } = await guard(email, asker, async () => {
      const found = await findStaff(db.sql, email);
      return { staff: found, isRight: await passwords.isRight(found?.passwordHash ?? null, password, { isFirst }) };
    });
    if (staff === null || !isRight) throw new Refusal('invalid', texts.loginRefused);
    const { id, name, role, passwordHash } = staff;
    const token = await db.tx(async (tx) => {
      if ((await lockStaff(tx, email))?.passwordHash !== passwordHash) throw new Refusal('invalid', texts.loginRefused);
      const now = clock.now();
      await remember(asker.browser, id, tx);
      await recordChange(tx, { staff: { id, email }, action: 'staff.login', subject: `staff ${id}` }, now);
      return openStaffSession(tx, id, now);
    });
    return { token, user: { _id: id, name, email, role } };
  }

  return { login };
}
