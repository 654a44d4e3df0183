import { fromPromise } from 'xstate';
import { toPaymentReport } from '../../rules/payment/payment.ts';
import { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import type { MpesaPaymentEvent } from '../../machines/payment/mpesa-payment.setup.ts';
import { onEverySecond } from '../../services/clock.ts';
import { watchConnection } from '../shell/watch-connection.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';
import { lazyPaymentRecord } from './payment-record.ts';
import { composePayerProof } from './payer-proof.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

/** Actions that clean up after an order under way, across all tabs of the browser. */
export function createOrderActions(env: ComposeEnv) {
  const record = lazyPaymentRecord(env);
  return {
    /** Removes the ordered lines from the cart once across all tabs. Lines added meanwhile stay (U6, Q22). */
    removeOrdered: (_: unknown, { orderId }: { orderId: string }) =>
      void env.inTurn(() => {
        record().send({ type: 'lines.claimed', orderId });
      }),
    /** Forgets everything about the order. Runs under a lock, so that its lines have left the cart before. */
    forgetOrder: (_: unknown, { orderId }: { orderId: string }) =>
      void env.inTurn(() => record().send({ type: 'order.over', orderId })),
    forgetPrompt: (_: unknown, { orderId }: { orderId: string }) =>
      record().send({ type: 'prompt.dismissed', orderId }),
  };
}

/** The M-Pesa payment machine, shared by the checkout and the bar under the header. */
export function composeMpesaPayment(env: ComposeEnv) {
  const record = lazyPaymentRecord(env);
  const mpesa = lazyService(env, async () => (await import('../../services/mpesa.service.ts')).createMpesaService);
  return mpesaPaymentMachine.provide({
    actors: {
      pushPrompt: fromPromise(async ({ input, signal }) => {
        const { checkoutRequestId } = await (await mpesa()).push(input, signal);
        return { checkoutRequestId, sentAt: env.now() };
      }),
      checkStatus: fromPromise(async ({ input, signal }) => {
        const payment = await (await mpesa()).status(input.checkoutRequestId, signal);
        return toPaymentReport(payment, env.now());
      }),
      askFirst: fromPromise(async ({ input, signal }) => (await mpesa()).askFirst(input.checkoutRequestId, signal)),
      switchToCash: fromPromise(async ({ input, signal }) => (await mpesa()).switchToCash(input.orderId, signal)),
      phoneVerification: composePayerProof(env),
      watchConnection: createListener<MpesaPaymentEvent>((send) => watchConnection(env, send)),
      watchSession: createListener<MpesaPaymentEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
      clock: createListener<MpesaPaymentEvent>((send) => {
        const tick = (now: number) => send({ type: 'clock.tick', now });
        tick(env.now());
        return onEverySecond(env, tick);
      }),
    },
    actions: {
      keepPrompt: (_, prompt) => record().send({ type: 'prompt.accepted', ...prompt }),
      ...createOrderActions(env),
    },
  });
}
