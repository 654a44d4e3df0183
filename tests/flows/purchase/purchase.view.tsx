import type { ReactNode } from 'react';
import type { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import { OrderPlacementView } from '../../../src/views/checkout/order-placement.view.tsx';
import { PurchaseDialog, PurchaseStatus } from '../../../src/views/checkout/purchase.view.tsx';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { MpesaPaymentAlert } from '../../../src/views/payment/mpesa-payment.view.tsx';
import { PhoneProofView } from '../../../src/views/payment/phone-proof.view.tsx';
import { PAYMENT_TIMED_OUT } from '../../../src/rules/payment/payment.ts';
import { byHandView } from '../by-hand/by-hand.view.tsx';
import { getInitialSnapshot, renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';
import { paymentStep } from '../mpesa-payment/mpesa-payment.view.tsx';
import { CANCELLED, ORDER, PAYER } from '../support/payment.samples.ts';

type View = MachineView<typeof purchaseMachine>;
type Snapshot = Parameters<View>[0];
type Send = Parameters<View>[1];

const quiet = () => undefined;
const asked = getInitialSnapshot(phoneVerificationMachine, { phone: PAYER, userName: 'Jane' });

const placementIn = ({ children }: Snapshot) =>
  renderNested(children.orderPlacement, (placement, tell) => <OrderPlacementView snapshot={placement} send={tell} />);

/** The payment in the state that the purchase has recorded. In an explored graph the child itself does not run. */
function unpaid({ context }: Snapshot) {
  const { context: begun } = getInitialSnapshot(mpesaPaymentMachine, {
    orderId: ORDER,
    phone: PAYER,
    amount: context.amount,
    userName: 'Jane',
    prompt: null,
  });
  const text = context.payment === 'timedOut' ? PAYMENT_TIMED_OUT : CANCELLED;
  return mpesaPaymentMachine.resolveState({
    value: { unpaid: context.payment === 'timedOut' ? 'timedOut' : 'failed' },
    context: { ...begun, problem: { text, requestId: null } },
  });
}

const paymentIn = (snapshot: Snapshot) => {
  const { context, children } = snapshot;
  if (context.payment === 'underWay' || context.payment === 'waiting')
    return renderNested(children.mpesaPayment, paymentStep);
  if (context.payment === 'proving') return <PhoneProofView snapshot={asked} send={quiet} />;
  return paymentStep(unpaid(snapshot), quiet);
};

interface Parts {
  readonly placement: ReactNode;
  readonly payment: ReactNode;
  /** Rendered next to the form. */
  readonly alert: ReactNode;
  /** The dialog of a payment by hand. */
  readonly byHand: ReactNode;
}

/** Renders the purchase with the given parts, each of which has its own flow. */
export const purchaseWith =
  (parts: (snapshot: Snapshot, send: Send) => Parts): View =>
  (snapshot, send) => {
    const { placement, payment, alert, byHand } = parts(snapshot, send);
    return (
      <>
        <PurchaseDialog
          snapshot={snapshot}
          send={send}
          placement={placement}
          payment={payment}
          byHand={byHand}
          hasHand
        />
        <PurchaseStatus snapshot={snapshot} send={send} placement={placement} payment={alert} />
      </>
    );
  };

const getParts = (snapshot: Snapshot, send: Send): Parts => ({
  placement: placementIn(snapshot),
  payment: paymentIn(snapshot),
  alert: <MpesaPaymentAlert snapshot={unpaid(snapshot)} send={quiet} onAskPhone={() => send({ type: 'phone.ask' })} />,
  byHand: renderNested(snapshot.children.byHand, byHandView),
});

export const purchaseView = purchaseWith(getParts);

/** The dialog over the page. */
export const purchaseDialog: View = (snapshot, send) => (
  <PurchaseDialog snapshot={snapshot} send={send} hasHand {...getParts(snapshot, send)} />
);

/** The status next to the form. */
export const purchaseStatus: View = (snapshot, send) => {
  const { placement, alert } = getParts(snapshot, send);
  return <PurchaseStatus snapshot={snapshot} send={send} placement={placement} payment={alert} />;
};
