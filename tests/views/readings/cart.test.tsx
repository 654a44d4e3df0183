// @vitest-environment happy-dom
import { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import { wishlistMachine } from '../../../src/machines/cart/wishlist.machine.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { CartView } from '../../../src/views/cart/cart.view.tsx';
import { ChangesList } from '../../../src/views/cart/changes-list.tsx';
import { ProceedView } from '../../../src/views/cart/proceed.view.tsx';
import { WishlistView } from '../../../src/views/cart/wishlist.view.tsx';
import { cableLine, cableNow, jane, phoneLine, phoneNow } from '../../flows/support/shop.samples.ts';
import { wish } from '../../flows/wishlist/wishlist.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const cart =
  (value: object, context: object = {}): Draw =>
  (send) => <CartView snapshot={at(cartMachine, undefined, value, context)} send={send} proceed={<b>Proceed</b>} />;

const wishlist =
  (value: object, context: object = {}): Draw =>
  (send) => (
    <WishlistView snapshot={at(wishlistMachine, undefined, value, context)} send={send} inCart={new Map([['b', 1]])} />
  );

const proceed =
  (customer: string | object, context: object = {}): Draw =>
  () => <ProceedView snapshot={at(sessionMachine, undefined, { customer }, context)} />;

readings('cart', {
  cart: {
    'is read': cart({ items: 'starting' }),
    empty: cart({ items: 'empty' }),
    'empty, in a browser without storage (H10)': cart({ items: 'empty', storage: 'memoryOnly' }),
    'without storage, one line changed and one at its end (A4, U17)': cart(
      { items: 'filled', storage: 'memoryOnly', check: 'noticed' },
      {
        cart: createCart([phoneLine(3), cableLine(1)]),
        stock: { a: 3 },
        changes: [phoneNow({ was: 1400, now: 1500 })],
      },
    ),
    'all quantities can change': cart(
      { items: 'filled', check: 'noticed' },
      { cart: createCart([phoneLine(2), cableLine(3)]), stock: { a: 9, b: 9 }, changes: [phoneNow({ was: 1 })] },
    ),
    'one line is sold out, one has no category': cart(
      { items: 'filled' },
      { cart: createCart([phoneLine(2), { ...cableLine(2), category: '' }]), stock: { a: 0, b: 9 } },
    ),
    'more than one order may cost (X82)': cart(
      { items: 'filled' },
      { cart: createCart([{ ...phoneLine(1_000), price: 20_001 }]) },
    ),
  },
  'changes-list': {
    'each kind of change (A4, D5)': () => (
      <ChangesList
        lines={['a', 'd', 'e'].map((id) => ({ ...phoneLine(3), id }))}
        changes={[
          phoneNow({ was: 1400, now: 1500, stock: 3 }),
          phoneNow({ product: 'd', name: 'Phone A again', stock: 2 }),
          cableNow({ was: 100, now: 200, stock: 0 }),
          cableNow({ product: 'c', name: 'Cable C', was: 100, now: 200, stock: 1 }),
          phoneNow({ product: 'e', name: 'Both', was: 1400, now: 1500, stock: 1 }),
        ]}
      />
    ),
  },
  proceed: {
    guest: proceed('guest'),
    customer: proceed({ authenticated: 'confirmed' }, { token: 'T', user: jane }),
  },
  wishlist: {
    'is read (A23)': wishlist({ list: 'starting' }),
    empty: wishlist({ list: 'empty' }),
    'empty, in a browser without storage (H10)': wishlist({ list: 'empty', storage: 'memoryOnly' }),
    'two products, one in the cart': wishlist({ list: 'filled' }, { wishes: [wish.a, wish.b], added: wish.b }),
  },
});
