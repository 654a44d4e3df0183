// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { wishlistMachine } from '../../src/machines/cart/wishlist.machine.ts';
import { Heart, HeartContext } from '../../src/views/parts/heart.tsx';
import { ProductCard } from '../../src/views/parts/product-card.tsx';
import { RAIL_SIZES } from '../../src/views/parts/product-grid.tsx';
import { WishlistLinkView } from '../../src/views/shell/wishlist-link.view.tsx';
import { WishlistView } from '../../src/views/cart/wishlist.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { phone, wish } from '../flows/wishlist/wishlist.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const wishlist = (value: object, context: object = {}) => (
  <WishlistView snapshot={at(wishlistMachine, undefined, value, context)} send={ignore} inCart={new Map([['b', 1]])} />
);

describe('A23: the wishlist', () => {
  test('is being read', () =>
    expectReading(
      wishlist({ list: 'starting' }),
      `
        status
          Loading your wishlist
      `,
    ));

  test('empty, in a browser that keeps nothing (H10)', () =>
    expectReading(
      wishlist({ list: 'empty', storage: 'memoryOnly' }),
      `
        status
          Your browser does not let us save the wishlist. It is kept until you close this page.
        heading 1 "Your wishlist is empty."
        Press the heart of a product to keep it here.
        link "See All Products" -> /products
      `,
    ));

  test('of two products, one of them in the cart', () =>
    expectReading(
      wishlist({ list: 'filled' }, { wishes: [wish.a, wish.b], added: wish.b }),
      `
        heading 1 "Your Wishlist"
        list "Products in your wishlist"
          img "" of /a.jpg
          heading 2 "Phone A"
            link "Phone A" -> /product/phone-a
          Ksh 1,500
          button "Add to Cart: Phone A"
          button "Remove Phone A"
          img "" of /b.jpg
          heading 2 "Tablet B"
            link "Tablet B" -> /product/tablet-b
          Ksh 9,0001 in cart
          button "Add to Cart: Tablet B"
          button "Remove Tablet B"
        status
          Tablet B added to cart, 1 in cart
      `,
    ));
});

test('A23: the heart of the header tells how much is wished', () => {
  const link = (count: number) =>
    renderPage(
      <WishlistLinkView
        snapshot={at(wishlistMachine, undefined, {}, { wishes: Array.from({ length: count }, () => wish.a) })}
        send={ignore}
      />,
    );
  expect(link(0).getByRole('link', { name: 'Wishlist' }).getAttribute('href')).toBe('/wishlist');
  link(1).getByRole('link', { name: 'Wishlist, 1 item' });
  expect(link(120).getByRole('link', { name: 'Wishlist, 120 items' }).textContent).toContain('99+');
});

test('§2 Product card: it carries the heart that the app gives, and none without', () => {
  const card = <ProductCard product={phone} to="/product/phone-a" sizes={RAIL_SIZES} canAdd onAdd={ignore} />;
  expect(renderPage(card).queryByRole('button', { name: /Wishlist/ })).toBeNull();
  const heart = renderPage(
    <HeartContext value={({ product, look }) => <Heart name={product.name} isOn look={look} onToggle={ignore} />}>
      {card}
    </HeartContext>,
  ).getByRole('button', { name: 'Wishlist: Phone A' });
  expect(heart.getAttribute('aria-pressed')).toBe('true');
});
