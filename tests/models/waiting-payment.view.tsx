import type { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { MpesaPaymentBar } from '../../src/views/payment/mpesa-payment.view.tsx';
import { WaitingPaymentView } from '../../src/views/payment/waiting-payment.view.tsx';
import { inside } from '../../model-testing/view/inside.ts';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const waitingPaymentView: ViewOf<typeof waitingPaymentMachine> = (snapshot, send) => (
  <WaitingPaymentView
    snapshot={snapshot}
    send={send}
    payment={inside(snapshot.children.mpesaPayment, (payment, tell) => (
      <MpesaPaymentBar snapshot={payment} send={tell} />
    ))}
  />
);
