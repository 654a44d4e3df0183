import { expect } from 'vitest';
import type { Product } from '../../../contract/catalogue.ts';
import type { wishlistMachine } from '../../../src/machines/cart/wishlist.machine.ts';
import type { WishlistItem } from '../../../src/rules/cart/wishlist.ts';
import type { Outcome } from 'model-testing/table/outcome';
import type { Condition, Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { phone, tablet, wish } from './wishlist.samples.ts';

type Machine = typeof wishlistMachine;

const PRODUCTS = { A: phone, B: tablet } as const;

const soldOut: Product = { ...phone, stock: 0 };

/** Another tab writes these entries to the storage. */
const holding = (...wishes: readonly WishlistItem[]): Condition<Machine> => ({
  after: (live) => live.emit('watchStorage', { type: 'storage.changed', text: JSON.stringify(wishes) }),
});

const toggle = (name: string) => ({ type: 'product.toggle', product: PRODUCTS[name === 'B' ? 'B' : 'A'] }) as const;

/** Parses the stored text from `'{oops'` and `[A]`. */
function getText(words: string): string | null {
  if (words === 'wishlist missing') return null;
  if (words === '[A]') return JSON.stringify([wish.a]);
  return words.replace(/, not a list$/, '').replaceAll(/^'|'$/g, '');
}

const expectHeart = ({ page }: Pick<Outcome<Machine>, 'page'>, isOn: boolean) =>
  expect(page.getByRole('button', { name: 'Wishlist: Phone A' }).getAttribute('aria-pressed')).toBe(String(isOn));

const expectWishes = ({ snapshot }: Outcome<Machine>, ...wishes: readonly WishlistItem[]) =>
  expect(snapshot.context.wishes).toEqual(wishes);

export const wishlistTable: Table<Machine> = {
  start: { always: '' },
  reach: {
    memoryOnly: async (live) => {
      await live.emit('watchStorage', { type: 'storage.read', text: null });
      await live.send({ type: 'wishlist.notSaved' });
    },
  },
  when: [
    {
      'only A is in it': holding(wish.a),
      'A and B are in it': holding(wish.a, wish.b),
      guest: { because: '§6: the machine does not know who is signed in' },
    },
  ],
  on: [
    {
      'storage refused(reading throws)': { type: 'storage.refused' },
      'toggle(A) twice (double click)': [toggle('A'), toggle('A')],
      'toggle(product with stock 0)': { type: 'product.toggle', product: soldOut },
      'remove(A) on /wishlist': { type: 'wish.remove', id: 'a' },
      'add to cart(A) on /wishlist': { type: 'cart.add', wish: wish.a },
      'open(A) on /wishlist': press('link', 'Phone A'),
      'open header heart': (_, __, { from }) => press('link', from === 'empty' ? 'Wishlist' : 'Wishlist, 1 item'),
      'saving fails(quota or blocked)': [toggle('B'), { type: 'wishlist.notSaved' }],
    },
    [
      /^storage read\((.*)\)$/,
      (live, [, words = '']) => live.emit('watchStorage', { type: 'storage.read', text: getText(words) }),
    ],
    [
      /^storage changed in another tab\((.*)\)$/,
      (live, [, words = '']) => live.emit('watchStorage', { type: 'storage.changed', text: getText(words) }),
    ],
    [/^toggle\(([AB])\)$/, (_, [, name = '']) => toggle(name)],
  ],
  calls: [],
  does: [
    {
      'heart of A off': (outcome) => expectHeart(outcome, false),
      'remove A': (outcome) => expectWishes(outcome),
      'remove A, keep B': (outcome) => expectWishes(outcome, wish.b),
      'add B after A': (outcome) => expectWishes(outcome, wish.a, wish.b),
      'added, then removed': (outcome) => expectWishes(outcome),
      'saved each time': (outcome) => {
        outcome.effect('saveWishlist');
        outcome.effect('saveWishlist');
      },
      'cart adds A x 1': (outcome) => void outcome.effect('addToCart', { wish: wish.a }),
      'wishlist unchanged': ({ snapshot, before }) => expect(snapshot.context.wishes).toBe(before.context.wishes),
    },
    [/^A's heart on$|^heart of A on$/, (outcome) => expectHeart(outcome, true)],
    [/^add \{id, name, price, image, slug\} of A$|^add it /, (outcome) => expectWishes(outcome, wish.a)],
    [
      /^(add A, )?save under wishlist$/,
      (outcome, [, added]) => {
        outcome.effect('saveWishlist');
        if (added !== undefined) expectWishes(outcome, wish.a);
      },
    ],
    [/^go to (\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      // The storage keeps in memory what the browser refuses.
      /^the change stays in memory$|^A added or removed in memory$/,
      (outcome) => {
        outcome.effect('saveWishlist');
        expect(outcome.snapshot.context.wishes).not.toEqual(outcome.before.context.wishes);
      },
    ],
  ],
  elsewhere: [
    { rows: /^filled: (reload page|log out)/, by: 'tests/flows/wishlist/wishlist.requirements.test.ts' },
    { rows: /another tab\(key cart\)/, by: 'tests/flows/wishlist/wishlist.requirements.test.ts' },
  ],
};
