import { adminLogin, hideReview, listOrders, setOrderStatus } from '../../../contract/admin.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { newSecret } from '../../secrets.ts';
import { createPasswordsService } from '../auth/passwords.service.ts';
import { createStaffLoginService } from './staff-login.service.ts';
import { createStaffOrdersService } from './staff-orders.service.ts';
import { createStaffReviewsService } from './staff-reviews.service.ts';

/** What the staff may do (H1); nothing of it is a shopper's. */
export function staffRoutes(deps: Deps): Handler[] {
  const { login } = createStaffLoginService(deps, createPasswordsService());
  const orders = createStaffOrdersService(deps);
  const reviews = createStaffReviewsService(deps);
  return [
    handler(adminLogin, async (request, { ip, staffBrowser, setStaffBrowser }) => {
      const browser = staffBrowser ?? newSecret();
      // Also where it is refused: its turn is kept for this browser (D26).
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
