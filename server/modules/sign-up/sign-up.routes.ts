import * as contract from '../../../contract/auth.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';

/** Sign-up with e-mail and password, and the final phone verification (§7). */
export function signUpRoutes(services: Pick<Services, 'registration'>): Handler[] {
  const { register, complete } = services.registration;

  return [
    handler(contract.register, async (request, call) => {
      const browser = call.browser ?? newSecret();
      // Also set when the sign-up is refused, because the browser is promised a turn (D24).
      call.setBrowser(browser);
      const { flow } = await register(request, { ...call, browser });
      call.setFlow(flow);
      return ok({});
    }),
    handler(contract.completeRegistration, async ({ phone, verificationData }, call) => {
      const browser = call.browser ?? newSecret();
      const signedIn = await complete(phone, verificationData.verificationToken, { ...call, browser });
      call.setBrowser(browser);
      return ok(signedIn);
    }),
  ];
}
