import { adminLogin, hideReview, listOrders, setOrderStatus } from '../../../contract/admin.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';

/** Calls for the staff (H1). */
export function staffRoutes(services: Pick<Services, 'staffLogin' | 'staffOrders' | 'staffReviews'>): Handler[] {
  const { login } = services.staffLogin;
  const { staffOrders: orders, staffReviews: reviews } = services;
  return [
    handler(adminLogin, async (request, { ip, staffBrowser, setStaffBrowser }) => {
      const browser = staffBrowser ?? newSecret();
      // Also set when the login is refused, because the browser is promised a turn (D26).
      setStaffBrowser(browser);
      return ok(await login(request, { ip, knownBrowser: staffBrowser, browser }));
    }),
    handler(listOrders, async (request) => ok(await orders.list(request))),
    handler(setOrderStatus, async (request, { staff }) => ok({ order: await orders.move(staff, request) })),
    handler(hideReview, async ({ id, hidden }, { staff }) => {
      await reviews.hide(staff, id, hidden);
      return ok({ _id: id, hidden });
    }),
  ];
}
