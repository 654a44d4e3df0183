import { fromPromise } from 'xstate';
import { keptPrompt } from '../rules/kept-payment.ts';
import { openOf } from '../rules/waiting-payment.ts';
import { waitingPaymentMachine } from '../machines/waiting-payment.machine.ts';
import type { WaitingPaymentEvent } from '../machines/waiting-payment.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener, watchActor } from './listen.ts';
import { composeMpesaPayment, orderUnderWay } from './mpesa-payment.ts';
import { keptNow, paymentRecord, watchOtherTabs } from './payment-record.ts';
import { paymentScreen } from './payment-screen.ts';
import { watchShopper } from './session.ts';

/** The bar under the header that finds and finishes a payment on whatever page. */
export function waitingPaymentMachines(env: ComposeEnv) {
  const record = paymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../services/mpesa.service.ts')).createMpesaService);
  const waitingPayment = waitingPaymentMachine.provide({
    actors: {
      // Another shopper in the place of one ends the first one's bar.
      watchSession: listener<WaitingPaymentEvent>((send) =>
        watchShopper(env, (id) => {
          send({ type: 'session.ended' });
          if (id !== null) send({ type: 'session.signedIn' });
        }),
      ),
      watchRecord: listener<WaitingPaymentEvent>((send) =>
        watchOtherTabs(env, () => send({ type: 'record.changed', prompt: keptPrompt(keptNow(env)) })),
      ),
      watchWindow: listener<WaitingPaymentEvent>((send) => env.on('focus', () => send({ type: 'window.focused' }))),
      watchCheckout: listener<WaitingPaymentEvent>((send) =>
        watchActor(
          paymentScreen(env),
          (screen) => screen.matches('checkout'),
          (isTaken) => send({ type: isTaken ? 'checkout.took' : 'checkout.left' }),
          false,
        ),
      ),
      readRecord: fromPromise(async () => keptNow(env)),
      findOpen: fromPromise(async ({ signal }) => openOf(await (await mpesa()).open(signal), env.now())),
      loadLines: fromPromise(async ({ input, signal }) => (await mpesa()).linesOf(input.orderId, signal)),
      mpesaPayment: composeMpesaPayment(env),
    },
    actions: {
      keepPayment: (_, found) => record().send({ type: 'payment.found', ...found }),
      forgetOrder: orderUnderWay(env).forgetOrder,
    },
  });

  return { waitingPayment };
}
