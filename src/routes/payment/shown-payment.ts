import { useEffect } from 'react';
import { paymentScreen } from '../../compose/payment/payment-screen.ts';
import { useApp } from '../app-context.tsx';

const EVENTS = {
  checkout: { took: { type: 'checkout.took' }, left: { type: 'checkout.left' } },
  bar: { took: { type: 'bar.took' }, left: { type: 'bar.left' } },
} as const;

/** While `isShown` this screen shows a payment: no other of the tab shows it a second time. */
export function useShownPayment(screen: 'checkout' | 'bar', isShown: boolean): void {
  const { env } = useApp();
  useEffect(() => {
    if (!isShown) return undefined;
    paymentScreen(env).send(EVENTS[screen].took);
    return () => paymentScreen(env).send(EVENTS[screen].left);
  }, [env, screen, isShown]);
}

/** While the bar waits for the payment of this order, its page offers no other (D8); null for none. */
export function usePaymentUnderWay(orderId: string | null): void {
  const { env } = useApp();
  useEffect(() => {
    if (orderId === null) return undefined;
    paymentScreen(env).send({ type: 'bar.waits', orderId });
    return () => paymentScreen(env).send({ type: 'bar.rests' });
  }, [env, orderId]);
}
