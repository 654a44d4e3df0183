import * as contract from '../../../contract/auth.ts';
import * as own from '../../../contract/profile.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';
import { createChangePasswordService } from './change-password.service.ts';
import { createGoogleService } from './google.service.ts';
import { createLimitsService } from './limits.service.ts';
import { createLoginService } from './login.service.ts';
import { createOtpService } from './otp.service.ts';
import { createPasswordsService } from './passwords.service.ts';
import { createProfileChangeService } from './profile-change.service.ts';
import { createProfileService } from './profile.service.ts';
import { createRegistrationService } from './registration.service.ts';
import { createResetService } from './reset.service.ts';
import { createSessionsService } from './sessions.service.ts';
import { EMAIL_CONFIRMED, PASSWORD_CHANGED, PROFILE_SAVED, RESET_REQUESTED } from './texts.rules.ts';

/** Sign-up with the phone step, login, logout, passwords, profile (§7). */
export function authRoutes(deps: Deps): Handler[] {
  const passwords = createPasswordsService();
  const limits = createLimitsService(deps);
  const { login } = createLoginService(deps, passwords, limits);
  const { linkAfterPassword } = createGoogleService(deps, limits);
  const { register, complete } = createRegistrationService(deps, passwords, limits);
  const otp = createOtpService(deps, limits);
  const { closeSession } = createSessionsService(deps);
  const { profile } = createProfileService(deps);
  const { saveProfile, confirmPhone, confirmEmail } = createProfileChangeService(deps, limits);
  const { forgot, reset } = createResetService(deps, passwords, limits);
  const { changePassword } = createChangePasswordService(deps, passwords, limits);

  return [
    handler(contract.login, async (request, call) => {
      const browser = call.browser ?? newSecret();
      const outcome = await login(request, call, browser);
      if (outcome.kind === 'signedIn') {
        call.setBrowser(browser);
        await linkAfterPassword(outcome.user, call.flow);
        return ok({ token: outcome.token, user: outcome.user });
      }
      call.setFlow(outcome.flow);
      return phoneStep(outcome.phone, outcome.name);
    }),
    handler(contract.register, async (request, call) => {
      const browser = call.browser ?? newSecret();
      // Also where it is refused: its turn is kept for this browser (D24).
      call.setBrowser(browser);
      const { flow } = await register(request, { ...call, browser });
      call.setFlow(flow);
      return ok({});
    }),
    handler(contract.sendOtp, async ({ phone }, call) => ok(await otp.send(phone, call))),
    handler(contract.verifyOtp, async ({ pinId, pin }, call) => ok(await otp.verify(pinId, pin, call))),
    handler(contract.completeRegistration, async ({ phone, verificationData }, call) => {
      const browser = call.browser ?? newSecret();
      const signedIn = await complete(phone, verificationData.verificationToken, { ...call, browser });
      call.setBrowser(browser);
      return ok(signedIn);
    }),
    handler(contract.logout, async (_request, { user }) => {
      await closeSession(user.tokenHash);
      return { success: true as const };
    }),
    handler(contract.forgotPassword, async ({ email }, call) => {
      await forgot(email, call);
      return { success: true as const, message: RESET_REQUESTED };
    }),
    handler(contract.resetPassword, async ({ token, password }, call) => {
      const browser = call.browser ?? newSecret();
      const signedIn = await reset(token, password, { ...call, browser });
      call.setBrowser(browser);
      return ok(signedIn);
    }),
    handler(own.changePassword, async (request, call) => {
      const browser = call.browser ?? newSecret();
      await changePassword(call.user, request, browser);
      call.setBrowser(browser);
      return { success: true as const, message: PASSWORD_CHANGED };
    }),
    handler(own.updateProfile, async (request, call) => {
      const { user, pending, flow } = await saveProfile(call.user, request);
      if (flow !== null) call.setFlow(flow);
      return ok({ user, pending }, PROFILE_SAVED);
    }),
    handler(own.confirmPhone, async ({ phone, verificationData }, call) =>
      ok({ user: await confirmPhone(call.user, phone, verificationData.verificationToken, call) }),
    ),
    handler(own.confirmEmail, async ({ token }, call) => {
      await confirmEmail(token, call);
      return { success: true as const, message: EMAIL_CONFIRMED };
    }),
    handler(contract.getProfile, async (_request, { user: { id } }) => ok({ user: await profile(id) })),
  ];
}

/** No token yet: the client sends a code to the phone at once (Q7). */
function phoneStep(phone: string, name: string) {
  return { success: true as const, requirePhoneVerification: true as const, data: { phone, name } };
}
