import { assign, fromCallback, fromPromise } from 'xstate';
import { cartOf } from '../rules/cart.ts';
import { readStoredCart } from '../rules/stored-cart.ts';
import { cartMachine } from '../machines/cart.machine.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { browserStorage } from './storage.ts';

/** The cart with its slots filled. */
export function composeCart(env: ComposeEnv) {
  const storage = browserStorage(env);
  const service = lazyService(env, async () => (await import('../services/cart.service.ts')).createCartService);
  return cartMachine.provide({
    actors: {
      watchStorage: fromCallback(({ sendBack }) => {
        const read = (): string | null => storage.read('cart');
        const tell = () => sendBack({ type: 'storage.changed', text: read() });
        // A tab that slept (back/forward cache) was told nothing meanwhile.
        const stops = [storage.subscribe(['cart'], tell), env.on('pageshow', ({ persisted }) => persisted && tell())];
        sendBack(isReadable(env) ? { type: 'storage.read', text: read() } : { type: 'storage.refused' });
        return () => stops.forEach((stop) => stop());
      }),
      watchFocus: fromCallback(({ sendBack }) => env.on('focus', () => sendBack({ type: 'window.focused' }))),
      checkPrices: fromPromise(async ({ input, signal }) => (await service()).check(input.items, signal)),
    },
    actions: {
      // Browsers tell of another tab's change later than they store it: what it added last would be overwritten.
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
