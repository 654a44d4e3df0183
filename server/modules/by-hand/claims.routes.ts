import { claimPayment } from '../../../contract/payment-claims.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function claimsRoutes({ claims }: Pick<Services, 'claims'>): Handler[] {
  return [
    handler(claimPayment, async ({ id, text }, { user }) => ok({ claim: await claims.claim(user.id, id, text) })),
  ];
}
