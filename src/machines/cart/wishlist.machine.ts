import { assign, setup } from 'xstate';
import {
  isSameWishlist,
  isInWishlist,
  parseStoredWishlist,
  toWishlistItem,
  removeWishlistItem,
} from '../../rules/cart/wishlist.ts';
import type { WishlistItem, WishlistProduct } from '../../rules/cart/wishlist.ts';
import { given, withEvent } from '../parts.ts';
import type { EventScope } from '../parts.ts';
import { effectSlot, listenerSlot, notProvided, slot } from '../slots.ts';

/** The wishlist of this browser (§3 Wishlist). It lives as long as the page and follows the storage of other tabs. */

export interface WishlistContext {
  readonly wishes: readonly WishlistItem[];
  /** The product last added to the cart from the open page, for the live region. */
  readonly added: WishlistItem | null;
}

export type WishlistEvent =
  /** The raw text under `wishlist`, or `null`. */
  | { readonly type: 'storage.read'; readonly text: string | null }
  | { readonly type: 'storage.refused' }
  /**
   * The stored text. It is sent before every other event; otherwise the latest change of another tab would be
   * overwritten.
   */
  | { readonly type: 'storage.changed'; readonly text: string | null }
  | { readonly type: 'wishlist.saved' }
  | { readonly type: 'wishlist.notSaved' }
  | { readonly type: 'product.toggle'; readonly product: WishlistProduct }
  | { readonly type: 'wish.remove'; readonly id: string }
  | { readonly type: 'cart.add'; readonly wish: WishlistItem }
  | { readonly type: 'page.close' };

const storedWishes = ({ event }: EventScope<{ readonly text: string | null }>) => ({
  wishes: parseStoredWishlist(event.text),
});

const changedElsewhere = {
  description: 'Another tab has changed the wishlist.',
  guard: given('isNews', storedWishes),
  actions: given('setWishes', storedWishes),
} as const;

export const wishlistMachine = setup({
  types: { context: {} as WishlistContext, events: {} as WishlistEvent },
  actors: {
    /** Sends `storage.read` or `storage.refused` once, then `storage.changed`. */
    watchStorage: listenerSlot(),
  },
  actions: {
    /** Stores `context.wishes` and sends `wishlist.saved` or `wishlist.notSaved`. */
    saveWishlist: notProvided,
    addToCart: effectSlot<{ wish: WishlistItem }>(),
    setWishes: assign((_, { wishes }: { wishes: readonly WishlistItem[] }) => ({ wishes })),
    addWish: assign(({ context }, { product }: { product: WishlistProduct }) => ({
      wishes: [...context.wishes, toWishlistItem(product)],
    })),
    removeWish: assign(({ context }, { id }: { id: string }) => ({ wishes: removeWishlistItem(context.wishes, id) })),
    noteAdded: assign((_, { wish }: { wish: WishlistItem }) => ({ added: wish })),
    clearAdded: assign({ added: null }),
  },
  guards: {
    isNews: ({ context }, { wishes }: { wishes: readonly WishlistItem[] }) => !isSameWishlist(wishes, context.wishes),
    isFilled: ({ context }) => context.wishes.length > 0,
    isEmpty: ({ context }) => context.wishes.length === 0,
    isWished: ({ context }, { id }: { id: string }) => isInWishlist(context.wishes, id),
  },
}).createMachine({
  id: 'wishlist',
  description: 'The wishlist of this browser: its products and their storage.',
  context: { wishes: [], added: null },
  type: 'parallel',
  invoke: slot('watchStorage'),
  on: { 'page.close': { actions: 'clearAdded' } },
  states: {
    list: {
      description: 'The content of the wishlist.',
      initial: 'starting',
      states: {
        starting: {
          description: 'The stored wishlist has not been read yet. Nothing is shown.',
          on: {
            'storage.read': { target: 'empty', actions: given('setWishes', storedWishes) },
            'storage.refused': 'empty',
          },
        },
        empty: {
          description: 'The wishlist is empty. Every heart is off.',
          always: { description: 'The wishlist has a product.', guard: 'isFilled', target: 'filled' },
          on: {
            'storage.changed': changedElsewhere,
            'product.toggle': { actions: [withEvent('addWish'), 'saveWishlist'] },
          },
        },
        filled: {
          description: 'The wishlist has at least one product, whose heart is on.',
          always: { description: 'The wishlist has become empty.', guard: 'isEmpty', target: 'empty' },
          on: {
            'storage.changed': changedElsewhere,
            'product.toggle': [
              {
                description: 'The product is in the wishlist.',
                guard: { type: 'isWished', params: ({ event }) => ({ id: event.product._id }) },
                actions: [{ type: 'removeWish', params: ({ event }) => ({ id: event.product._id }) }, 'saveWishlist'],
              },
              { description: 'The product is not in the wishlist.', actions: [withEvent('addWish'), 'saveWishlist'] },
            ],
            'wish.remove': {
              description: 'The product is in the wishlist.',
              guard: withEvent('isWished'),
              actions: [withEvent('removeWish'), 'saveWishlist'],
            },
            'cart.add': {
              description: 'The product is in the wishlist.',
              guard: { type: 'isWished', params: ({ event }) => event.wish },
              actions: [withEvent('addToCart'), withEvent('noteAdded')],
            },
          },
        },
      },
    },

    storage: {
      description: 'Whether the browser stores the wishlist.',
      initial: 'ok',
      states: {
        ok: {
          description: 'The browser stores every change.',
          on: { 'storage.refused': 'memoryOnly', 'wishlist.notSaved': 'memoryOnly' },
        },
        memoryOnly: {
          description: 'The browser refuses to store the wishlist. A notice says that it ends with the page.',
          on: { 'wishlist.saved': 'ok' },
        },
      },
    },
  },
});
