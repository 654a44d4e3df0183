import * as contract from '../../../contract/google.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { Refusal } from '../../refusal.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';
import * as texts from '../users/accounts.texts.ts';

/** Sign-in with Google (§7). */
export function googleRoutes({ google }: Pick<Services, 'google'>): Handler[] {
  const { login, verifyPhone, complete } = google;

  return [
    handler(contract.googleLogin, async ({ credential }, call) => {
      const browser = call.browser ?? newSecret();
      const outcome = await login(credential, { ...call, browser });
      if (outcome.kind === 'signedIn') {
        call.setBrowser(browser);
        return ok({ token: outcome.token, user: outcome.user }, texts.googleSignedIn);
      }
      call.setFlow(outcome.flow);
      if (outcome.kind === 'passwordFirst') throw new Refusal('conflict', texts.passwordFirst);
      const { userId, email, name } = outcome;
      return {
        success: true as const,
        requirePhoneVerification: true as const,
        message: texts.phoneFirst,
        data: { userId, email, name },
      };
    }),
    handler(contract.verifyGooglePhone, async ({ userId, phone }, call) => {
      await verifyPhone(userId, phone, call);
      return { success: true as const };
    }),
    handler(contract.completeGooglePhoneVerification, async ({ userId, phone, verificationData }, call) => {
      const browser = call.browser ?? newSecret();
      const { verificationToken } = verificationData;
      const signedIn = await complete({ userId, phone, verificationToken }, { ...call, browser });
      call.setBrowser(browser);
      return ok(signedIn);
    }),
  ];
}
