import type { deliveryMachine } from '../../../src/machines/checkout/delivery.machine.ts';
import { DeliveryView } from '../../../src/views/checkout/delivery.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

/** Renders the section next to a form with this city. */
export const deliveryWith =
  (city: string): MachineView<typeof deliveryMachine> =>
  (snapshot, send) => <DeliveryView snapshot={snapshot} send={send} city={city} />;

export const deliveryView = deliveryWith('Nairobi');
