import { useEffect } from 'react';
import { paymentScreen } from '../../compose/payment/payment-screen.ts';
import { useApp } from '../app-context.tsx';

const EVENTS = {
  checkout: { took: { type: 'checkout.took' }, left: { type: 'checkout.left' } },
  bar: { took: { type: 'bar.took' }, left: { type: 'bar.left' } },
} as const;

/**
 * Marks this screen as the one that shows the payment while `isShown`, so that no other screen of the tab shows it too.
 */
export function useShownPayment(screen: 'checkout' | 'bar', isShown: boolean): void {
  const { env } = useApp();
  useEffect(() => {
    if (!isShown) return undefined;
    paymentScreen(env).send(EVENTS[screen].took);
    return () => paymentScreen(env).send(EVENTS[screen].left);
  }, [env, screen, isShown]);
}

/** Hides other payments of this order while the bar waits for one (D8). `null` for no order. */
export function usePaymentUnderWay(orderId: string | null): void {
  const { env } = useApp();
  useEffect(() => {
    if (orderId === null) return undefined;
    paymentScreen(env).send({ type: 'bar.waits', orderId });
    return () => paymentScreen(env).send({ type: 'bar.rests' });
  }, [env, orderId]);
}
