import { fromPromise } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { orderTrackingMachine } from '../../machines/orders/order-tracking.machine.ts';
import type { OrderTrackingEvent } from '../../machines/orders/order-tracking.setup.ts';
import { paths } from '../../rules/paths.ts';
import { getStoredSessionStatus } from '../../rules/account/stored-session.ts';
import { onEverySecond } from '../../services/clock.ts';
import { withoutSessionEnd } from '../../services/without-session-end.ts';
import { watchVisibility } from '../shell/watch-connection.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchPresent } from '../listen.ts';
import { lazyPaymentRecord } from '../payment/payment-record.ts';
import { composePayerProof } from '../payment/payer-proof.ts';
import { paymentScreen } from '../payment/payment-screen.ts';
import { createReorderActions } from './reorder.ts';
import { forgetStoredSession, readStoredSession } from '../account/session.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

/** Returns how the stored session relates to the shopper now (A26). */
export function getSessionStatus(env: ComposeEnv) {
  return getStoredSessionStatus(readStoredSession(env));
}

/**
 * Machines of an order's page. A 401 of its calls is reported to this machine only, which shows its own notice first
 * (Q1).
 */
export function orderTrackingMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => {
    const { createOrdersService } = await import('../../services/orders.service.ts');
    return (call) => createOrdersService(withoutSessionEnd(call));
  });
  const cart = lazyService(env, async () => {
    const { createCartService } = await import('../../services/cart.service.ts');
    return (call) => createCartService(withoutSessionEnd(call));
  });
  const mpesa = lazyService(env, async () => {
    const { createMpesaService } = await import('../../services/mpesa.service.ts');
    return (call) => createMpesaService(withoutSessionEnd(call));
  });

  const orderTracking = orderTrackingMachine.provide({
    actors: {
      watchSession: createListener<OrderTrackingEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
      watchPage: createListener<OrderTrackingEvent>((send) => watchVisibility(env, send)),
      watchBar: createListener<OrderTrackingEvent>((send) =>
        watchPresent(
          paymentScreen(env),
          ({ context }) => context.underWay,
          (orderId) => {
            send({ type: 'bar.idle' });
            send({ type: 'bar.paying', orderId });
          },
          { onAbsent: () => send({ type: 'bar.idle' }), known: null },
        ),
      ),
      clock: createListener<OrderTrackingEvent>((send) =>
        onEverySecond(env, (now) => send({ type: 'clock.tick', now })),
      ),
      loadOrders: fromPromise(async ({ signal }) => (await orders()).mine(signal)),
      loadOrder: fromPromise(async ({ input, signal }) => ({
        order: await (await orders()).one(input.orderId, signal),
        now: env.now(),
      })),
      cancelOrder: fromPromise(async ({ input, signal }) => (await orders()).cancel(input.orderId, signal)),
      pushPrompt: fromPromise(async ({ input, signal }) => {
        const { checkoutRequestId } = await (await mpesa()).push(input, signal);
        return { checkoutRequestId, sentAt: env.now() };
      }),
      phoneVerification: composePayerProof(env),
      checkLines: fromPromise(async ({ input, signal }) => (await cart()).known(input.lines, signal)),
    },
    actions: {
      endSession: () => forgetStoredSession(env),
      goToLogin: (_, { orderId, notice }) => {
        // Notify the session first: its guard navigates to the login as well, and the later navigation wins.
        env.session().send({ type: 'customer.changed', stored: readStoredSession(env) });
        env.navigate(paths.login, { replace: true, state: { origin: paths.trackOrder(orderId), notice } });
      },
      goToOrder: (_, { orderId }) => env.navigate(paths.trackOrder(orderId)),
      keepPayment: (_, found) => lazyPaymentRecord(env)().send({ type: 'payment.found', ...found }),
      ...createReorderActions(env),
    },
  });
  return { orderTracking };
}

/** Sends the stored session to the machine before each event, so that it always acts for the current shopper (A26). */
export function syncSessionFirst(env: ComposeEnv, actor: ActorRefFrom<typeof orderTrackingMachine>) {
  return (event: OrderTrackingEvent) => {
    actor.send({ type: 'session.read', session: getSessionStatus(env) });
    actor.send(event);
  };
}
