import { fromCallback, fromPromise } from 'xstate';
import type { EventObject } from 'xstate';
import { newsOf } from '../rules/payment.ts';
import type { Push, Pushed } from '../rules/payment.ts';
import { paymentWatchMachine } from '../machines/payment-watch.machine.ts';
import type { PaymentWatchEvent } from '../machines/payment-watch.machine.ts';
import { everySecond } from '../services/clock.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { paymentRecord } from './payment-record.ts';
import { watchSessionEnd } from './session-end.ts';
import { browserStorage } from './storage.ts';

/** What the checkout's payment and the bar under the header share: the wait for a payment, and what both do with it. */
export function composePaymentWatch(env: ComposeEnv) {
  const record = paymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../services/mpesa.service.ts')).createMpesaService);

  const pushPrompt = fromPromise<Pushed, Push>(async ({ input, signal }) => {
    const { checkoutRequestId } = await (await mpesa()).push(input, signal);
    return { checkoutRequestId, sentAt: env.now() };
  });
  const clock = fromCallback<EventObject>(({ sendBack }) => {
    const tell = (now: number) => sendBack({ type: 'clock.tick', now } satisfies PaymentWatchEvent);
    tell(env.now());
    return everySecond(env, tell);
  });

  const paymentWatch = paymentWatchMachine.provide({
    actors: {
      checkStatus: fromPromise(async ({ input, signal }) => {
        const payment = await (await mpesa()).status(input.checkoutRequestId, signal);
        return newsOf(payment, env.now());
      }),
      pushPrompt,
      switchToCash: fromPromise(async ({ input, signal }) => (await mpesa()).switchToCash(input.orderId, signal)),
      watchPage: fromCallback<EventObject>(({ sendBack }) => {
        const tell = (event: PaymentWatchEvent) => sendBack(event);
        if (!env.isVisible()) tell({ type: 'page.hidden' });
        if (!env.isOnline()) tell({ type: 'network.lost' });
        const stops = [
          env.on('visibilitychange', () => tell({ type: env.isVisible() ? 'page.visible' : 'page.hidden' })),
          env.on('online', () => tell({ type: 'network.back' })),
          env.on('offline', () => tell({ type: 'network.lost' })),
        ];
        return () => stops.forEach((stop) => stop());
      }),
      watchSession: fromCallback<EventObject>(({ sendBack }) =>
        watchSessionEnd(env, () => sendBack({ type: 'session.ended' } satisfies PaymentWatchEvent)),
      ),
      clock,
    },
    actions: {
      keepPrompt: ({ context }, { checkoutRequestId }) => record().keepPrompt(context.orderId, checkoutRequestId),
    },
  });

  return {
    paymentWatch,
    pushPrompt,
    clock,
    /** The ordered lines leave the cart, once over all tabs; lines added meanwhile stay (U6, Q22). */
    removeOrdered: (orderId: string) =>
      env.inTurn(() => {
        const lines = record().claimLines(orderId);
        if (lines.length === 0) return;
        // A cart that was not told yet what another tab has added may look empty, and an empty one takes no order.
        env.cart().send({ type: 'storage.changed', text: browserStorage(env).read('cart') });
        env.cart().send({ type: 'order.placed', lines });
      }),
    /** Nothing is to be kept of the order any more. In turn, so that its lines have left the cart before. */
    forget: (orderId: string) => env.inTurn(() => record().forget(orderId)),
  };
}
