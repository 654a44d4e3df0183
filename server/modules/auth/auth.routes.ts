import * as contract from '../../../contract/auth.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { HttpError } from '../../http/http-error.ts';
import { ok } from '../../http/reply.ts';
import { createLimits } from './limits.service.ts';
import { createLogin } from './login.service.ts';
import { createOtp } from './otp.service.ts';
import { createPasswords } from './passwords.service.ts';
import { createRegistration } from './registration.service.ts';
import { closeSession } from './sessions.service.ts';
import { findUser } from './users.repository.ts';

/** §7 Auth: sign-up with the phone step, login, logout, profile. */
export function authRoutes(deps: Deps): Handler[] {
  const passwords = createPasswords();
  const limits = createLimits(deps);
  const { login } = createLogin(deps, passwords, limits);
  const { register, complete } = createRegistration(deps, passwords, limits);
  const otp = createOtp(deps, limits);

  return [
    handler(contract.login, async (request, call) => {
      const outcome = await login(request, call.ip);
      if (outcome.kind === 'signedIn') return ok({ token: outcome.token, user: outcome.user });
      call.setFlow(outcome.flow);
      return phoneStep(outcome.phone, outcome.name);
    }),
    handler(contract.register, async (request, call) => {
      const { flow } = await register(request, call.ip);
      call.setFlow(flow);
      return ok({});
    }),
    handler(contract.sendOtp, async ({ phone }, call) => ok(await otp.send(phone, call))),
    handler(contract.verifyOtp, async ({ pinId, pin }, call) => ok(await otp.verify(pinId, pin, call))),
    handler(contract.completeRegistration, async ({ phone, verificationData }, call) =>
      ok(await complete(phone, verificationData.verificationToken, call)),
    ),
    handler(contract.logout, async (_request, { user }) => {
      await closeSession(deps, user.tokenHash);
      return { success: true as const };
    }),
    handler(contract.getProfile, async (_request, { user: { id } }) => {
      const user = await findUser(deps.db.sql, id);
      if (user === null) throw new HttpError(404, 'Failed to load user');
      return ok({ user });
    }),
  ];
}

/** Q7: no token yet; the client sends a code to the phone at once. */
function phoneStep(phone: string, name: string) {
  return { success: true as const, requirePhoneVerification: true as const, data: { phone, name } };
}
