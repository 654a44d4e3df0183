import type { ActorRefFrom } from 'xstate';
import { wishlistMachine } from '../../machines/cart/wishlist.machine.ts';
import { addableOf } from '../../rules/cart/wishlist.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { storageFirst } from '../storage-first.ts';
import { storedUnder } from '../stored.ts';

const KEY = 'wishlist';
const SAVED = { type: 'wishlist.saved' } as const;
const NOT_SAVED = { type: 'wishlist.notSaved' } as const;

export function composeWishlist(env: ComposeEnv) {
  const { watchStorage, save } = storedUnder(env, KEY);
  return wishlistMachine.provide({
    actors: { watchStorage },
    actions: {
      saveWishlist: ({ context, self }) => self.send(save(context.wishes, SAVED, NOT_SAVED)),
      addToCart: (_, { wish }) => env.cart().send({ type: 'product.add', product: addableOf(wish) }),
    },
  });
}

/** Creates the app's only wishlist actor. */
export function createWishlist(
  machine: ReturnType<typeof composeWishlist>,
  env: ComposeEnv,
): ActorRefFrom<typeof machine> {
  return storageFirst(createRootActor(machine), storedUnder(env, KEY).read);
}
