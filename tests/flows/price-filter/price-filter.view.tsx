import type { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { PriceFilterView } from '../../../src/views/catalogue/price-filter.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const priceFilterView: MachineView<typeof priceFilterMachine> = (snapshot, send) => (
  <PriceFilterView snapshot={snapshot} send={send} />
);
