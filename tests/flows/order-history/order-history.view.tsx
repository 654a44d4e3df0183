import type { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import { OrderHistoryView } from '../../../src/views/orders/order-history.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const orderHistoryView: MachineView<typeof orderHistoryMachine> = (snapshot, send) => (
  <OrderHistoryView snapshot={snapshot} send={send} />
);
