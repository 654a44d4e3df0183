import { useLocation } from 'react-router-dom';
import { orderSuccessMachines } from '../../compose/orders/order-success.ts';
import { getQueryText } from '../../rules/address-text.ts';
import { OrderSuccessView } from '../../views/orders/order-success.view.tsx';
import { Head } from '../../views/parts/head.tsx';
import { Page } from '../../views/parts/page.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect, useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import * as texts from '../../texts/orders.ts';

const OrderSuccess = connect(OrderSuccessView);

/** /order-success: the order's id is in the navigation's state and in `?order=`, which survives a reload (U21). */
export default function OrderSuccessRoute() {
  const { session, first } = useApp();
  const machines = useMachines(orderSuccessMachines);
  const { search, state } = useLocation();
  const isSignedIn = useSnapshot(session, first.session).hasTag('signedIn');
  const orderSuccess = useRootActor(machines.orderSuccess, {
    input: {
      isSignedIn,
      stateOrderId: getNavigationOrderId(state),
      addressOrderId: getQueryText(search, 'order'),
    },
  });
  return (
    <Page>
      <Head title={texts.orderPlaced} indexed={false} />
      <OrderSuccess actor={orderSuccess} />
    </Page>
  );
}

/** The state of a navigation may be anything that a page has put there. */
function getNavigationOrderId(state: unknown): string {
  const { orderId } = (state ?? {}) as { readonly orderId?: unknown };
  return typeof orderId === 'string' ? orderId : '';
}
