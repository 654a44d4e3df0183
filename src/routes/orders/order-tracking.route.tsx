import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orderTrackingMachines, syncSessionFirst, getSessionStatus } from '../../compose/orders/order-tracking.ts';
import { getQueryText } from '../../rules/address-text.ts';
import { paths } from '../../rules/paths.ts';
import { OrderTrackingView } from '../../views/orders/order-tracking.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { PhoneProofView } from '../../views/payment/phone-proof.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect, useSnapshot } from '../connect.tsx';
import type { RouteProps } from '../lazy-route.tsx';
import { useRootActor } from '../root-actor.ts';
import { useShownPayment } from '../payment/shown-payment.ts';
import * as texts from '../../texts/orders.ts';

const PhoneProof = connect(PhoneProofView);
/** Only shoppers who pay by hand need it. */
const PayByHand = lazy(() => import('../payment/pay-by-hand.tsx'));

/** /track-order and /track-order/{orderId}: one page, whose machine receives address changes. */
export default function OrderTrackingRoute({ params }: RouteProps) {
  const { env, session } = useApp();
  const orderId = (params['orderId'] ?? '').trim();
  const { user } = session.getSnapshot().context;
  const tracking = useRootActor(useMachines(orderTrackingMachines).orderTracking, {
    input: {
      orderId,
      session: getSessionStatus(env),
      phone: user?.phone ?? '',
      userName: user?.name ?? '',
    },
  });
  useEffect(
    () => tracking.send({ type: 'path.changed', orderId, session: getSessionStatus(env) }),
    [tracking, orderId, env],
  );
  const snapshot = useSnapshot(tracking);
  const { phoneVerification } = snapshot.children;
  const send = useMemo(() => syncSessionFirst(env, tracking), [env, tracking]);
  // As in the checkout: this page shows the payment while the prompt is being sent, and the bar finds it afterwards.
  useShownPayment('checkout', snapshot.matches({ shown: { pay: 'pushing' } }));
  const { order } = snapshot.context;
  const isByHand = getQueryText(useLocation().search, 'pay') === 'hand';
  const navigate = useNavigate();
  const endByHand = useCallback(
    (outcome: string) => {
      void navigate(paths.trackOrder(orderId), { replace: true });
      // The server has news of the order, or the shopper wants a prompt instead.
      tracking.send(outcome === 'prompt' ? { type: 'pay.ask' } : { type: 'page.visible' });
    },
    [navigate, tracking, orderId],
  );
  return (
    <Page>
      <Head title={texts.trackYourOrder} indexed={false} />
      <OrderTrackingView
        snapshot={snapshot}
        send={send}
        proof={phoneVerification && <PhoneProof actor={phoneVerification} />}
      />
      {isByHand && snapshot.matches('shown') && order?._id === orderId && order.byHand === true && (
        <Suspense fallback={null}>
          <PayByHand key={orderId} orderId={orderId} onEnd={endByHand} />
        </Suspense>
      )}
    </Page>
  );
}
