import { useEffect } from 'react';
import { checkoutScreen } from '../compose/checkout-screen.ts';
import { useApp } from './app-context.tsx';

/** The checkout shows a payment itself as long as whoever calls this is on the page: no bar shows it a second time. */
export function useShownPayment(): void {
  const { env } = useApp();
  useEffect(() => checkoutScreen(env).take(), [env]);
}
