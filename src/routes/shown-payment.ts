import { useEffect } from 'react';
import { checkoutScreen } from '../compose/checkout-screen.ts';
import { useApp } from './app-context.tsx';

/** Said by the checkout while it shows a payment itself: the bar under the header then keeps away. */
export function useShownPayment(isShown: boolean): void {
  const { env } = useApp();
  useEffect(() => (isShown ? checkoutScreen(env).take() : undefined), [env, isShown]);
}
