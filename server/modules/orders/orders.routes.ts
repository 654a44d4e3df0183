import {
  cancelOrder,
  changePaymentMethod,
  createOrder,
  getOrder,
  getOrderByKey,
  listMyOrders,
  paymentLimits,
} from '../../../contract/orders.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';

export function ordersRoutes(deps: Deps, { orders, newOrders }: Pick<Services, 'orders' | 'newOrders'>): Handler[] {
  const { create } = newOrders;
  return [
    handler(createOrder, async (draft, { user, idempotencyKey }) => {
      // Every order reserves stock for a while, even when it is never paid (providers 3.4).
      await deps.limiter.count('orders', user.id);
      return ok({ order: await create(user, draft, idempotencyKey) });
    }),
    // Fixed paths must come before the path parameter (A40).
    handler(listMyOrders, async (_, { user }) => ok({ orders: await orders.mine(user.id) })),
    handler(paymentLimits, async ({ replaces = null }, { user }) => ok(await orders.limits(user.id, replaces))),
    handler(getOrderByKey, async ({ key }, { user }) => ok({ order: await orders.byKey(user.id, key) })),
    handler(getOrder, async ({ id }, { user }) => ok({ order: await orders.one(user.id, id) })),
    handler(cancelOrder, async ({ id }, { user }) => ok({ order: await orders.cancel(user.id, id) })),
    handler(changePaymentMethod, async ({ id }, { user }) => ok({ order: await orders.payOnDelivery(user.id, id) })),
  ];
}
