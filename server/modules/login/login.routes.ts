import * as contract from '../../../contract/auth.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';

/** Password login (§7). */
export function loginRoutes(services: Pick<Services, 'login' | 'google'>): Handler[] {
  const { login } = services.login;
  const { linkAfterPassword } = services.google;

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
  ];
}

/** Returns no token. The client then requests a code for the phone (Q7). */
function phoneStep(phone: string, name: string) {
  return { success: true as const, requirePhoneVerification: true as const, data: { phone, name } };
}
