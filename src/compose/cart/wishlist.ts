import type { ActorRefFrom } from 'xstate';
import { wishlistMachine } from '../../machines/cart/wishlist.machine.ts';
import { toCartProduct } from '../../rules/cart/wishlist.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { syncStorageFirst } from '../storage-first.ts';
import { createStoredKey } from '../stored-key.ts';

const KEY = 'wishlist';
const SAVED = { type: 'wishlist.saved' } as const;
const NOT_SAVED = { type: 'wishlist.notSaved' } as const;

export function composeWishlist(env: ComposeEnv) {
  const { watchStorage, save } = createStoredKey(env, KEY);
  return wishlistMachine.provide({
    actors: { watchStorage },
    actions: {
      saveWishlist: ({ context, self }) => self.send(save(context.wishes, SAVED, NOT_SAVED)),
      addToCart: (_, { wish }) => env.cart().send({ type: 'product.add', product: toCartProduct(wish) }),
    },
  });
}

/** Creates the app's only wishlist actor. */
export function createWishlist(
  machine: ReturnType<typeof composeWishlist>,
  env: ComposeEnv,
): ActorRefFrom<typeof machine> {
  return syncStorageFirst(createRootActor(machine), createStoredKey(env, KEY).read);
}
