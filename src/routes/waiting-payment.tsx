import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { paymentRecord } from '../compose/payment-record.ts';
import { waitingPaymentMachines } from '../compose/waiting-payment.ts';
import { MpesaPaymentBar } from '../views/payment/mpesa-payment.view.tsx';
import { PaymentRecordView } from '../views/payment/payment-record.view.tsx';
import { WaitingPaymentView } from '../views/payment/waiting-payment.view.tsx';
import { useApp, useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';
import { useShownPayment } from './shown-payment.ts';

const WaitingPayment = connect(WaitingPaymentView);
const Record = connect(PaymentRecordView);
const Payment = connect(MpesaPaymentBar);

/** The bar under the header; its code comes when somebody is signed in. */
export default function WaitingPaymentBar() {
  const bar = useActorRef(useMachines(waitingPaymentMachines).waitingPayment);
  const { pathname, search } = useLocation();
  useEffect(() => bar.send({ type: 'path.changed', path: `${pathname}${search}` }), [bar, pathname, search]);
  const { mpesaPayment } = useSelector(bar, ({ children }) => children);
  useShownPayment(
    'bar',
    useSelector(bar, (snapshot) => snapshot.matches({ signedIn: 'paying' })),
  );
  const record = paymentRecord(useApp().env)();
  return (
    <>
      <Record actor={record} />
      <WaitingPayment actor={bar} payment={mpesaPayment && <Payment actor={mpesaPayment} />} />
    </>
  );
}
