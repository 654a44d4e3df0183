import { fromPromise } from 'xstate';
import type { TypedForm } from '../../rules/checkout/order-form.ts';
import { getOwnRecord } from '../../rules/payment/payment-record.ts';
import { checkoutMachine } from '../../machines/checkout/checkout.machine.ts';
import type { CheckoutEvent } from '../../machines/checkout/checkout.setup.ts';
import { watchPaymentLimits } from '../../services/payment-limits.ts';
import { composeDelivery } from './delivery.ts';
import { lazyService, onePerApp } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll, watchActor, watchPresent } from '../listen.ts';
import { composeByHand } from '../payment/by-hand.ts';
import { composeMpesaPayment } from '../payment/mpesa-payment.ts';
import { composeOrderPlacement } from './order-placement.ts';
import { lazyPaymentRecord } from '../payment/payment-record.ts';
import { composePurchase, goToLogin } from './purchase.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

/** Kept in memory only, because it holds a person's address. A login does not reload the page, so memory is enough. */
const typedForms = onePerApp<{ typed: TypedForm | null }>(() => ({ typed: null }));

/** Returns the checkout form typed before the session ended, of any shopper, or `null`. */
export const getTypedForm = (env: ComposeEnv): TypedForm | null => typedForms(env).typed;

/** Machines of the checkout and its children. */
export function checkoutMachines(env: ComposeEnv) {
  const orders = lazyService(env, async () => (await import('../../services/orders.service.ts')).createOrdersService);
  const addresses = lazyService(
    env,
    async () => (await import('../../services/addresses.service.ts')).createAddressesService,
  );
  const delivery = composeDelivery(env);
  const orderPlacement = composeOrderPlacement(env, orders);
  const mpesaPayment = composeMpesaPayment(env);
  const byHand = composeByHand(env);
  const purchase = composePurchase(env, { orderPlacement, mpesaPayment, byHand });
  const record = lazyPaymentRecord(env);

  const checkout = checkoutMachine.provide({
    actors: {
      delivery,
      purchase,
      watchSession: createListener<CheckoutEvent>((send) =>
        stopAll(
          watchSessionEnd(env, () => send({ type: 'session.ended' })),
          watchPresent(
            env.session(),
            ({ context }) => context.user,
            (user) => send({ type: 'user.changed', user }),
            { known: env.session().getSnapshot().context.user },
          ),
        ),
      ),
      watchCart: createListener<CheckoutEvent>((send) =>
        stopAll(
          watchActor(
            env.cart(),
            ({ context }) => [context.cart, context.stock, context.changes] as const,
            ([cart, stock, changes]) => send({ type: 'cart.changed', cart, stock, changes }),
          ),
          () => env.cart().send({ type: 'page.close' }),
        ),
      ),
      watchKept: createListener<CheckoutEvent>((send) =>
        watchActor(
          record(),
          ({ context }) => getOwnRecord(context),
          (kept) => send({ type: 'payment.kept', kept }),
        ),
      ),
      watchLimits: createListener<CheckoutEvent, { replaces: string | null }>((send, { replaces }) => {
        const asking = new AbortController();
        const stop = watchPaymentLimits({
          ask: async () => (await orders()).limits(replaces, asking.signal),
          onAnswer: (limits) => send({ type: 'limits.changed', limits }),
          now: env.now,
          isVisible: env.isVisible,
        });
        return stopAll(stop, () => asking.abort());
      }),
      loadUser: fromPromise(async ({ signal }) => (await addresses()).owner(signal)),
    },
    actions: {
      checkPrices: () => env.cart().send({ type: 'page.open' }),
      dismissChanges: () => env.cart().send({ type: 'notice.dismiss' }),
      removeFromCart: (_, { id }) => env.cart().send({ type: 'line.remove', id }),
      acceptChanges: (_, { changes }) => env.cart().send({ type: 'changes.accept', changes }),
      goToLogin: () => goToLogin(env),
      keepTyped: ({ context }) => {
        typedForms(env).typed = context.typed;
      },
    },
  });

  return { delivery, orderPlacement, mpesaPayment, byHand, purchase, checkout };
}
