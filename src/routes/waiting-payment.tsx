import { useActorRef, useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { waitingPaymentMachines } from '../compose/waiting-payment.ts';
import { PaymentWatchBar } from '../views/checkout/payment-watch.view.tsx';
import { WaitingPaymentView } from '../views/layout/waiting-payment.view.tsx';
import { useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';
import { usePath } from './use-path.ts';

const WaitingPayment = connect(WaitingPaymentView);
const Watch = connect(PaymentWatchBar);

/** The bar under the header; its code comes when somebody is signed in. */
export default function WaitingPaymentBar() {
  const bar = useActorRef(useMachines(waitingPaymentMachines).waitingPayment);
  usePath(useCallback(() => bar.send({ type: 'path.changed' }), [bar]));
  const { paymentWatch } = useSelector(bar, ({ children }) => children);
  return <WaitingPayment actor={bar} watch={paymentWatch && <Watch actor={paymentWatch} />} />;
}
