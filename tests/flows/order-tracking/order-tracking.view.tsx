import type { ReactNode } from 'react';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { OrderTrackingView } from '../../../src/views/orders/order-tracking.view.tsx';
import { PhoneProofView } from '../../../src/views/payment/phone-proof.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

type View = MachineView<typeof orderTrackingMachine>;

/** Renders the page with the given code screen, which has its own flow. */
export const orderTrackingWith =
  (proof: (snapshot: Parameters<View>[0]) => ReactNode): View =>
  (snapshot, send) => <OrderTrackingView snapshot={snapshot} send={send} proof={proof(snapshot)} />;

export const orderTrackingView = orderTrackingWith(({ children }) =>
  renderNested(children.phoneVerification, (step, tell) => <PhoneProofView snapshot={step} send={tell} />),
);
