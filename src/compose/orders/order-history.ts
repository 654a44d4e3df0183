import { fromPromise } from 'xstate';
import { orderHistoryMachine } from '../../machines/orders/order-history.machine.ts';
import type { OrderHistoryEvent } from '../../machines/orders/order-history.machine.ts';
import { paths } from '../../rules/paths.ts';
import { onEverySecond } from '../../services/clock.ts';
import { copyText, logOrder, openSite } from '../../services/browser-effects.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { paymentScreen } from '../payment/payment-screen.ts';
import { createReorderActions } from './reorder.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

export function orderHistoryMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => (await import('../../services/orders.service.ts')).createOrdersService);
  const cart = lazyService(env, async () => (await import('../../services/cart.service.ts')).createCartService);
  const orderHistory = orderHistoryMachine.provide({
    actors: {
      loadOrders: fromPromise(async ({ signal }) => ({
        orders: await (await orders()).mine(signal),
        now: env.now(),
      })),
      cancelOrder: fromPromise(async ({ input, signal }) => {
        const isPromptOpen = paymentScreen(env).getSnapshot().context.underWay === input.orderId;
        return { order: await (await orders()).cancel(input.orderId, signal), isPromptOpen };
      }),
      checkLines: fromPromise(async ({ input, signal }) => (await cart()).known(input.lines, signal)),
      copyNumber: fromPromise(({ input }) => copyText(input.trackingNumber)),
      clock: createListener<OrderHistoryEvent>((send) =>
        onEverySecond(env, (now) => send({ type: 'clock.tick', now })),
      ),
      watchSession: createListener<OrderHistoryEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
    },
    actions: {
      logOrder: (_, { order }) => logOrder(order),
      openCourier: (_, { url }) => openSite(url),
      goToOrder: (_, { orderId }) => env.navigate(paths.trackOrder(orderId)),
      ...createReorderActions(env),
    },
  });
  return { orderHistory };
}
