import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { waitingPaymentMachines } from '../compose/waiting-payment.ts';
import { PaymentWatchBar } from '../views/checkout/payment-watch.view.tsx';
import { WaitingPaymentView } from '../views/layout/waiting-payment.view.tsx';
import { useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';

const WaitingPayment = connect(WaitingPaymentView);
const Watch = connect(PaymentWatchBar);

/** The bar under the header; its code comes when somebody is signed in. */
export default function WaitingPaymentBar() {
  const bar = useActorRef(useMachines(waitingPaymentMachines).waitingPayment);
  const { pathname, search } = useLocation();
  useEffect(() => bar.send({ type: 'path.changed', path: `${pathname}${search}` }), [bar, pathname, search]);
  const { paymentWatch } = useSelector(bar, ({ children }) => children);
  return <WaitingPayment actor={bar} watch={paymentWatch && <Watch actor={paymentWatch} />} />;
}
