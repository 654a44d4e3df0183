import { fromPromise } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { cartMachine } from '../../machines/cart/cart.machine.ts';
import type { CartEvent } from '../../machines/cart/cart.machine.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { createListener } from '../listen.ts';
import { syncStorageFirst } from '../storage-first.ts';
import { createStoredKey } from '../stored-key.ts';

const KEY = 'cart';
const SAVED = { type: 'cart.saved' } as const;
const NOT_SAVED = { type: 'cart.notSaved' } as const;

export function composeCart(env: ComposeEnv) {
  const { read, watchStorage, save } = createStoredKey(env, KEY);
  const service = lazyService(env, async () => (await import('../../services/cart.service.ts')).createCartService);
  return cartMachine.provide({
    actors: {
      watchStorage,
      watchFocus: createListener<CartEvent>((send) => env.on('focus', () => send({ type: 'window.focused' }))),
      checkPrices: fromPromise(async ({ input, signal }) => {
        const lines = await (await service()).check(input.items, signal);
        env.cart().send({ type: 'storage.changed', text: read() });
        return lines;
      }),
    },
    actions: { saveCart: ({ context, self }) => self.send(save(context.cart, SAVED, NOT_SAVED)) },
  });
}

/** Creates the app's only cart actor. */
export function createCart(machine: ReturnType<typeof composeCart>, env: ComposeEnv): ActorRefFrom<typeof machine> {
  return syncStorageFirst(createRootActor(machine), createStoredKey(env, KEY).read);
}
