import { fromPromise } from 'xstate';
import { flashCountdownMachine } from '../../machines/home/flash-countdown.machine.ts';
import type { FlashCountdownEvent } from '../../machines/home/flash-countdown.machine.ts';
import { onEverySecond } from '../../services/clock.ts';
import { onePerApp } from '../env.ts';
import { flashDeals } from './flash-deals.ts';
import { createListener } from '../listen.ts';

/** The clock of the flash deals. The section that shows the deals invokes it. */
export const flashCountdown = onePerApp((env) =>
  flashCountdownMachine.provide({
    actors: {
      loadDeals: fromPromise(({ signal }) => flashDeals(env)(signal)),
      clock: createListener<FlashCountdownEvent>((send) => {
        const tick = (now: number) => send({ type: 'clock.tick', now });
        tick(env.now());
        return onEverySecond(env, tick);
      }),
    },
  }),
);
