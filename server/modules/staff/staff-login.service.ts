import type * as v from 'valibot';
import type { AdminUser } from '../../../contract/admin.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import * as texts from '../users/accounts.texts.ts';
import { STAFF, type StaffCaller } from './staff-login-throttle.service.ts';
import { findStaff, lockStaff, type StaffRow } from './staff.repository.ts';
import { passwordIsRequired } from '../../../contract/texts/account.ts';

/** E-mail and password as typed. */
export interface StaffCredentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Commands on the server share one turn, so that guesses from the network do not lock them out (D26). The address is no
 * IP address, because only the user of the shop can reach the commands.
 */
const CONSOLE: StaffCaller = { ip: 'console', knownBrowser: null, browser: 'console' };

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
    typed: StaffCredentials,
    asker: StaffCaller,
  ): Promise<{ token: string; user: v.InferInput<typeof AdminUser> }> {
    const email = toEmail(typed);
    const isFirst = await isKnown(asker.knownBrowser, email);
    await limiter.count('staffLogins', asker.ip, { apart: isFirst ? STAFF.toLimitKey(email) : null });
    const { id, name, role, passwordHash } = await compare(email, typed.password, asker, isFirst);
    const token = await db.tx(async (tx) => {
      if ((await lockStaff(tx, email))?.passwordHash !== passwordHash) throw new Refusal('invalid', texts.loginRefused);
      const now = clock.now();
      await remember(asker.browser, id, tx);
      await recordChange(tx, { staff: { id, email }, action: 'staff.login', subject: `staff ${id}` }, now);
      return openStaffSession(tx, id, now);
    });
    return { token, user: { _id: id, name, email, role } };
  }

  /** Identifies the person who runs a command, without a session. Throws as `login` does. */
  async function identify(typed: StaffCredentials): Promise<CurrentStaff> {
    const email = toEmail(typed);
    const { id, name, role } = await compare(email, typed.password, CONSOLE, false);
    return { id, name, email, role };
  }

  async function compare(email: string, password: string, asker: StaffCaller, isFirst: boolean): Promise<StaffRow> {
    const { staff, isRight } = await guard(email, asker, async () => {
      const found = await findStaff(db.sql, email);
      return { staff: found, isRight: await passwords.isRight(found?.passwordHash ?? null, password, { isFirst }) };
    });
    if (staff === null || !isRight) throw new Refusal('invalid', texts.loginRefused);
    return staff;
  }

  return { login, identify };
}

/** Throws `Refusal` `invalid` without a valid e-mail and a password. */
function toEmail({ email, password }: StaffCredentials): string {
  refuseFields({ email: emailError(email), password: password === '' ? passwordIsRequired : null });
  return normaliseEmail(email);
}
