import * as contract from '../../../contract/auth.ts';
import * as own from '../../../contract/profile.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import * as texts from '../users/accounts.texts.ts';

/** The shopper's own account (§7). */
export function profileRoutes(services: Pick<Services, 'profile'>): Handler[] {
  const { profile, saveProfile, confirmPhone, confirmEmail } = services.profile;

  return [
    handler(contract.getProfile, async (_request, { user: { id } }) => ok({ user: await profile(id) })),
    handler(own.updateProfile, async (request, call) => {
      const { user, pending, flow } = await saveProfile(call.user, request);
      if (flow !== null) call.setFlow(flow);
      return ok({ user, pending }, texts.profileSaved);
    }),
    handler(own.confirmPhone, async ({ phone, verificationData }, call) =>
      ok({ user: await confirmPhone(call.user, phone, verificationData.verificationToken, call) }),
    ),
    handler(own.confirmEmail, async ({ token }, call) => {
      await confirmEmail(token, call);
      return { success: true as const, message: texts.emailConfirmed };
    }),
  ];
}
