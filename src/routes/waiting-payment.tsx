import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { waitingPaymentMachines } from '../compose/waiting-payment.ts';
import { MpesaPaymentBar } from '../views/payment/mpesa-payment.view.tsx';
import { WaitingPaymentView } from '../views/payment/waiting-payment.view.tsx';
import { useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';

const WaitingPayment = connect(WaitingPaymentView);
const Payment = connect(MpesaPaymentBar);

/** The bar under the header; its code comes when somebody is signed in. */
export default function WaitingPaymentBar() {
  const bar = useActorRef(useMachines(waitingPaymentMachines).waitingPayment);
  const { pathname, search } = useLocation();
  useEffect(() => bar.send({ type: 'path.changed', path: `${pathname}${search}` }), [bar, pathname, search]);
  const { mpesaPayment } = useSelector(bar, ({ children }) => children);
  return <WaitingPayment actor={bar} payment={mpesaPayment && <Payment actor={mpesaPayment} />} />;
}
