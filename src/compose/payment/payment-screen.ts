import type { ActorRefFrom } from 'xstate';
import { paymentScreenMachine } from '../../machines/payment/payment-screen.machine.ts';
import type { PaymentScreenEvent } from '../../machines/payment/payment-screen.machine.ts';
import { onePerApp } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { createListener } from '../listen.ts';
import { watchSessionEnd } from '../account/watch-session.ts';

export function composePaymentScreen(env: ComposeEnv) {
  return paymentScreenMachine.provide({
    actors: {
      watchSession: createListener<PaymentScreenEvent>((send) =>
        watchSessionEnd(env, () => send({ type: 'session.ended' })),
      ),
    },
  });
}

/** The app's only payment screen actor, created on first use. */
export const paymentScreen = onePerApp((env): ActorRefFrom<typeof paymentScreenMachine> =>
  createRootActor(composePaymentScreen(env)).start(),
);
