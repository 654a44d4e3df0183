import { useEffect } from 'react';
import { CartView } from '../views/cart/cart.view.tsx';
import { ProceedView } from '../views/cart/proceed.view.tsx';
import { Head } from '../views/parts/head.tsx';
import { Page } from '../views/parts/page.tsx';
import { useApp } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';

/** /cart: open to everybody; a guest logs in on the way to the checkout. */
export default function CartRoute() {
  const { cart, session, first } = useApp();
  const shopper = useSnapshot(session, first.session);
  const snapshot = useSnapshot(cart, first.cart);
  useEffect(() => {
    cart.send({ type: 'page.open' });
    return () => cart.send({ type: 'page.close' });
  }, [cart]);
  return (
    <Page>
      <Head title="Your Cart" indexed={false} />
      <CartView snapshot={snapshot} send={cart.send} proceed={<ProceedView snapshot={shopper} />} />
    </Page>
  );
}
