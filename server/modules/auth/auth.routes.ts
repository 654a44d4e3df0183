import * as contract from '../../../contract/auth.ts';
import * as own from '../../../contract/profile.ts';
import type { Services } from '../../composition.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';
import { EMAIL_CONFIRMED, PASSWORD_CHANGED, PROFILE_SAVED, RESET_REQUESTED } from './texts.rules.ts';

/** Sign-up with the phone step, login, logout, passwords, profile (§7). */
export function authRoutes(
  services: Pick<
    Services,
    'login' | 'google' | 'registration' | 'otp' | 'sessions' | 'profile' | 'profileChange' | 'reset' | 'changePassword'
  >,
): Handler[] {
  const { otp } = services;
  const { login } = services.login;
  const { linkAfterPassword } = services.google;
  const { register, complete } = services.registration;
  const { closeSession } = services.sessions;
  const { profile } = services.profile;
  const { saveProfile, confirmPhone, confirmEmail } = services.profileChange;
  const { forgot, reset } = services.reset;
  const { changePassword } = services.changePassword;

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
