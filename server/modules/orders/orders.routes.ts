import {
  cancelOrder,
  changePaymentMethod,
  createOrder,
  getOrder,
  getOrderByKey,
  listMyOrders,
} from '../../../contract/orders.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { HttpError } from '../../http/http-error.ts';
import { createMinuteLimit, SLOW_DOWN } from '../../rate-limit.ts';
import { ok } from '../../http/reply.ts';
import { createOrderService } from './create-order.service.ts';
import { createOrdersService } from './orders.service.ts';

/** By one shopper (providers 3.4): an order holds stock for a while, paid or not. */
const ORDERS_PER_MINUTE = 10;

export function ordersRoutes(deps: Deps): Handler[] {
  const orders = createOrdersService(deps);
  const { create } = createOrderService(deps);
  const secondsToWait = createMinuteLimit({ clock: deps.clock, factor: deps.env.rateLimitFactor }, ORDERS_PER_MINUTE);
  return [
    handler(createOrder, async (draft, { user, idempotencyKey }) => {
      const retryAfter = secondsToWait(user.id);
      if (retryAfter > 0) throw new HttpError(429, SLOW_DOWN, { retryAfter });
      return ok({ order: await create(user, draft, idempotencyKey) });
    }),
    // Fixed paths stand before the parameter (A40).
    handler(listMyOrders, async (_, { user }) => ok({ orders: await orders.mine(user.id) })),
    handler(getOrderByKey, async ({ key }, { user }) => ok({ order: await orders.byKey(user.id, key) })),
    handler(getOrder, async ({ id }, { user }) => ok({ order: await orders.one(user.id, id) })),
    handler(cancelOrder, async ({ id }, { user }) => ok({ order: await orders.cancel(user.id, id) })),
    handler(changePaymentMethod, async ({ id }, { user }) => ok({ order: await orders.payOnDelivery(user.id, id) })),
  ];
}
