import { assign, fromPromise } from 'xstate';
import { cartOf } from '../rules/cart.ts';
import { readStoredCart } from '../rules/stored-cart.ts';
import { cartMachine } from '../machines/cart.machine.ts';
import type { CartEvent } from '../machines/cart.machine.ts';
import { browserStorage, lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';

/** The cart with its slots filled. */
export function composeCart(env: ComposeEnv) {
  const storage = browserStorage(env);
  const service = lazyService(env, async () => (await import('../services/cart.service.ts')).createCartService);
  return cartMachine.provide({
    actors: {
      watchStorage: listener<CartEvent>((send) => {
        const read = (): string | null => storage.read('cart');
        const stop = storage.subscribe(['cart'], () => send({ type: 'storage.changed', text: read() }));
        send(isReadable(env) ? { type: 'storage.read', text: read() } : { type: 'storage.refused' });
        return stop;
      }),
      watchFocus: listener<CartEvent>((send) => env.on('focus', () => send({ type: 'window.focused' }))),
      checkPrices: fromPromise(async ({ input, signal }) => (await service()).check(input.items, signal)),
    },
    actions: {
      // The event of another tab's change comes later than the change: what it added last would be overwritten.
      catchUp: assign(() => ({ cart: cartOf(readStoredCart(storage.read('cart'))) })),
      saveCart: ({ context, self }) =>
        self.send({ type: storage.write('cart', JSON.stringify(context.cart)) ? 'cart.saved' : 'cart.notSaved' }),
    },
  });
}

function isReadable(env: ComposeEnv): boolean {
  try {
    env.storage().getItem('cart');
    return true;
  } catch {
    return false;
  }
}
