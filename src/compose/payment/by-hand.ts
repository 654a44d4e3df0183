import { fromPromise } from 'xstate';
import { byHandMachine } from '../../machines/payment/by-hand.machine.ts';
import type { ByHandEvent } from '../../machines/payment/by-hand.setup.ts';
import { WIDE_SCREEN } from '../../rules/payment/by-hand.ts';
import { copyText } from '../../services/browser-effects.ts';
import { watchSessionEnd } from '../account/watch-session.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { watchConnection } from '../shell/watch-connection.ts';
import { createOrderActions } from './mpesa-payment.ts';
import { lazyPaymentRecord } from './payment-record.ts';

const SCREEN = { true: { type: 'screen.wide' }, false: { type: 'screen.narrow' } } as const;

/** The machine that pays an order by hand, shared by the checkout and the order's page. */
export function composeByHand(env: ComposeEnv) {
  const payments = lazyService(
    env,
    async () => (await import('../../services/order-payment.service.ts')).createOrderPaymentService,
  );
  const { removeOrdered, forgetOrder } = createOrderActions(env);
  return byHandMachine.provide({
    actors: {
      checkOrder: fromPromise(async ({ input, signal }) => ({
        ...(await (await payments()).check(input.orderId, signal)),
        now: env.now(),
      })),
      sendClaim: fromPromise(async ({ input, signal }) => (await payments()).claim(input.orderId, input.text, signal)),
      switchToCash: fromPromise(async ({ input, signal }) => (await payments()).switchToCash(input.orderId, signal)),
      loadQr: fromPromise(async ({ input, signal }) => (await payments()).fetchQr(input.orderId, signal)),
      copyText: fromPromise(({ input }) => copyText(input.text)),
      watchConnection: createListener<ByHandEvent>((send) => watchConnection(env, send)),
      watchScreen: createListener<ByHandEvent>((send) =>
        env.onMedia(WIDE_SCREEN, (isWide) => send(SCREEN[`${isWide}`])),
      ),
      watchSession: createListener<ByHandEvent>((send) => watchSessionEnd(env, () => send({ type: 'session.ended' }))),
    },
    actions: {
      keepByHand: (_, { orderId }) => {
        lazyPaymentRecord(env)().send({ type: 'hand.chosen', orderId });
        // The dialog shows the numbers, so a lost SMS is no failure.
        void payments()
          .then((service) => service.choose(orderId))
          .catch(() => undefined);
      },
      removeOrdered,
      forgetOrder,
    },
  });
}

/** The same for a separate page. */
export function payByHandMachines(env: ComposeEnv) {
  return { byHand: composeByHand(env) };
}
