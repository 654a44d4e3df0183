import type { ReactNode } from 'react';
import type { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import { MpesaPaymentBar } from '../../../src/views/payment/mpesa-payment.view.tsx';
import { WaitingPaymentView } from '../../../src/views/payment/waiting-payment.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

type View = MachineView<typeof waitingPaymentMachine>;

/** Renders the bar with the given payment, which has its own flow. */
export const waitingPaymentWith =
  (payment: (snapshot: Parameters<View>[0]) => ReactNode): View =>
  (snapshot, send) => <WaitingPaymentView snapshot={snapshot} send={send} payment={payment(snapshot)} />;

export const waitingPaymentView = waitingPaymentWith(({ children }) =>
  renderNested(children.mpesaPayment, (payment, tell) => <MpesaPaymentBar snapshot={payment} send={tell} />),
);
