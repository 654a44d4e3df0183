import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { lazyPaymentRecord } from '../../compose/payment/payment-record.ts';
import { waitingPaymentMachines } from '../../compose/payment/waiting-payment.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import { MpesaPaymentBar } from '../../views/payment/mpesa-payment.view.tsx';
import { PaymentRecordView } from '../../views/payment/payment-record.view.tsx';
import { WaitingPaymentView } from '../../views/payment/waiting-payment.view.tsx';
import { useApp, useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import { usePaymentUnderWay, useShownPayment } from './shown-payment.ts';

const WaitingPayment = connect(WaitingPaymentView);
const Record = connect(PaymentRecordView);
const ShownPayment = connect(MpesaPaymentBar);

/** A payment without a result is no longer under way, though the bar still shows the reason. */
function Payment({ actor }: { readonly actor: ActorRefFrom<typeof mpesaPaymentMachine> }) {
  usePaymentUnderWay(useSelector(actor, (snapshot) => (snapshot.matches('pending') ? snapshot.context.orderId : null)));
  return <ShownPayment actor={actor} />;
}

/** The bar under the header. Its code arrives when a customer signs in. */
export default function WaitingPaymentBar() {
  const bar = useRootActor(useMachines(waitingPaymentMachines).waitingPayment);
  const { pathname, search } = useLocation();
  useEffect(() => bar.send({ type: 'path.changed', path: `${pathname}${search}` }), [bar, pathname, search]);
  const { mpesaPayment } = useSelector(bar, ({ children }) => children);
  useShownPayment(
    'bar',
    useSelector(bar, (snapshot) => snapshot.matches({ signedIn: 'paying' })),
  );
  const record = lazyPaymentRecord(useApp().env)();
  return (
    <>
      <Record actor={record} />
      <WaitingPayment actor={bar} payment={mpesaPayment && <Payment actor={mpesaPayment} />} />
    </>
  );
}
