import { useEffect } from 'react';
import { checkoutScreen } from '../compose/checkout-screen.ts';
import { useApp } from './app-context.tsx';

/** While `isShown` the checkout shows a payment itself: no bar shows it a second time. */
export function useShownPayment(isShown: boolean): void {
  const { env } = useApp();
  useEffect(() => (isShown ? checkoutScreen(env).take() : undefined), [env, isShown]);
}
