import { and, assign, setup, stateIn } from 'xstate';
import {
  acceptLineChanges,
  addLine,
  limitLines,
  createCart,
  findLineChanges,
  EMPTY_CART,
  isSameLines,
  toCartLine,
  maxQuantity,
  removeLine,
  removeOrdered,
  repriceLines,
  setLineQuantity,
  toKnownStock,
} from '../../rules/cart/cart.ts';
import type { CartProduct, Cart, CartLine, KnownStock, LineChange } from '../../rules/cart/cart.ts';
import { parseStoredCart } from '../../rules/cart/stored-cart.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { EventScope } from '../parts.ts';
import { callSlot, listenerSlot, notProvided, slot } from '../slots.ts';

/**
 * The cart of this browser. It lives as long as the page, follows the storage of other tabs, and lets the server check
 * its prices when a page with the cart is opened or shown again.
 */

export interface CartContext {
  /** Totals are always derived from the items (U19). */
  readonly cart: Cart;
  /** Limit of every line, also of stored ones (U17, X23). */
  readonly stock: KnownStock;
  /** Changes found by the last check that the shopper has not dismissed (A4). */
  readonly changes: readonly LineChange[];
}

interface LineEvent<Type extends string> {
  readonly type: Type;
  readonly id: string;
}

export type CartEvent =
  /** The raw text under `cart`, or `null`. */
  | { readonly type: 'storage.read'; readonly text: string | null }
  | { readonly type: 'storage.refused' }
  /**
   * The stored text. It is sent before every other event; otherwise the latest change of another tab would be
   * overwritten.
   */
  | { readonly type: 'storage.changed'; readonly text: string | null }
  | { readonly type: 'cart.saved' }
  | { readonly type: 'cart.notSaved' }
  | { readonly type: 'product.add'; readonly product: CartProduct; readonly quantity?: number }
  | LineEvent<'quantity.increase'>
  | LineEvent<'quantity.decrease'>
  | (LineEvent<'quantity.change'> & { readonly quantity: number })
  | LineEvent<'line.remove'>
  | { readonly type: 'order.placed'; readonly lines: readonly Pick<CartLine, 'id' | 'quantity'>[] }
  | { readonly type: 'changes.accept'; readonly changes: readonly LineChange[] }
  | { readonly type: 'page.open' }
  | { readonly type: 'page.close' }
  | { readonly type: 'window.focused' }
  | { readonly type: 'notice.dismiss' };

interface LineParams {
  readonly id: string;
}

const storedItems = ({ event }: EventScope<{ readonly text: string | null }>) => ({
  items: parseStoredCart(event.text),
});

