import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../rules/paths.ts';
import { getNavigationTexts } from '../../rules/orders/reorder.ts';
import { CartView } from '../../views/cart/cart.view.tsx';
import { ProceedView } from '../../views/cart/proceed.view.tsx';
import { OrderTexts } from '../../views/orders/order-texts.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useApp } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import * as texts from '../../texts/cart.ts';

/** /cart: open to guests, who log in on the way to the checkout. */
export default function CartRoute() {
  const { cart, session, first } = useApp();
  const shopper = useSnapshot(session, first.session);
  const snapshot = useSnapshot(cart, first.cart);
  useEffect(() => {
    cart.send({ type: 'page.open' });
    return () => cart.send({ type: 'page.close' });
  }, [cart]);
  // The changes of a reordered order are shown once, and not again after a reload (Q25).
  const { state } = useLocation();
  const navigate = useNavigate();
  const [notes, setNotes] = useState(() => getNavigationTexts(state));
  useEffect(() => {
    if (getNavigationTexts(state).length > 0) void navigate(paths.cart, { replace: true });
  }, [state, navigate]);
  return (
    <Page>
      <Head title={texts.yourCart} indexed={false} />
      <OrderTexts texts={notes} onDismiss={() => setNotes([])} />
      <CartView snapshot={snapshot} send={cart.send} proceed={<ProceedView snapshot={shopper} />} />
    </Page>
  );
}
