import { useEffect } from 'react';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { WishlistView } from '../../views/cart/wishlist.view.tsx';
import { useApp } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { useInCart } from './in-cart.ts';
import * as texts from '../../texts/cart.ts';

/** /wishlist (A23) */
export default function WishlistRoute() {
  const { wishlist, first } = useApp();
  const snapshot = useSnapshot(wishlist, first.wishlist);
  const inCart = useInCart();
  useEffect(() => () => wishlist.send({ type: 'page.close' }), [wishlist]);
  return (
    <Page>
      <Head title={texts.yourWishlist} indexed={false} />
      <WishlistView snapshot={snapshot} send={wishlist.send} inCart={inCart} />
    </Page>
  );
}
