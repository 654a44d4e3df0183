import { fromPromise } from 'xstate';
import { checkoutMachine } from '../machines/checkout.machine.ts';
import type { CheckoutEvent } from '../machines/checkout.machine.ts';
import { composeDelivery } from './delivery.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener, stopAll } from './listen.ts';
import type { Stop } from './listen.ts';
import { composeMpesaPayment } from './mpesa-payment.ts';
import { composeOrderPlacement } from './order-placement.ts';
import { paymentRecord } from './payment-record.ts';
import { composePurchase, goToLogin } from './purchase.ts';
import { watchSessionEnd } from './session-end.ts';
import { watchSession } from './session.ts';

/** The checkout, and all that happens in it, with their slots filled. */
export function checkoutMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => (await import('../services/orders.service.ts')).createOrdersService);
  const addresses = lazyService(
    env,
    async () => (await import('../services/addresses.service.ts')).createAddressesService,
  );
  const delivery = composeDelivery(env);
  const orderPlacement = composeOrderPlacement(env, orders);
  const mpesaPayment = composeMpesaPayment(env);
  const purchase = composePurchase(env, { orderPlacement, mpesaPayment });
  const record = paymentRecord(env);

  const checkout = checkoutMachine.provide({
    actors: {
      delivery,
      purchase,
      watchSession: listener<CheckoutEvent>((send) =>
        stopAll(
          watchSessionEnd(env, () => send({ type: 'session.ended' })),
          watchSession(
            env,
            ({ context }) => context.user,
            (user) => user !== null && send({ type: 'user.changed', user }),
            env.session().getSnapshot().context.user,
          ),
        ),
      ),
      watchCart: listener<CheckoutEvent>((send) =>
        stopAll(watchCart(env, send), () => env.cart().send({ type: 'page.close' })),
      ),
      watchKept: listener<CheckoutEvent>((send) => {
        const sendKept = () => send({ type: 'payment.kept', kept: record().read(userIdOf(env)) });
        const stop = record().subscribe(sendKept);
        sendKept();
        return stop;
      }),
      loadUser: fromPromise(async ({ signal }) => (await addresses()).owner(signal)),
    },
    actions: {
      checkPrices: () => env.cart().send({ type: 'page.open' }),
      dismissChanges: () => env.cart().send({ type: 'notice.dismiss' }),
      removeFromCart: (_, { id }) => env.cart().send({ type: 'line.remove', id }),
      acceptChanges: (_, { changes }) => env.cart().send({ type: 'changes.accept', changes }),
      goToLogin: () => goToLogin(env),
    },
  });

  return { delivery, orderPlacement, mpesaPayment, purchase, checkout };
}

/** Sends the cart as it is, and again whenever lines or notices are others. */
function watchCart(env: ComposeEnv, send: (event: CheckoutEvent) => void): Stop {
  let last: unknown[] = [];
  const sendChange = () => {
    const { cart, changes } = env.cart().getSnapshot().context;
    if (last[0] === cart && last[1] === changes) return;
    last = [cart, changes];
    send({ type: 'cart.changed', cart, changes });
  };
  const subscription = env.cart().subscribe(sendChange);
  sendChange();
  return () => subscription.unsubscribe();
}

function userIdOf(env: ComposeEnv): string {
  return env.session().getSnapshot().context.user?._id ?? '';
}
