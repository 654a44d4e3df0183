import { expect } from 'vitest';
import { isInWishlist } from '../../../src/rules/cart/wishlist.ts';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { wishlistModel } from './wishlist.model.ts';
import { wishlistView } from './wishlist.view.tsx';
import { phone, tablet } from './wishlist.samples.ts';
import { wishlistTable } from './wishlist.table.tsx';

const NOT_KEPT = 'Your browser does not let us save the wishlist. It is kept until you close this page.';
const hearts = ({ element }: Page) =>
  [...element.querySelectorAll('[aria-pressed="true"]')].map((heart) => heart.getAttribute('aria-label'));

flowTests(wishlistModel, {
  view: wishlistView,
  shows: {
    'list.starting': ['Loading your wishlist', see('link', 'Wishlist')],
    'list.empty': [
      see('heading', 'Your wishlist is empty.'),
      see('link', 'Wishlist'),
      see('link', 'See All Products'),
      (page) => expect(hearts(page)).toEqual([]),
    ],
    'list.filled': (page, { context: { wishes, added } }) => {
      page.getByRole('heading', { level: 1, name: 'Your Wishlist' });
      page.getByRole('link', { name: `Wishlist, ${wishes.length} ${wishes.length === 1 ? 'item' : 'items'}` });
      expect(hearts(page)).toEqual(
        [phone, tablet].filter(({ _id }) => isInWishlist(wishes, _id)).map(({ name }) => `Wishlist: ${name}`),
      );
      for (const { name, slug } of wishes)
        expect(page.getByRole('link', { name }).getAttribute('href')).toBe(`/product/${slug}`);
      if (added === null) expect(page.text).not.toContain('added to cart');
      else expect(page.text).toContain(`${added.name} added to cart, ${added.id === 'a' ? 2 : 0} in cart`);
    },
    'storage.ok': see('status', NOT_KEPT, 'absent'),
    'list.empty & storage.memoryOnly': NOT_KEPT,
    'list.filled & storage.memoryOnly': NOT_KEPT,
  },
  table: wishlistTable,
});
