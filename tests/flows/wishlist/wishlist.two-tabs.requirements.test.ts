import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { parseStoredCart } from '../../../src/rules/cart/stored-cart.ts';
import { parseStoredWishlist } from '../../../src/rules/cart/wishlist.ts';
import { phone, tablet, wish } from './wishlist.samples.ts';
import { openTab, SharedStorage } from '../../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

type Tab = ReturnType<typeof openTab>;

/** The acts of a shopper in a tab, on one of two products. */
const ACTS = {
  add: ({ cart }: Tab, at: number) => cart.send({ type: 'product.add', product: [phone, tablet][at] ?? phone }),
  increase: ({ cart }: Tab, at: number) => cart.send({ type: 'quantity.increase', id: getId(at) }),
  decrease: ({ cart }: Tab, at: number) => cart.send({ type: 'quantity.decrease', id: getId(at) }),
  change: ({ cart }: Tab, at: number) => cart.send({ type: 'quantity.change', id: getId(at), quantity: 3 }),
  removeLine: ({ cart }: Tab, at: number) => cart.send({ type: 'line.remove', id: getId(at) }),
  order: ({ cart }: Tab, at: number) => cart.send({ type: 'order.placed', lines: [{ id: getId(at), quantity: 1 }] }),
  toggle: ({ wishlist }: Tab, at: number) =>
    wishlist.send({ type: 'product.toggle', product: [phone, tablet][at] ?? phone }),
  removeWish: ({ wishlist }: Tab, at: number) => wishlist.send({ type: 'wish.remove', id: getId(at) }),
  wishToCart: ({ wishlist }: Tab, at: number) => wishlist.send({ type: 'cart.add', wish: at === 0 ? wish.a : wish.b }),
  /** Delivers the oldest storage event that a tab has not received yet. */
  tell: () => undefined,
} as const;

const getId = (at: number) => (at === 0 ? 'a' : 'b');
const act = fc.record({
  tab: fc.constantFrom(0, 1),
  name: fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])),
  product: fc.constantFrom(0, 1),
});

const getWishes = ({ wishlist }: Tab) => wishlist.getSnapshot().context.wishes;

test('H10: any interleaving of two tabs’ cart and wishlist events, delivered late, ends with equal tabs and storage', () =>
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 30 }), (acts) => {
      const storage = new SharedStorage();
      const late: (() => void)[] = [];
      storage.late = late;
      const tabs = [openTab({ storage }), openTab({ storage })] as const;
      for (const { tab, name, product } of acts) {
        if (name === 'tell') late.shift()?.();
        else ACTS[name](tab === 0 ? tabs[0] : tabs[1], product);
      }
      while (late.length > 0) late.shift()?.();
      const [one, other] = tabs;
      expect(one.lines()).toEqual(other.lines());
      expect(getWishes(one)).toEqual(getWishes(other));
      expect(parseStoredCart(storage.values.get('cart') ?? null)).toEqual(one.lines());
      expect(parseStoredWishlist(storage.values.get('wishlist') ?? null)).toEqual(getWishes(one));
    }),
    { numRuns: 200 },
  ));

test('H10: a wish of one tab and a cart line of the other are both kept', () =>
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
      const storage = new SharedStorage();
      storage.late = [];
      const [one, other] = [openTab({ storage }), openTab({ storage })];
      const acts = [
        () => ACTS.toggle(one, 0),
        () => ACTS.toggle(other, 1),
        () => ACTS.add(one, 1),
        () => ACTS.add(other, 0),
      ];
      for (const at of order) acts[at]?.();
      expect(
        parseStoredWishlist(storage.values.get('wishlist') ?? null)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(['a', 'b']);
      expect(
        parseStoredCart(storage.values.get('cart') ?? null)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(['a', 'b']);
    }),
  ));
