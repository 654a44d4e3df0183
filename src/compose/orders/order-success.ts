import { fromPromise } from 'xstate';
import { orderSuccessMachine } from '../../machines/orders/order-success.machine.ts';
import type { OrderSuccessEvent } from '../../machines/orders/order-success.machine.ts';
import { paths } from '../../rules/paths.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

export function orderSuccessMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => (await import('../../services/orders.service.ts')).createOrdersService);
  const orderSuccess = orderSuccessMachine.provide({
    actors: {
      watchSession: createListener<OrderSuccessEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
      loadOrders: fromPromise(async ({ signal }) => ({
        orders: await (await orders()).mine(signal),
        // The reply has updated the server clock (H13).
        now: env.now(),
      })),
    },
    actions: {
      keepInAddress: (_, { orderId }) =>
        env.navigate(paths.orderSuccess(orderId), { replace: true, state: { orderId } }),
      goToLogin: () => env.navigate(paths.login, { replace: true, state: { origin: paths.orderSuccess() } }),
    },
  });
  return { orderSuccess };
}
