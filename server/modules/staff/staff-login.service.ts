import type * as v from 'valibot';
import type { AdminUser } from '../../../contract/admin.ts';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { ownerOf } from '../../rate-limit.ts';
import { secretHash } from '../../secrets.ts';
import { refuseFields } from '../auth/fields.rules.ts';
import type { Passwords } from '../auth/passwords.service.ts';
import { LOGIN_REFUSED } from '../auth/texts.rules.ts';
import { createAuditService } from './audit.service.ts';
import { createStaffSessionsService } from './staff-sessions.service.ts';
import { findStaff } from './staff.repository.ts';

const WINDOW_MS = 15 * 60_000;
/** By one address, and by one address for one e-mail: others cannot lock an account (D24). */
const LOGINS = 50;
const LOGINS_OF_ACCOUNT = 10;

/** The staff's login (H1). */
export function createStaffLoginService(deps: Deps, passwords: Passwords) {
  const { db, clock, limiter } = deps;
  const { openStaffSession } = createStaffSessionsService(deps);
  const { recordChange } = createAuditService();

  /** HttpError 400 with the same body and after the same work whether the account exists or not (D14, R26). */
  async function login(
    { email: typed, password }: { readonly email: string; readonly password: string },
    ip: string,
  ): Promise<{ token: string; user: v.InferInput<typeof AdminUser> }> {
    refuseFields({ email: emailError(typed), password: password === '' ? 'Password is required' : null });
    const email = normaliseEmail(typed);
    await limiter.limit(`admin-login:${ownerOf(ip)}`, LOGINS, WINDOW_MS);
    await limiter.limit(`admin-login:${ownerOf(ip)}:${secretHash(email)}`, LOGINS_OF_ACCOUNT, WINDOW_MS);
    const staff = await findStaff(db.sql, email);
    const isRight = await passwords.isRight(staff?.passwordHash ?? null, password);
    if (staff === null || !isRight) throw new HttpError(400, LOGIN_REFUSED);
    const { id, name, role } = staff;
    const now = clock.now();
    const token = await db.tx(async (tx) => {
      await recordChange(tx, { staff: { id, email }, action: 'staff.login', subject: `staff ${id}` }, now);
      return openStaffSession(tx, id, now);
    });
    return { token, user: { _id: id, name, email, role } };
  }

  return { login };
}
