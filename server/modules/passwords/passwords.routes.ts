import * as contract from '../../../contract/auth.ts';
import * as own from '../../../contract/profile.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';
import * as texts from '../users/accounts.texts.ts';

/** Password reset and change (§7). */
export function passwordsRoutes(services: Pick<Services, 'reset' | 'changePassword'>): Handler[] {
  const { forgot, reset } = services.reset;
  const { changePassword } = services.changePassword;

  return [
    handler(contract.forgotPassword, async ({ email }, call) => {
      await forgot(email, call);
      return { success: true as const, message: texts.resetRequested };
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
      return { success: true as const, message: texts.passwordChanged };
    }),
  ];
}
