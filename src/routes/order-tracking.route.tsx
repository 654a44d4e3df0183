import { useActorRef } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { orderTrackingMachines, sessionFirst, standingNow } from '../compose/order-tracking.ts';
import { OrderTrackingView } from '../views/orders/order-tracking.view.tsx';
import { Head } from '../views/parts/head.tsx';
import { Page } from '../views/parts/page.tsx';
import { useApp, useMachines } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';
import type { RouteProps } from './lazy-route.tsx';
import { useShownPayment } from './shown-payment.ts';

/** /track-order and /track-order/{orderId}: one page, which hears of another address. */
export default function OrderTrackingRoute({ params }: RouteProps) {
  const { env, session } = useApp();
  const orderId = (params['orderId'] ?? '').trim();
  const tracking = useActorRef(useMachines(orderTrackingMachines).orderTracking, {
    input: {
      orderId,
      session: standingNow(env),
      phone: session.getSnapshot().context.user?.phone ?? '',
    },
  });
  useEffect(
    () => tracking.send({ type: 'path.changed', orderId, session: standingNow(env) }),
    [tracking, orderId, env],
  );
  const snapshot = useSnapshot(tracking);
  const send = useMemo(() => sessionFirst(env, tracking), [env, tracking]);
  // As in the checkout: while the prompt is being sent this page has the payment; then the bar finds it.
  useShownPayment('checkout', snapshot.matches({ shown: { pay: 'pushing' } }));
  return (
    <Page>
      <Head title="Track Your Order" indexed={false} />
      <OrderTrackingView snapshot={snapshot} send={send} />
    </Page>
  );
}
