import { fromPromise } from 'xstate';
import { deliveryMachine } from '../../machines/checkout/delivery.machine.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';

export function composeDelivery(env: ComposeEnv) {
  const pickup = lazyService(env, async () => (await import('../../services/pickup.service.ts')).createPickupService);
  return deliveryMachine.provide({
    actors: {
      loadStations: fromPromise(async ({ input, signal }) => (await pickup()).at(input, signal)),
      searchStations: fromPromise(async ({ input, signal }) => (await pickup()).search(input.query, signal)),
    },
  });
}
