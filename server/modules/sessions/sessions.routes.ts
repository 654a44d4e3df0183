import * as contract from '../../../contract/auth.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';

/** Logout (§7). */
export function sessionsRoutes(services: Pick<Services, 'sessions'>): Handler[] {
  const { closeSession } = services.sessions;

  return [
    handler(contract.logout, async (_request, { user }) => {
      await closeSession(user.tokenHash);
      return { success: true as const };
    }),
  ];
}
