// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { wishlistMachine } from '../../src/machines/cart/wishlist.machine.ts';
import { Heart, HeartContext } from '../../src/views/parts/heart.tsx';
import { ProductCard } from '../../src/views/parts/product-card.tsx';
import { RAIL_SIZES } from '../../src/views/parts/product-grid.tsx';
import { WishlistLinkView } from '../../src/views/shell/wishlist-link.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { phone, wish } from '../flows/wishlist/wishlist.samples.ts';
import { at, ignore } from './reads.tsx';

test('A23: the heart in the header shows the number of items', () => {
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

test('§2 Product card: shows the heart from its context, and none without a context', () => {
  const card = <ProductCard product={phone} to="/product/phone-a" sizes={RAIL_SIZES} canAdd onAdd={ignore} />;
  expect(renderPage(card).queryByRole('button', { name: /Wishlist/ })).toBeNull();
  const heart = renderPage(
    <HeartContext value={({ product, look }) => <Heart name={product.name} isOn look={look} onToggle={ignore} />}>
      {card}
    </HeartContext>,
  ).getByRole('button', { name: 'Wishlist: Phone A' });
  expect(heart.getAttribute('aria-pressed')).toBe('true');
});