export const cartMachine = setup({
  types: { context: {} as CartContext, events: {} as CartEvent },
  actors: {
    /** Sends `storage.read` or `storage.refused` once, then `storage.changed`. */
    watchStorage: listenerSlot(),
    /** Sends `window.focused`. */
    watchFocus: listenerSlot(),
    /** Returns a result for every line; `stock` is 0 for a product that is no longer sold. */
    checkPrices: callSlot<readonly LineChange[], { items: readonly CartLine[] }>(),
  },
  actions: {
    /** Stores `context.cart` and sends `cart.saved` or `cart.notSaved`. */
    saveCart: notProvided,
    setItems: assign(({ context }, { items }: { items: readonly CartLine[] }) => setItems(context, items)),
    addProduct: assign(({ context }, { product, quantity }: { product: CartProduct; quantity: number }) => {
      const stock = product.stock === null ? context.stock : { ...context.stock, [product._id]: product.stock };
      return { cart: toCart({ ...context, stock }, addLine(context.cart.items, toCartLine(product, quantity))), stock };
    }),
    stepQuantity: assign(({ context }, { id, by }: LineParams & { by: 1 | -1 }) =>
      setQuantity(context, id, getQuantity(context, id) + by),
    ),
    setQuantity: assign(({ context }, { id, quantity }: LineParams & { quantity: number }) =>
      setQuantity(context, id, quantity),
    ),
    removeLine: assign(({ context }, { id }: LineParams) => setItems(context, removeLine(context.cart.items, id))),
    removeOrdered: assign(({ context }, { lines }: { lines: readonly Pick<CartLine, 'id' | 'quantity'>[] }) =>
      setItems(context, removeOrdered(context.cart.items, lines)),
    ),
    acceptChanges: assign(({ context }, { changes }: { changes: readonly LineChange[] }) => ({
      cart: toCart(context, acceptLineChanges(context.cart.items, changes)),
      changes: [],
    })),
    applyCheck: assign(({ context }, checked: readonly LineChange[]) => {
      const stock = { ...context.stock, ...toKnownStock(context.cart.items, checked) };
      return {
        cart: toCart({ ...context, stock }, repriceLines(context.cart.items, checked)),
        stock,
        changes: findLineChanges(context.cart.items, checked),
      };
    }),
    clearChanges: assign({ changes: [] }),
  },
  guards: {
    isNews: ({ context }, { items }: { items: readonly CartLine[] }) =>
      !isSameLines(limitLines(items, context.stock), context.cart.items),
    isAboveStock: ({ context }, { items }: { items: readonly CartLine[] }) =>
      !isSameLines(limitLines(items, context.stock), items),
    isFilled: ({ context }) => context.cart.items.length > 0,
    isEmpty: ({ context }) => context.cart.items.length === 0,
    isForSale: (_, { product }: { product: CartProduct }) => product.stock !== 0,
    canIncrease: ({ context }, { id }: LineParams) =>
      getQuantity(context, id) > 0 &&
      context.stock[id] !== 0 &&
      getQuantity(context, id) < maxQuantity(context.stock[id] ?? null),
    canDecrease: ({ context }, { id }: LineParams) => getQuantity(context, id) > 1,
    isOrderable: ({ context }, { id }: LineParams) => getQuantity(context, id) > 0 && context.stock[id] !== 0,
    isHeld: ({ context }, { id }: LineParams) => getQuantity(context, id) > 0,
    isChanged: ({ context }, checked: readonly LineChange[]) => findLineChanges(context.cart.items, checked).length > 0,
    hasNoChanges: ({ context }) => context.changes.length === 0,
    isFoundOnOpenPage: and([
      stateIn({ page: 'open' }),
      ({ event }) => event.type === 'storage.read' && parseStoredCart(event.text).length > 0,
    ]),
  },
}).createMachine({
  id: 'cart',
  description: 'The cart of this browser: its lines, their storage, and whether their prices are current.',
  context: { cart: EMPTY_CART, stock: {}, changes: [] },
  type: 'parallel',
  invoke: slot('watchStorage'),
  states: {
    items: {
      description: 'The content of the cart.',
      initial: 'starting',
      on: {
        'storage.changed': [
          {
            description: 'Another tab, which does not know the stock, has added more than is available (U17).',
            guard: given('isAboveStock', storedItems),
            actions: [given('setItems', storedItems), 'saveCart'],
          },
          {
            description: 'Another tab has changed the cart.',
            guard: given('isNews', storedItems),
            actions: given('setItems', storedItems),
          },
        ],
        'product.add': {
          description: 'The product is in stock, or its stock is unknown.',
          guard: withEvent('isForSale'),
          actions: [
            { type: 'addProduct', params: ({ event }) => ({ product: event.product, quantity: event.quantity ?? 1 }) },
            'saveCart',
          ],
        },
      },
      states: {
        starting: {
          description: 'The stored cart has not been read yet. Nothing is shown.',
          on: {
            'storage.changed': {},
            'product.add': {},
            'storage.read': { target: 'empty', actions: given('setItems', storedItems) },
            'storage.refused': 'empty',
          },
        },
        empty: {
          description: 'The cart is empty.',
          always: { description: 'The cart has a line.', guard: 'isFilled', target: 'filled' },
        },
        filled: {
          description: 'At least one line is in the cart.',
          always: { description: 'The cart has become empty.', guard: 'isEmpty', target: 'empty' },
          on: {
            'quantity.increase': {
              description: 'The product is in the cart, and one more can be ordered (U17).',
              guard: withEvent('canIncrease'),
              actions: [{ type: 'stepQuantity', params: ({ event }) => ({ id: event.id, by: 1 }) }, 'saveCart'],
            },
            'quantity.decrease': {
              description: 'The cart contains several pieces of the product.',
              guard: withEvent('canDecrease'),
              actions: [{ type: 'stepQuantity', params: ({ event }) => ({ id: event.id, by: -1 }) }, 'saveCart'],
            },
            'quantity.change': {
              description: 'The product is in the cart and not sold out.',
              guard: withEvent('isOrderable'),
              actions: [withEvent('setQuantity'), 'saveCart'],
            },
            'line.remove': {
              description: 'The product is in the cart.',
              guard: withEvent('isHeld'),
              actions: [withEvent('removeLine'), 'saveCart'],
            },
            'order.placed': { actions: [withEvent('removeOrdered'), 'saveCart'] },
            'changes.accept': { actions: [withEvent('acceptChanges'), 'saveCart'] },
          },
        },
      },
    },

    storage: {
      description: 'Whether the browser stores the cart.',
      initial: 'ok',
      states: {
        ok: {
          description: 'The browser stores every change.',
          on: { 'storage.refused': 'memoryOnly', 'cart.notSaved': 'memoryOnly' },
        },
        memoryOnly: {
          description:
            'The browser refuses to store the cart. It lasts until the page closes, and a notice explains this.',
          on: { 'cart.saved': 'ok' },
        },
      },
    },

    page: {
      description: 'Whether a page that shows the lines is open.',
      initial: 'closed',
      states: {
        closed: {
          description: 'No page shows the lines, so their prices are not checked.',
          on: { 'page.open': 'open' },
        },
        open: {
          description: 'The cart or the checkout is open. Returning to the window checks the prices again.',
          invoke: slot('watchFocus'),
          on: { 'page.close': 'closed' },
        },
      },
    },

    check: {
      description: 'Whether prices and stock of the lines are current.',
      initial: 'idle',
      states: {
        idle: {
          description: 'No change is known.',
          on: {
            'page.open': {
              description: 'The cart is not empty when a page with its lines opens (A4).',
              guard: 'isFilled',
              target: 'running',
            },
            'window.focused': {
              description: 'The cart is not empty when the shopper comes back to the window (A4).',
              guard: 'isFilled',
              target: 'running',
            },
            'storage.read': {
              description: 'Lines were found in the storage while a page with the cart is open (A4).',
              guard: 'isFoundOnOpenPage',
              target: 'running',
            },
          },
        },
        running: {
          description: 'The server checks prices and stock. The lines stay unchanged meanwhile.',
          invoke: {
            ...slot('checkPrices'),
            input: ({ context }) => ({ items: context.cart.items }),
            onDone: [
              {
                description: 'A line has a new price, or less stock than the cart contains (A4, U17).',
                guard: withOutput('isChanged'),
                target: 'noticed',
                actions: [withOutput('applyCheck'), 'saveCart'],
              },
              { description: 'Prices and stock are current.', target: 'idle', actions: withOutput('applyCheck') },
            ],
            // A failed check changes nothing: the server checks again when the order is placed.
            onError: { target: 'idle', actions: 'clearChanges' },
          },
        },
        noticed: {
          description: 'A notice lists the lines with a changed price or stock.',
          always: {
            description: 'The lines in the notice are no longer in the cart.',
            guard: 'hasNoChanges',
            target: 'idle',
          },
          on: {
            'page.open': 'running',
            'window.focused': 'running',
            'notice.dismiss': { target: 'idle', actions: 'clearChanges' },
          },
        },
      },
    },
  },
});

function getQuantity({ cart }: CartContext, id: string): number {
  return cart.items.find((line) => line.id === id)?.quantity ?? 0;
}

/** Returns the cart with these lines, each with at most the available pieces. */
function toCart({ cart, stock }: CartContext, items: readonly CartLine[]): Cart {
  const bounded = limitLines(items, stock);
  return isSameLines(bounded, cart.items) ? cart : createCart(bounded);
}

/** Removes the changes of removed lines too. */
function setItems(context: CartContext, items: readonly CartLine[]) {
  return {
    cart: toCart(context, items),
    changes: context.changes.filter(({ product }) => items.some(({ id }) => id === product)),
  };
}

function setQuantity(context: CartContext, id: string, quantity: number) {
  return { cart: toCart(context, setLineQuantity(context.cart.items, id, quantity)) };
}
