import { createActor, fromPromise } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { cartMachine } from '../machines/cart.machine.ts';
import type { CartEvent } from '../machines/cart.machine.ts';
import { browserStorage, lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';
import { storageFirst } from './storage-first.ts';

const SAVED = { type: 'cart.saved' } as const;
const NOT_SAVED = { type: 'cart.notSaved' } as const;

/** The cart with its slots filled. */
export function composeCart(env: ComposeEnv) {
  const storage = browserStorage(env);
  const service = lazyService(env, async () => (await import('../services/cart.service.ts')).createCartService);
  const read = (): string | null => storage.read('cart');
  return cartMachine.provide({
    actors: {
      watchStorage: listener<CartEvent>((send) => {
        const stop = storage.subscribe(['cart'], () => send({ type: 'storage.changed', text: read() }));
        send(storage.isReadable() ? { type: 'storage.read', text: read() } : { type: 'storage.refused' });
        return stop;
      }),
      watchFocus: listener<CartEvent>((send) => env.on('focus', () => send({ type: 'window.focused' }))),
      checkPrices: fromPromise(async ({ input, signal }) => {
        const lines = await (await service()).check(input.items, signal);
        env.cart().send({ type: 'storage.changed', text: read() });
        return lines;
      }),
    },
    actions: {
      saveCart: ({ context, self }) =>
        self.send(storage.write('cart', JSON.stringify(context.cart)) ? SAVED : NOT_SAVED),
    },
  });
}

/** The one cart of an app. */
export function createCart(machine: ReturnType<typeof composeCart>, env: ComposeEnv): ActorRefFrom<typeof machine> {
  return storageFirst(createActor(machine), () => browserStorage(env).read('cart'));
}
