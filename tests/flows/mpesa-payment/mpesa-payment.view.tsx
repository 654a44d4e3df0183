import type { ReactNode } from 'react';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import {
  MpesaPaymentAlert,
  MpesaPaymentBar,
  MpesaPaymentStep,
} from '../../../src/views/payment/mpesa-payment.view.tsx';
import { PhoneProofView } from '../../../src/views/payment/phone-proof.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

type View = MachineView<typeof mpesaPaymentMachine>;
type Snapshot = Parameters<View>[0];

const proofIn = ({ children }: Pick<Snapshot, 'children'>) =>
  renderNested(children.phoneVerification, (step, tell) => <PhoneProofView snapshot={step} send={tell} />);

/** The payment's step in the dialog. */
export const paymentStep: View = (snapshot, send) => (
  <MpesaPaymentStep snapshot={snapshot} send={send} proof={proofIn(snapshot)} hasHand />
);

/** Renders the step in the dialog with the given code screen, the status next to the form, and the bar. */
export const mpesaPaymentWith =
  (proof: (snapshot: Snapshot) => ReactNode): View =>
  (snapshot, send) => (
    <>
      <main>
        <MpesaPaymentStep snapshot={snapshot} send={send} proof={proof(snapshot)} hasHand />
      </main>
      <aside>
        <MpesaPaymentAlert snapshot={snapshot} send={send} hasHand onAskPhone={() => undefined} />
      </aside>
      <header>
        <MpesaPaymentBar snapshot={snapshot} send={send} />
      </header>
    </>
  );

export const mpesaPaymentView = mpesaPaymentWith(proofIn);
