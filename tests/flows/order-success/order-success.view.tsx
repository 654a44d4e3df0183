import type { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { OrderSuccessView } from '../../../src/views/orders/order-success.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const orderSuccessView: MachineView<typeof orderSuccessMachine> = (snapshot, send) => (
  <OrderSuccessView snapshot={snapshot} send={send} />
);
