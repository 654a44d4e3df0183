import type { ReactNode } from 'react';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { OrderTrackingView } from '../../../src/views/orders/order-tracking.view.tsx';
import { PhoneProofView } from '../../../src/views/payment/phone-proof.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

type View = MachineView<typeof orderTrackingMachine>;

/** With this code screen, which is a flow of its own. */
export const orderTrackingWith =
  (proof: (snapshot: Parameters<View>[0]) => ReactNode): View =>
  (snapshot, send) => <OrderTrackingView snapshot={snapshot} send={send} proof={proof(snapshot)} />;

export const orderTrackingView = orderTrackingWith(({ children }) =>
  renderNested(children.phoneVerification, (step, tell) => <PhoneProofView snapshot={step} send={tell} />),
);
