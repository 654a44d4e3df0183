import type { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { OrderPlacementView } from '../../../src/views/checkout/order-placement.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const orderPlacementView: MachineView<typeof orderPlacementMachine> = (snapshot, send) => (
  <OrderPlacementView snapshot={snapshot} send={send} />
);
