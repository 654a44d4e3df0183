import { fromPromise } from 'xstate';
import { findStoredPrompt } from '../../rules/payment/stored-payment.ts';
import { getShopperId } from '../../rules/account/session.ts';
import { findOpenMoney, toOrderMoney } from '../../rules/payment/order-money.ts';
import { waitingPaymentMachine } from '../../machines/payment/waiting-payment.machine.ts';
import type { WaitingPaymentEvent } from '../../machines/payment/waiting-payment.setup.ts';
import { watchConnection } from '../shell/watch-connection.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchActor, watchPresent } from '../listen.ts';
import { composeMpesaPayment, createOrderActions } from './mpesa-payment.ts';
import { getOwnRecordNow, lazyPaymentRecord, watchOtherTabs } from './payment-record.ts';
import { paymentScreen } from './payment-screen.ts';

/** The bar's event for each screen that can show a payment. */
const CHECKOUT = { nowhere: 'checkout.left', bar: 'checkout.left', checkout: 'checkout.took' } as const;

/** Machine of the bar under the header, which finds and finishes a payment on any page. */
export function waitingPaymentMachines(env: ComposeEnv) {
  const record = lazyPaymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../../services/mpesa.service.ts')).createMpesaService);
  const orders = lazyService(
    env,
    async () => (await import('../../services/order-payment.service.ts')).createOrderPaymentService,
  );
  const waitingPayment = waitingPaymentMachine.provide({
    actors: {
      watchSession: createListener<WaitingPaymentEvent>((send) => {
        const end = () => send({ type: 'session.ended' });
        // When one shopper replaces another, the first one's bar ends.
        const begin = () => {
          end();
          send({ type: 'session.signedIn' });
        };
        return watchPresent(env.session(), getShopperId, begin, { onAbsent: end });
      }),
      watchRecord: createListener<WaitingPaymentEvent>((send) =>
        watchOtherTabs(env, () => send({ type: 'record.changed', prompt: findStoredPrompt(getOwnRecordNow(env)) })),
      ),
      watchWindow: createListener<WaitingPaymentEvent>((send) =>
        env.on('focus', () => send({ type: 'window.focused' })),
      ),
      watchConnection: createListener<WaitingPaymentEvent>((send) => watchConnection(env, send)),
      watchCheckout: createListener<WaitingPaymentEvent>((send) =>
        watchActor(
          paymentScreen(env),
          ({ value }) => CHECKOUT[value],
          (type) => send({ type }),
          'checkout.left',
        ),
      ),
      // Runs under a lock: a finished order leaves the record under one too, so its payment is not shown again.
      readRecord: fromPromise(() => env.inTurn(() => getOwnRecordNow(env))),
      findOpen: fromPromise(async ({ signal }) => {
        const found = await (await mpesa()).open(signal);
        return findOpenMoney(found, env.now());
      }),
      checkOrder: fromPromise(async ({ input: { orderId }, signal }) =>
        toOrderMoney(orderId, await (await orders()).check(orderId, signal)),
      ),
      loadLines: fromPromise(async ({ input, signal }) => (await mpesa()).linesOf(input.orderId, signal)),
      mpesaPayment: composeMpesaPayment(env),
    },
    actions: {
      keepPayment: (_, found) => record().send({ type: 'payment.found', ...found }),
      ...createOrderActions(env),
    },
  });

  return { waitingPayment };
}
