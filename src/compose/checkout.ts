import { fromCallback, fromPromise } from 'xstate';
import type { EventObject } from 'xstate';
import type { AddressSaving, DeliveryDetails } from '../rules/checkout.ts';
import { checkoutMachine } from '../machines/checkout.machine.ts';
import { orderingMachine } from '../machines/ordering.machine.ts';
import { paths } from '../rules/paths.ts';
import { composeDelivery } from './delivery.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { composeOrderPlacement } from './order-placement.ts';
import { composePayment } from './payment.ts';
import type { WaysOn } from './payment.ts';
import { paymentRecord } from './payment-record.ts';
import { composePaymentWatch } from './payment-watch.ts';
import { watchSessionEnd } from './session-end.ts';
import { watchSession } from './session.ts';

/** The checkout, and all that happens in it, with their slots filled. */
export function checkoutMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => (await import('../services/orders.service.ts')).createOrdersService);
  const addresses = lazyService(
    env,
    async () => (await import('../services/addresses.service.ts')).createAddressesService,
  );
  const waysOn: WaysOn = {
    // In turn: a page that is left at once would not empty the cart and forget the order any more.
    goToOrderSuccess: (_, { orderId }) =>
      void env.inTurn(() => env.navigate(paths.orderSuccess(orderId), { replace: true, state: { orderId } })),
    goToLogin: () => env.navigate(paths.login, { replace: true, state: { origin: paths.checkout } }),
  };
  const watchUser = fromCallback<EventObject>(({ sendBack }) => {
    const { user } = env.session().getSnapshot().context;
    const stops = [
      watchSessionEnd(env, () => sendBack({ type: 'session.ended' })),
      watchSession(
        env,
        ({ context }) => context.user,
        (now) => now !== null && sendBack({ type: 'user.changed', user: now }),
        user,
      ),
    ];
    return () => stops.forEach((stop) => stop());
  });

  const delivery = composeDelivery(env);
  const orderPlacement = composeOrderPlacement(env, orders);
  const mpesaPayment = composePayment(env, orderPlacement, waysOn);
  const record = paymentRecord(env);
  const { removeOrdered, forget } = composePaymentWatch(env);

  const ordering = orderingMachine.provide({
    actors: { orderPlacement, mpesaPayment },
    actions: {
      removeOrdered: (_, { orderId }) => removeOrdered(orderId),
      forgetPlacement: (_, { orderId }) => forget(orderId),
      saveAddress: (_, wanted) => void saveAddress(wanted),
      ...waysOn,
    },
  });

  const checkout = checkoutMachine.provide({
    actors: {
      delivery,
      ordering,
      watchSession: watchUser,
      watchCart: fromCallback(({ sendBack }) => {
        const stop = watchCart(env, (event) => sendBack(event));
        return () => {
          stop();
          env.cart().send({ type: 'page.close' });
        };
      }),
      watchKept: fromCallback(({ sendBack }) => {
        const tell = () => sendBack({ type: 'payment.kept', kept: record().read(userIdOf(env)) });
        const stop = record().subscribe(tell);
        tell();
        return stop;
      }),
      loadUser: fromPromise(async ({ signal }) => (await addresses()).owner(signal)),
    },
    actions: {
      checkPrices: () => env.cart().send({ type: 'page.open' }),
      dismissChanges: () => env.cart().send({ type: 'notice.dismiss' }),
      removeFromCart: (_, { id }) => env.cart().send({ type: 'line.remove', id }),
      acceptChanges: (_, { changes }) => env.cart().send({ type: 'changes.accept', changes }),
      goToLogin: waysOn.goToLogin,
    },
  });

  async function saveAddress({ saving, details }: { saving: AddressSaving; details: DeliveryDetails }): Promise<void> {
    if (saving.kind === 'none') return;
    try {
      const service = await addresses();
      const user = await (saving.kind === 'create' ? service.createDefault(details) : service.makeDefault(saving.id));
      env.session().send({ type: 'user.update', user });
    } catch {
      // The order stands whatever becomes of the address (A27).
    }
  }

  return { delivery, orderPlacement, mpesaPayment, ordering, checkout };
}

/** Tells the cart as it is, and again whenever lines or notices are others. */
function watchCart(env: ComposeEnv, tell: (event: EventObject) => void): () => void {
  let told: unknown[] = [];
  const tellNews = () => {
    const { cart, changes } = env.cart().getSnapshot().context;
    if (told[0] === cart && told[1] === changes) return;
    told = [cart, changes];
    tell({ type: 'cart.changed', cart, changes } as EventObject);
  };
  const subscription = env.cart().subscribe(tellNews);
  tellNews();
  return () => subscription.unsubscribe();
}

function userIdOf(env: ComposeEnv): string {
  return env.session().getSnapshot().context.user?._id ?? '';
}
