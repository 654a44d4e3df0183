import type { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { OrderPlacementView } from '../../../src/views/checkout/order-placement.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const orderPlacementView: ViewOf<typeof orderPlacementMachine> = (snapshot, send) => (
  <OrderPlacementView snapshot={snapshot} send={send} />
);
